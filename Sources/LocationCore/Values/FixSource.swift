/// Where a fix came from.
public struct FixSource: Hashable, Codable, Sendable {
  /// A kind of source.
  public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A receiver that reports its present position.
    case live
    /// A recording.
    case replayed
    /// A simulator.
    case simulated
    /// The last known location, which an earlier run stored.
    case remembered
  }

  /// The kind of source.
  public var kind: Kind
  /// The source in the form in which a user writes it: `gpsd://localhost:2947`, `file:drive.nmea`.
  public var name: String
  /// The receiver, if there may be several behind one source, for example `/dev/ttyACM0`.
  public var device: String?

  /// Names a source.
  public init(kind: Kind, name: String, device: String? = nil) {
    self.kind = kind
    self.name = name
    self.device = device
  }
}
