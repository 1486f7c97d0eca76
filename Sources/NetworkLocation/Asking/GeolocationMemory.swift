import LocationCore
import LocationIO

/// Remembers the last answer, and when the server may be asked again. It reads no clock.
///
/// Times are durations since any fixed moment.
struct GeolocationMemory {
  typealias Outcome = Result<GeolocationAnswer, GeolocationError>

  /// How long an answer is used again while the same access points are in sight.
  static let lifetime = Duration.seconds(3600)
  /// The first pause after a failure of the server, and the longest: the API asks its clients to wait for
  /// minutes, then for hours.
  private static let serverPauses = pauses(.seconds(60), .seconds(4 * 3600))
  /// The same after a failure of the connection, which a laptop often loses for a moment.
  private static let connectionPauses = pauses(.seconds(5), .seconds(600))
  /// The shortest pause, whatever the server asks for.
  private static let shortestPause = Duration.seconds(1)

  private var last: (request: GeolocationRequest, outcome: Outcome, time: Duration)?
  private var failures = 0
  /// The server is not asked before this time.
  private(set) var allowedAt: Duration?
  /// Why the server is not asked.
  private(set) var reason: GeolocationError?

  /// The answer for a request like the last one; `nil` if the server has to be asked.
  func outcome(for request: GeolocationRequest, at time: Duration) -> Outcome? {
    guard let last, time - last.time < Self.lifetime else { return nil }
    let addresses = Set(request.accessPoints.map(\.address))
    let lastAddresses = Set(last.request.accessPoints.map(\.address))
    // A modem often changes its cell where it is, so a cell counts only without access points.
    if addresses.isEmpty, lastAddresses.isEmpty, request.cells != last.request.cells { return nil }
    // A scan rarely finds exactly the same access points as the one before.
    let common = addresses.intersection(lastAddresses).count
    guard 4 * common >= 3 * addresses.union(lastAddresses).count else { return nil }
    return last.outcome
  }

  /// Notes what the server said.
  mutating func note(_ outcome: Outcome, for request: GeolocationRequest, at time: Duration) {
    guard case .failure(let error) = outcome, error.code != .notFound else {
      // The server also knows an hour later what it does not know now.
      last = (request, outcome, time)
      failures = 0
      allowedAt = nil
      reason = nil
      return
    }
    guard let pause = pause(after: error) else { return }
    failures += 1
    allowedAt = time + pause
    reason = error
  }

  /// `nil` if waiting does not help.
  private func pause(after error: GeolocationError) -> Duration? {
    guard error.isTemporary else { return nil }
    if let asked = error.retryAfter { return max(asked, Self.shortestPause) }
    let pauses = error.code == .noResponse ? Self.connectionPauses : Self.serverPauses
    return pauses.pause(afterFailures: failures + 1)
  }

  /// Pauses that double, without a random part.
  private static func pauses(_ first: Duration, _ limit: Duration) -> RetryPolicy {
    RetryPolicy(first: first, limit: limit, jitter: { 1 })
  }
}

extension GeolocationError {
  /// Whether the same request may succeed later.
  var isTemporary: Bool {
    switch code {
    case .invalidKey, .refused, .moved: false
    case .noResponse:
      switch httpCode {
      case .invalidRequest?, .unavailable?, .cancelled?: false
      default: true
      }
    default: true
    }
  }
}
