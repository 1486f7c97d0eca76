/// What a source of locations can say.
///
/// A case is kept by reference: an update passes from hand to hand many times between the source and
/// its consumer, and a ``Fix`` is half a kilobyte.
public enum LocationUpdate: Hashable, Sendable {
  /// The receiver has a position.
  indirect case fix(Fix)
  /// The receiver's satellites.
  indirect case sky(SkyView)
  /// The receiver has no position: it lost it, or does not have one yet.
  indirect case fixLost(FixLoss)
  /// The authorization to use the source changed while it ran.
  case authorization(AuthorizationStatus)
}

/// That a receiver has no position, and what is known of why.
public struct FixLoss: Hashable, Sendable {
  /// Why there is no fix. A struct, so that sources can add reasons.
  public struct Reason: Hashable, Sendable, CustomStringConvertible {
    /// The reason in a word or two.
    public let description: String
    /// A reason of a source's own.
    public init(_ description: String) { self.description = description }

    /// The receiver works and says that it has no fix (RMC status `V`, GGA quality 0, gpsd mode 1).
    public static let noFix = Reason("no fix")
    /// The receiver has fallen silent.
    public static let silent = Reason("silent")
    /// The receiver was unplugged or given up.
    public static let deviceRemoved = Reason("device removed")
  }

  /// Why there is no fix.
  public var reason: Reason
  /// The instant it is said for, UTC by the receiver's clock; `nil` when it did not say.
  public var timestamp: Date?
  /// When this process received it; see ``Fix/receivedAt``.
  public var receivedAt: Date?
  /// Where it came from.
  public var source: FixSource

  /// Says that there is no fix.
  public init(reason: Reason, timestamp: Date? = nil, source: FixSource) {
    self.reason = reason
    self.timestamp = timestamp
    self.source = source
  }
}
