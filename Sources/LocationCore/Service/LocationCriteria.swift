/// What a request demands of its location.
public struct LocationCriteria: Hashable, Codable, Sendable {
  /// How long the caller waits before it gets `.timedOut`, including the authorization request.
  /// `nil` waits until the source ends. Zero and less answer at once, with a known fix or `.timedOut`.
  public var timeout: Duration?

  /// The largest age at which a fix that the service already has is accepted. The age counts from
  /// the receipt, on the service's clock, so the host's time of day need not be correct. `nil`
  /// demands a new fix, and so does a negative age.
  public var maximumAge: Duration?

  /// The largest acceptable horizontal error in meters, as the source estimates it. A fix without
  /// an estimate is not accepted. `nil` accepts any fix. No fix meets a negative number or NaN.
  public var accuracy: Double?

  /// Makes criteria. The default accepts any new fix within a minute, which is enough for a cold
  /// start outdoors.
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
