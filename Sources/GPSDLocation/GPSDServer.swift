import GPSDProtocol

/// What a gpsd reports about itself.
public struct GPSDServer: Hashable, Sendable {
  /// Its release and the version of its protocol.
  public var version: GPSDVersion
  /// Its receivers, in its order; `nil` before it listed them.
  public var devices: [GPSDDevice]?
}
