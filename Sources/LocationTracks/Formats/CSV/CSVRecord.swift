import LocationText

/// The fields of a record of a CSV file (RFC 4180), between separators of any kind.
struct CSVRecord {
  private static let quote = UInt8(ascii: "\"")

  /// The bytes of the record, valid as long as the line is.
  let bytes: UnsafeRawBufferPointer
  /// Where the fields are, without spaces and without quotation marks around them.
  private(set) var fields: [Range<Int>] = []

  init(_ bytes: UnsafeRawBufferPointer, separator: UInt8) {
    self.bytes = bytes
    split(at: separator)
  }

  /// Whether a text ends between quotation marks, so that the next line belongs to it.
  static func isOpen(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var isOpen = false
    for byte in bytes where byte == quote { isOpen.toggle() }
    return isOpen
  }

  /// The bytes of a field, empty beyond the last one. Two quotation marks in it stand for one.
  func field(_ index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[index < fields.count ? fields[index] : 0..<0])
  }

  /// The text of a field; see `CSVText`.
  func text(_ index: Int) -> String {
    var text: [UInt8] = []
    var isSecond = false
    for byte in field(index) {
      isSecond = byte == Self.quote && !isSecond && text.last == Self.quote
      if !isSecond { text.append(byte) }
    }
    return CSVText.read(String(decoding: text, as: UTF8.self))
  }

  private mutating func split(at separator: UInt8) {
    var start = 0
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == Self.quote {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted {
        fields.append(trimmed(start..<index))
        start = index + 1
      }
    }
    fields.append(trimmed(start..<bytes.count))
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    if end - start >= 2, bytes[start] == Self.quote, bytes[end - 1] == Self.quote {
      (start, end) = (start + 1, end - 1)
    }
    return start..<end
  }

  /// Columbus loggers fill their fields with zero bytes.
  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0
  }
}
