/// Text in comma-separated values (RFC 4180).
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula and runs it. Names come from other
/// people, so such a text gets an apostrophe before it, which makes it text; reading removes it again. Numbers are
/// written as they are.
public enum CSVText {
  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a text that begins with this byte is written with an apostrophe before it.
  private static func isMarked(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D,
      apostrophe:
      true
    default: false
    }
  }

  /// The text of a cell as it was before it was written.
  public static func read(_ cell: String) -> String {
    var bytes = cell.utf8.makeIterator()
    guard bytes.next() == apostrophe, let second = bytes.next(), isMarked(second) else {
      return cell
    }
    return String(cell.dropFirst())
  }

  fileprivate static func needsMark(_ text: String) -> Bool {
    text.utf8.first.map(isMarked) ?? false
  }
}

extension ByteText {
  /// Writes a text as a cell, between quotation marks if it has separators or line ends.
  public mutating func write(csv text: String) {
    let isQuoted = text.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte < 0x20
    }
    if isQuoted { write("\"") }
    if CSVText.needsMark(text) { write("'") }
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") { write(byte: byte) }
      write(byte: byte)
    }
    if isQuoted { write("\"") }
  }
}
