public import LocationCore

/// A message for a broker or a tracking server, in the form in which it is sent.
///
/// It is made once, when the location arrives. A message that waits in a queue keeps its bytes, so a repeated
/// message is equal to the first one.
public struct PublishedMessage: Hashable, Sendable {
  /// What a message tells. A broker has a topic for each kind.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Where the receiver is.
    case location
    /// The receiver entered or left a place.
    case event
    /// A place that is watched.
    case waypoint
  }

  /// What the message tells.
  public var kind: Kind
  /// The device, if there may be several behind one source: `/dev/ttyACM0`, `anna/phone`.
  public var device: String?
  /// When the message was made, by the host's clock.
  public var createdAt: Date
  /// The bytes that are sent.
  public var payload: [UInt8]

  /// Makes a message.
  public init(kind: Kind, device: String? = nil, createdAt: Date, payload: [UInt8]) {
    self.kind = kind
    self.device = device
    self.createdAt = createdAt
    self.payload = payload
  }
}
