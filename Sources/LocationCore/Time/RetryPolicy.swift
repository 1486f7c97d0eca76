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

  /// Whether to wait for a source that is not there yet when it is first wanted. Otherwise only one
  /// that spoke is tried again, and who asks for one that never did learns at once why.
  public var awaitsFirst: Bool

  /// Describes the pauses, and what they are for.
  public init(
    first: Duration = .seconds(1), limit: Duration = .seconds(30), awaitsFirst: Bool = true,
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
  ) {
    self.first = first
    self.limit = limit
    self.awaitsFirst = awaitsFirst
    self.jitter = jitter
  }

  /// The pause after so many failures in a row, of which this is one at least.
  package func pause(afterFailures failures: Int) -> Duration {
    var pause = first
    for _ in 1..<max(failures, 1) where pause < limit { pause *= 2 }
    return min(pause, limit) * (0.5 + 0.5 * min(max(jitter(), 0), 1))
  }

  /// Whether a source that failed is to be tried again.
  package func applies(to error: UserLocationError, hasSpoken: Bool) -> Bool {
    // These no time heals.
    guard error.code != .notAuthorized, error.code != .invalidSource else { return false }
    return hasSpoken || awaitsFirst
  }
}
