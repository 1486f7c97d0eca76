import LocationText

/// Text from outside, such as a name, cannot control a terminal or deceive its user: a character that is not visible
/// becomes `?`.
enum PrintableText {
  static func line(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
    return replacing(Array(text.unicodeScalars)) { _, _ in false }
  }

  /// The bytes of UTF-8 text of any number of lines. Tabs and line ends stay.
  static func lines(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let isPlain = bytes.allSatisfy { 0x20..<0x7F ~= $0 || $0 == UInt8(ascii: "\n") }
    if isPlain { return Array(bytes) }
    let text = replacing(Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)) {
      $0 == "\n" || $0 == "\t" || $0 == "\r" && $1 == "\n"
    }
    return Array(text.utf8)
  }

  /// - Parameter isLayout: whether a character, before the next one, is part of the layout.
  private static func replacing(
    _ scalars: [Unicode.Scalar], isLayout: (Unicode.Scalar, Unicode.Scalar?) -> Bool
  ) -> String {
    var text = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      let isShown =
        isVisible(scalar) || isLayout(scalar, next)
        || index > 0 && joinsEmoji(scalar, after: scalars[index - 1], before: next)
      text.append(isShown ? scalar : "?")
    }
    return String(text)
  }

  /// Whether a terminal shows a character, and nothing changes but its own cells. Control characters and escape
  /// sequences control the terminal. Format characters turn the direction of text. Others are invisible, so that two
  /// different names look the same.
  static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA1...0xAC, 0xAE...0x02FF, 0x2010...0x2027, 0x2030...0x205E: return true
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether an invisible character is a part of an emoji, such as a family.
  private static func joinsEmoji(
    _ scalar: Unicode.Scalar, after last: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    func isEmoji(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { $0.value > 0x7F && $0.properties.isEmoji } ?? false
    }
    switch scalar {
    case "\u{FE0E}", "\u{FE0F}": return isEmoji(last)
    case "\u{200D}": return (isEmoji(last) || last == "\u{FE0F}") && isEmoji(next)
    default: return false
    }
  }
}

/// Shows bytes on a terminal that they cannot control.
struct PrintableSink: OutputSink {
  let base: any OutputSink

  var terminalWidth: Int? { base.terminalWidth }

  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try base.write(PrintableText.lines(bytes))
  }
}

extension ByteText {
  /// Writes a string from outside in one line; see ``PrintableText``.
  mutating func write(printable string: String) { write(text: PrintableText.line(string)) }

  /// Writes a line with a title and a string from outside; nothing without a string.
  mutating func write(line title: StaticString, _ value: String?) {
    guard let value else { return }
    write(title)
    write(printable: value)
    write("\n")
  }
}
