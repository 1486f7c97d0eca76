internal import LocationText

/// The topic of messages, which may name the device: `owntracks/jane/phone`, `fleet/{device}`.
///
/// As in OwnTracks, locations have the topic itself, events the topic with `/event` after it, and places the
/// topic with `/waypoint`.
///
/// `{device}` is the whole name of the device behind its source, so that different devices have different topics. Its
/// slashes divide levels: `anna/phone` makes `fleet/anna/phone`, and `/dev/ttyACM0` makes `fleet/dev/ttyACM0`.
/// `{device.1}` is the first level of the name, `{device.2}` the second one, `{device.-1}` the last one. A source
/// without devices has the name `device`. Characters that a topic must not have are percent-encoded: `%23` for `#`.
public struct MQTTTopic: Hashable, Sendable {
  private enum Part: Hashable {
    case text(Substring)
    case device
    /// A level of the device's name, from 1; negative from its end.
    case level(Int)

    init?(placeholder: Substring) {
      if placeholder == "device" {
        self = .device
      } else if placeholder.hasPrefix("device."), let level = Int(placeholder.dropFirst(7)),
        level != 0
      {
        self = .level(level)
      } else {
        return nil
      }
    }
  }

  /// The topic as it was given.
  public let text: String
  private let parts: [Part]

  /// Checks a topic.
  ///
  /// - Throws: ``PublishErrorCode/invalidTarget`` for an empty topic, a wildcard, or another name in braces.
  public init(_ text: String) throws(PublishError) {
    let isPath = text.utf8.first != UInt8(ascii: "/") && text.utf8.last != UInt8(ascii: "/")
    guard !text.isEmpty, text.utf8.count < 60_000, isPath, let parts = Self.parts(of: text) else {
      throw PublishError(
        .invalidTarget,
        detail: "'\(text)' is not a topic; it looks like owntracks/USER/DEVICE, may have "
          + "{device}, {device.1} or {device.-1}, and has no + and #")
    }
    self.text = text
    self.parts = parts
  }

  /// The text and the placeholders; `nil` if a part must not be in a topic.
  private static func parts(of text: String) -> [Part]? {
    var parts: [Part] = []
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{") {
      guard let end = rest[brace...].firstIndex(of: "}"),
        let part = Part(placeholder: rest[rest.index(after: brace)..<end])
      else { return nil }
      parts += [.text(rest[..<brace]), part]
      rest = rest[rest.index(after: end)...]
    }
    parts.append(.text(rest))
    let isValid = parts.allSatisfy { part in
      if case .text(let text) = part { !text.utf8.contains(where: isReserved) } else { true }
    }
    return isValid ? parts : nil
  }

  /// Whether the topic names the device.
  public var namesDevice: Bool { parts.count > 1 }

  /// The topic of a message.
  ///
  /// - Parameters:
  ///   - kind: what is published. Events and waypoints have topics below that of locations.
  ///   - device: the name of the device behind its source; `nil` for a source without devices.
  public func name(for kind: PublishedMessage.Kind, device: String?) -> String {
    let levels = (device ?? "device").split(separator: "/").map(Self.encoded)
    let name = parts.map { part in
      switch part {
      case .text(let text): return String(text)
      case .device: return levels.joined(separator: "/")
      case .level(let level):
        let index = level > 0 ? level - 1 : levels.count + level
        return levels.indices.contains(index) ? levels[index] : "-"
      }
    }.joined()
    return switch kind {
    case .location: name
    case .event: name + "/event"
    case .waypoint: name + "/waypoint"
    }
  }

  /// A level of a topic. The percent sign is encoded too, so that different names stay different.
  private static func encoded(_ level: Substring) -> String {
    var text = ByteText()
    text.write(percentEncoding: level) { isReserved($0) || $0 == UInt8(ascii: "%") }
    return text.string
  }

  private static func isReserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "{"), UInt8(ascii: "}"), 0..<0x20, 0x7F:
      true
    default: false
    }
  }
}
