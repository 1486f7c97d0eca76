/// What a request asks of its answer.
public struct LocationCriteria: Hashable, Sendable {
  /// How long the caller waits, authorization included; then it gets `.timedOut`. `nil` waits
  /// until the source ends.
  public var timeout: Duration?

  /// The age up to which a fix that the service already has will do. Counted from its receipt on
  /// the service's clock, so that a host without the right time of day is no matter. `nil` wants a
  /// fresh one.
  public var maximumAge: Duration?

  /// The largest estimated horizontal error in meters that will do. A fix whose error is not
  /// stated does not meet it. `nil` takes any fix.
  public var accuracy: Double?

  /// Makes criteria. The default waits a minute, enough for a cold start in the open, for any
  /// fresh fix.
  public init(
    timeout: Duration? = .seconds(60), maximumAge: Duration? = nil, accuracy: Double? = nil
  ) {
    self.timeout = timeout
    self.maximumAge = maximumAge
    self.accuracy = accuracy
  }

  /// Whether a fix is accurate enough.
  public func isMet(by fix: Fix) -> Bool {
    guard let accuracy else { return true }
    guard let stated = fix.horizontalAccuracy else { return false }
    return stated <= accuracy
  }
}
