import LocationCore

/// How a live source that broke, ended or cannot be opened is tried again.
///
/// Each pause is twice the one before, up to a limit, and shortened at random by up to half, so
/// that many clients of one server do not all come back at the same moment. Bytes from the source
/// start the count over. A source that is refused, or is none, is not tried again.
public struct RetryPolicy: Sendable {
  /// The first pause, before it is shortened.
  public var first: Duration
  /// The longest pause.
  public var limit: Duration
  /// Where in 0 … 1 a pause falls between half and whole.
  public var jitter: @Sendable () -> Double

  /// Describes the pauses.
  public init(
    first: Duration = .seconds(1), limit: Duration = .seconds(30),
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.first = first
    self.limit = limit
    self.jitter = jitter
  }

  /// The pause after so many failures in a row, of which this is one at least.
  func pause(afterFailures failures: Int) -> Duration {
    var pause = first
    for _ in 1..<max(failures, 1) where pause < limit { pause *= 2 }
    return min(pause, limit) * (0.5 + 0.5 * min(max(jitter(), 0), 1))
  }

  /// Whether time can heal it.
  func applies(to error: UserLocationError) -> Bool {
    error.code != .notAuthorized && error.code != .invalidSource
  }
}
