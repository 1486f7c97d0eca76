import LocationReplay
import LocationText

/// Text and numbers in XML documents.
extension ByteText {
  /// Writes an element with text, or nothing without a text.
  mutating func element(_ start: StaticString, _ string: String?, _ end: StaticString) {
    guard let string else { return }
    write(start)
    write(xml: string)
    write(end)
  }

  /// Writes an element with the value of a sensor, or nothing if it was not measured.
  mutating func element(
    _ start: StaticString, _ sensors: SensorValues, _ field: SensorField, _ end: StaticString
  ) {
    member(start, field.get(sensors), places: field.places, end)
  }

  /// Writes character data. XML 1.0 cannot contain most control characters; they become U+FFFD. Tabs and
  /// line feeds stay.
  package mutating func write(xml string: String) {
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case 0..<0x20 where byte != 0x09 && byte != 0x0A: write("\u{FFFD}")
      default: write(byte: byte)
      }
    }
  }
}
