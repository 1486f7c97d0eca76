internal import LocationText

/// A text that may name the device: a topic, a URL or an identifier.
///
/// `{device}` is the whole name of the device behind its source, so that different devices have different texts.
/// `{device.1}` is the first level of the name, which slashes divide, `{device.2}` the second one, `{device.-1}` the last one.
/// A source without devices has the name `device`.
public struct DeviceTemplate: Hashable, Sendable {
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

  /// The text as it was given.
  public let text: String
  private let parts: [Part]

  /// Reads a text; `nil` if it has another name in braces.
  public init?(_ text: String) {
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
    self.text = text
    self.parts = parts
  }

  /// A text whose braces mean nothing.
  init(literal text: String) {
    self.text = text
    parts = [.text(text[...])]
  }

  /// Whether the text names the device.
  public var namesDevice: Bool { parts.count > 1 }

  /// The parts of the text beside the placeholders.
  var literals: [Substring] {
    parts.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The text for a device.
  ///
  /// - Parameters:
  ///   - device: the name of the device; `nil` for a source without devices.
  ///   - separator: what divides the levels of the name.
  ///   - isEncoded: whether a byte of a level is percent-encoded. The percent sign must be, so that different names stay
  ///     different.
  func text(
    for device: String?, separator: String, percentEncoding isEncoded: (UInt8) -> Bool
  ) -> String {
    let levels = (device ?? "device").split(separator: "/").map { level in
      var text = ByteText()
      text.write(percentEncoding: level, where: isEncoded)
      return text.string
    }
    return parts.map { part in
      switch part {
      case .text(let text): return String(text)
      case .device: return levels.joined(separator: separator)
      case .level(let level):
        let index = level > 0 ? level - 1 : levels.count + level
        return levels.indices.contains(index) ? levels[index] : "-"
      }
    }.joined()
  }

  /// The text for a device as a part of a URL.
  package func url(for device: String?) -> String {
    text(for: device, separator: "%2F") { !$0.isUnreserved }
  }
}
