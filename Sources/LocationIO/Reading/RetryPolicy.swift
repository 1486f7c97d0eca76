package import LocationCore

/// How often a live source is opened again after it broke, ended or could not be opened.
///
/// Each pause is twice as long as the one before, up to a limit. A random part, up to half, is
/// subtracted, so that many clients of one server do not return at the same moment. After the source
/// sent data, the pauses start again with the first. A source that refuses access, or whose
/// description is invalid, is not tried again.
public struct RetryPolicy: Sendable {
  /// The first pause, before it is shortened.
  public var first: Duration
  /// The longest pause.
  public var limit: Duration
  /// The position of a pause between its half (0) and its whole length (1).
  public var jitter: @Sendable () -> Double

  /// Whether to wait for a source that is not there at the start. Otherwise a source that never
  /// delivered anything is not retried; its error is reported at once.
  public var awaitsFirst: Bool

  /// Makes a policy. The default waits 1 s first and 30 s at most.
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
    var pause = first
    for _ in 1..<max(failures, 1) where pause < limit { pause *= 2 }
    return min(pause, limit) * (0.5 + 0.5 * min(max(jitter(), 0), 1))
  }

  /// Whether to try a source again that failed.
  package func applies(to error: UserLocationError, hasSpoken: Bool) -> Bool {
    // Waiting does not help against these errors.
    guard error.code != .notAuthorized, error.code != .invalidSource else { return false }
    return hasSpoken || awaitsFirst
  }
}
