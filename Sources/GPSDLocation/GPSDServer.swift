/// What a gpsd said of itself.
public struct GPSDServer: Hashable, Sendable {
  /// Its release, as "3.22".
  public var release: String
  /// Its protocol's version, as 3.14.
  public var protocolMajor: Int
  /// See ``protocolMajor``.
  public var protocolMinor: Int
  /// The receivers that it knows, in its order; `nil` before it told.
  public var devices: [GPSDDevice]?
}

/// A receiver that gpsd knows.
public struct GPSDDevice: Hashable, Sendable {
  /// Where it is, as `/dev/ttyACM0` or `tcp://host:port`.
  public var path: String
  /// What gpsd takes it for, as "u-blox"; `nil` before it has said anything.
  public var driver: String?
  /// What it says it is, its firmware for instance.
  public var subtype: String?
  /// Whether gpsd has heard it, and not given it up.
  public var isActive: Bool
}
