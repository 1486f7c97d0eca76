/// Members of JSON objects. `name` is the whole of what comes before the value, as `,"lat":`, so
/// that it is one copy; a member without a value is left out.
// The most frequent are inlined: what they write then is of a length that is known.
extension ByteText {
  @inline(__always)
  package mutating func member(_ name: StaticString, _ value: Double?, places: Int) {
    guard let value, let number = FixedPoint(value, places: places) else { return }
    write(name)
    write(number)
  }

  package mutating func member(_ name: StaticString, trimming value: Double?, places: Int) {
    guard let value, let number = FixedPoint(value, places: places) else { return }
    write(name)
    write(trimming: number)
  }

  @inline(__always)
  package mutating func member(_ name: StaticString, integer value: Int?) {
    guard let value else { return }
    write(name)
    write(integer: value)
  }

  package mutating func member(_ name: StaticString, string value: String?) {
    guard let value else { return }
    write(name)
    write(jsonString: value)
  }

  /// Writes a string as JSON (RFC 8259 section 7): quoted, with `"`, `\` and controls escaped.
  package mutating func write(jsonString string: String) {
    write(byte: UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case UInt8(ascii: "\n"): write("\\n")
      case UInt8(ascii: "\r"): write("\\r")
      case UInt8(ascii: "\t"): write("\\t")
      case 0..<0x20, 0x7F:
        write("\\u00")
        write(byte: Self.hexadecimal(byte >> 4))
        write(byte: Self.hexadecimal(byte & 0xF))
      default: write(byte: byte)
      }
    }
    write(byte: UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
  }
}
