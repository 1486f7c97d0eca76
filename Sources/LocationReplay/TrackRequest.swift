public import LocationCore

/// What the consumer of a ``TrackReader`` needs. Everything but ``keepsBytes`` only saves work: a
/// reader may ignore it.
public struct TrackRequest: Sendable {
  /// Whether items carry their original bytes.
  public var keepsBytes: Bool
  /// The interests of the subscription, which may change while the track is read; `nil` means all.
  public var interests: SubscriptionInterests?
  /// Returns the time of day, if an update counts as received when it is read. `nil` if the update
  /// waits for its time first.
  public var now: (@Sendable () -> Date)?

  /// Makes a request.
  public init(
    keepsBytes: Bool = false, interests: SubscriptionInterests? = nil,
    now: (@Sendable () -> Date)? = nil
  ) {
    self.keepsBytes = keepsBytes
    self.interests = interests
    self.now = now
  }

  /// Whether the consumer wants satellites now.
  public var wantsSatellites: Bool { interests?.current.contains(.satellites) ?? true }
}
