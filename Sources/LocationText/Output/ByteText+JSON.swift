// Members of JSON objects. `name` is all the text before the value, such as `,"lat":`, so that one
// copy writes it. A member without a value is not written. The most frequent functions are inlined,
// so that the length of `name` is a constant.
extension ByteText {
  /// Writes a number with all its decimals.
  @inline(__always)
  @inlinable
  public mutating func member(_ name: StaticString, _ value: Double?, places: Int) {
    guard let value, let number = FixedPoint(value, places: places) else { return }
    write(name)
    write(number)
  }

  /// Writes a comma and the name of a member, `,"name":`.
  @inline(__always)
  @inlinable
  public mutating func write(memberName name: StaticString) {
    let length = name.utf8CodeUnitCount
    reserve(length + 4)
    let place = base + used
    used += length + 4
    place[0] = UInt8(ascii: ",")
    place[1] = UInt8(ascii: "\"")
    (place + 2).update(from: name.utf8Start, count: length)
    place[length + 2] = UInt8(ascii: "\"")
    place[length + 3] = UInt8(ascii: ":")
  }

  /// Writes a member with a sum to three decimals, or nothing without a value. It may have more digits than a measurement.
  public mutating func member(_ name: StaticString, total value: Double?) {
    guard let value, value.magnitude < 1e15 else { return }
    write(name)
    write(trimming: FixedPoint(digits: Int((value * 1000).rounded()), decimals: 3))
  }

  /// Writes a number without the zeros at its end.
  public mutating func member(_ name: StaticString, trimming value: Double?, places: Int) {
    guard let value, let number = FixedPoint(value, places: places) else { return }
    write(name)
    write(trimming: number)
  }

  /// Writes a whole number.
  @inline(__always)
  @inlinable
  public mutating func member(_ name: StaticString, integer value: Int?) {
    guard let value else { return }
    write(name)
    write(integer: value)
  }

  /// Writes `true` or `false`.
  public mutating func member(_ name: StaticString, boolean value: Bool?) {
    guard let value else { return }
    write(name)
    write(value ? "true" : "false")
  }

  /// Writes a string, quoted and escaped.
  public mutating func member(_ name: StaticString, string value: String?) {
    guard let value else { return }
    write(name)
    write(jsonString: value)
  }

  /// Writes values in brackets, with commas between them.
  public mutating func write<Values: Sequence>(
    array values: Values, _ write: (inout ByteText, Values.Element) -> Void
  ) {
    self.write("[")
    self.write(list: values, write)
    self.write("]")
  }

  /// Writes values with commas between them.
  public mutating func write<Values: Sequence>(
    list values: Values, separator: StaticString = ",",
    _ write: (inout ByteText, Values.Element) -> Void
  ) {
    var isFirst = true
    for value in values {
      if !isFirst { self.write(separator) }
      isFirst = false
      write(&self, value)
    }
  }

  /// Writes the shortest number that parses as the same `Double`, without decimals if it is whole.
  /// Infinity and NaN become `null`, because JSON has no such numbers.
  public mutating func write(jsonNumber value: Double) {
    let magnitude = value.magnitude
    // A Double distinguishes 15 digits. So if fifteen digits or fewer give the same number, no shorter
    // text does. Below 10⁻⁴ the shortest text has an exponent.
    if magnitude < 1e6, magnitude >= 1e-4 || magnitude == 0 {
      let whole = Int(value)
      if Double(whole) == value { return write(integer: whole) }
      if let number = FixedPoint(value, places: 3), number.value == value {
        return write(trimming: number)
      }
      if let number = FixedPoint(value, places: 9), number.value == value {
        return write(trimming: number)
      }
    }
    guard value.isFinite else { return write("null") }
    let text = value.description
    write(text: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a string as JSON (RFC 8259 section 7): quoted, with `"`, `\` and controls escaped.
  public mutating func write(jsonString string: String) {
    write(byte: UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case UInt8(ascii: "\n"): write("\\n")
      case UInt8(ascii: "\r"): write("\\r")
      case UInt8(ascii: "\t"): write("\\t")
      case 0..<0x20, 0x7F:
        write(text: "\\u00" + byte.hexadecimal)
      default: write(byte: byte)
      }
    }
    write(byte: UInt8(ascii: "\""))
  }
}
