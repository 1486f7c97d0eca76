import LocationText
import LocationTracks

/// Text that has to fit into the columns of a terminal.
enum ViewText {
  /// Text in an encoding, as characters. What is not visible becomes `?`; see ``PrintableText``.
  static func encoded(_ text: String, _ encoding: TextEncoding) -> String {
    // Most text needs no change.
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    let encoded = Array(PrintableText.line(text).utf8).withUnsafeBytes {
      String(decoding: encoding.encode($0), as: UTF8.self)
    }
    return String(encoded.map { beginsWithMark($0) ? "?" : $0 })
  }

  /// A mark without a letter would change the character before it.
  private static func beginsWithMark(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The columns of a character: 2 for the wide characters of East Asia and for emoji.
  static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first, scalar.value >= 0x1100 else { return 1 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  static func columns(of text: String, _ encoding: TextEncoding) -> Int {
    encoded(text, encoding).reduce(0) { $0 + columns(of: $1) }
  }

  /// As many of the parts of a text as fit. Commas, colons and brackets divide the parts.
  static func fitted(_ text: String, into width: Int, _ encoding: TextEncoding) -> String {
    var rest = text[...]
    while columns(of: String(rest), encoding) > width {
      let end = rest.indices.dropFirst().last { index in
        rest[index] == "," || rest[index] == ":" && rest[index...].hasPrefix(": ")
          || rest[index...].hasPrefix(" (")
      }
      guard let end else { return String(text) }
      rest = rest[..<end]
    }
    return String(rest)
  }

  /// A distance for people: "850 m", "3.20 km", "0.12 nmi".
  static func distance(_ meters: Double, _ units: UnitSystem) -> String {
    let unit = PlotUnit(forDistance: meters, units)
    var text = ByteText()
    if let number = FixedPoint(meters / unit.size, places: unit.size == 1 ? 0 : 2) {
      text.write(number)
      text.write(" ")
      text.write(text: unit.symbol)
    }
    return text.string
  }

  /// A duration in whole seconds: "12 s", "1:05", "2:00:10".
  static func duration(_ duration: Duration) -> String {
    var text = ByteText()
    text.write(seconds: Double(max(duration, .zero).components.seconds))
    return text.string
  }
}
