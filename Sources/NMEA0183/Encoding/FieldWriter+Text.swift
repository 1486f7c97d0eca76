// Text and its escapes.
extension FieldWriter {
  mutating func name(
    _ field: Int, _ name: StaticString, _ value: inout ShortName?
  ) throws(SentenceEncodingError) {
    begin(field)
    guard let name = value else { return }
    var index = 0
    while index < name.count {
      index += try character(
        name[index], name[min(index + 1, ShortName.capacity - 1)], escapesComma: true)
    }
  }

  mutating func text(
    _ field: Int, _ name: StaticString, _ value: inout ShortText
  ) throws(SentenceEncodingError) {
    begin(field)
    var index = 0
    while index < value.count {
      index += try character(
        value[index], value[min(index + 1, ShortText.capacity - 1)], escapesComma: false)
    }
  }

  mutating func rest(
    _ field: Int, _ name: StaticString, _ value: inout ShortText
  ) throws(SentenceEncodingError) {
    guard value.count > 0 else { return }
    begin(field)
    for index in 0..<value.count {
      let byte = value[index]
      guard (0x20...0x7E).contains(byte), byte != Byte.dollar, byte != Byte.star
      else { throw outOfRange }
      bytes.append(byte)
    }
  }

  /// Writes a character of one or two bytes of UTF-8, escaped if it is reserved. Returns the number
  /// of its bytes.
  mutating func character(
    _ byte: UInt8, _ following: UInt8, escapesComma: Bool
  ) throws(SentenceEncodingError) -> Int {
    if byte.isPlain, !(escapesComma && byte == Byte.comma) {
      bytes.append(byte)
      return 1
    }
    guard byte >= 0x80 else {
      appendEscape(byte)
      return 1
    }
    // Escapes are in ISO 8859-1, which ends at U+00FF.
    guard byte & 0xFE == 0xC2, following & 0xC0 == 0x80 else { throw outOfRange }
    appendEscape(byte << 6 | following & 0x3F)
    return 2
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(Byte.caret)
    appendHexadecimal(byte >> 4)
    appendHexadecimal(byte & 0xF)
  }
}

extension UInt8 {
  /// Whether a field can contain this byte unescaped: printable ASCII that is not reserved.
  fileprivate var isPlain: Bool {
    guard (0x20...0x7D).contains(self) else { return false }
    switch self {
    case Byte.dollar, Byte.star, Byte.exclamation, Byte.backslash, Byte.caret: return false
    default: return true
    }
  }
}
