package import LocationCore

/// How often a live source is opened again after it broke, ended or could not be opened.
///
/// Each pause is twice as long as the one before, up to a limit. A random part, up to half, is
/// subtracted, so that many clients of one server do not return at the same moment. Before that, a
/// pause is at least 100 ms long, so that no policy floods a server with attempts. After the source
/// sent data, the pauses start again with the first. A source that refuses access, or whose
/// description is invalid, is not tried again.
public struct RetryPolicy: Sendable {
  /// The limits of a pause before its random part is subtracted: 100 ms, and a hundred years.
  private static let bounds = (
    shortest: Duration.milliseconds(100), longest: Duration.seconds(3_000_000_000)
  )

  /// The first pause, before it is shortened. Less than 100 ms counts as 100 ms, also a negative
  /// duration.
  public var first: Duration
  /// The longest pause, before it is shortened. Less than 100 ms counts as 100 ms, and more than a
  /// hundred years count as a hundred years. A limit below ``first`` limits the first pause too.
  public var limit: Duration
  /// The position of a pause between its half (0) and its whole length (1). A number below 0 and NaN
  /// count as 0, a number above 1 counts as 1.
  public var jitter: @Sendable () -> Double

  /// Whether to wait for a source that is not there at the start. Otherwise a source that never
  /// delivered anything is not retried; its error is reported at once.
  public var awaitsFirst: Bool

  /// Makes a policy. The default waits 1 s first and 30 s at most.
  ///
  /// - Parameters:
  ///   - first: see ``first``.
  ///   - limit: see ``limit``.
  ///   - awaitsFirst: see ``awaitsFirst``.
  ///   - jitter: see ``jitter``; called once for each pause.
  public init(
    first: Duration = .seconds(1), limit: Duration = .seconds(30), awaitsFirst: Bool = true,
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.first = first
    self.limit = limit
    self.awaitsFirst = awaitsFirst
    self.jitter = jitter
  }

  /// The pause after a number of failures in a row, at least one.
  package func pause(afterFailures failures: Int) -> Duration {
    let limit = min(max(limit, Self.bounds.shortest), Self.bounds.longest)
    var pause = max(first, Self.bounds.shortest)
    var doublings = failures - 1
    while doublings > 0, pause < limit {
      pause *= 2
      doublings -= 1
    }
    let position = jitter()
    return min(pause, limit) * (0.5 + (position > 0 ? 0.5 * min(position, 1) : 0))
  }

  /// Whether to try a source again that failed.
  package func applies(to error: UserLocationError, hasSpoken: Bool) -> Bool {
    // Waiting does not help against these errors.
    guard error.code != .notAuthorized, error.code != .invalidSource else { return false }
    return hasSpoken || awaitsFirst
  }
}
