/// The topic of messages, which may name the receiver: `owntracks/jane/phone`, `fleet/{device}`.
///
/// As in OwnTracks, locations have the topic itself, events the topic with `/event` after it, and places the
/// topic with `/waypoint`. `{device}` is the last part of the receiver's name: `ttyACM0` for `/dev/ttyACM0`.
/// Characters that a topic must not have become `-`.
public struct MQTTTopic: Hashable, Sendable {
  private static let placeholder = "{device}"

  /// The topic as it was given.
  public let text: String
  /// The text around each placeholder.
  private let parts: [String]

  /// Checks a topic.
  ///
  /// - Throws: ``PublishError/Code/invalidTarget`` for an empty topic, a wildcard, or another name in braces.
  public init(_ text: String) throws(PublishError) {
    var parts: [String] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{"), rest[brace...].hasPrefix(Self.placeholder) {
      parts.append(String(rest[..<brace]))
      rest = rest[brace...].dropFirst(Self.placeholder.count)
    }
    parts.append(String(rest))
    guard !text.isEmpty, text.utf8.count < 60_000, text.utf8.first != UInt8(ascii: "/"),
      text.utf8.last != UInt8(ascii: "/"),
      !parts.contains(where: { part in part.utf8.contains(where: Self.isReserved) })
    else {
      throw PublishError(
        .invalidTarget,
        detail: "'\(text)' is not a topic; it looks like owntracks/USER/DEVICE, may have "
          + "{device}, and has no + and #")
    }
    self.text = text
    self.parts = parts
  }

  /// Whether the topic names the receiver.
  public var namesReceiver: Bool { parts.count > 1 }

  /// The topic of a message.
  public func name(for kind: PublishedMessage.Kind, receiver: String?) -> String {
    let device = receiver?.split(separator: "/").last.map(String.init) ?? "device"
    let safe = String(
      decoding: device.utf8.map { Self.isReserved($0) ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    let name = parts.joined(separator: safe)
    return switch kind {
    case .location: name
    case .event: name + "/event"
    case .waypoint: name + "/waypoint"
    }
  }

  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "{"), UInt8(ascii: "}"), 0..<0x20, 0x7F:
      true
    default: false
    }
  }
}
