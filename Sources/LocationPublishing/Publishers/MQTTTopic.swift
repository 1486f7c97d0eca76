/// The topic of messages, which may name the device: `owntracks/jane/phone`, `fleet/{device}`.
///
/// As in OwnTracks, locations have the topic itself, events the topic with `/event` after it, and places the
/// topic with `/waypoint`.
///
/// The topic is a ``DeviceTemplate``, and the slashes of a device's name divide levels: `anna/phone` makes
/// `fleet/anna/phone`, and `/dev/ttyACM0` makes `fleet/dev/ttyACM0`. Characters that a topic must not have are
/// percent-encoded: `%23` for `#`.
public struct MQTTTopic: Hashable, Sendable {
  /// The topic as it was given.
  public var text: String { template.text }
  private let template: DeviceTemplate

  /// Checks a topic.
  ///
  /// - Throws: ``PublishErrorCode/invalidTarget`` for an empty topic, a wildcard, or another name in braces.
  public init(_ text: String) throws(PublishError) {
    let isPath = text.utf8.first != UInt8(ascii: "/") && text.utf8.last != UInt8(ascii: "/")
    guard !text.isEmpty, text.utf8.count < 60_000, isPath, let template = DeviceTemplate(text),
      !template.literals.contains(where: { $0.utf8.contains(where: Self.isReserved) })
    else {
      throw PublishError(
        .invalidTarget,
        detail: "'\(text)' is not a topic; it looks like owntracks/USER/DEVICE, may have "
          + "{device}, {device.1} or {device.-1}, and has no + and #")
    }
    self.template = template
  }

  /// Whether the topic names the device.
  public var namesDevice: Bool { template.namesDevice }

  /// The topic of a message.
  ///
  /// - Parameters:
  ///   - kind: what is published. Events and waypoints have topics below that of locations.
  ///   - device: the name of the device behind its source; `nil` for a source without devices.
  public func name(for kind: PublishedMessage.Kind, device: String?) -> String {
    let name = template.text(for: device, separator: "/") {
      Self.isReserved($0) || $0 == UInt8(ascii: "%")
    }
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
