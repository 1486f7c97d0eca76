extension String {
  /// The text of a line of HTML, without its tags; `nil` if there is none.
  ///
  /// It decodes the characters by number, and those by name that attributions have. Other names stay as they are.
  init?(html: String) {
    var text = ""
    var rest = html[...]
    while let character = rest.popFirst() {
      if character == "<", let first = rest.first, first.isLetter || first == "/" || first == "!" {
        rest = rest.drop { $0 != ">" }.dropFirst()
      } else if character == "&", let end = rest.prefix(10).firstIndex(of: ";"),
        let decoded = Self.character(named: rest[..<end])
      {
        text.append(decoded)
        rest = rest[end...].dropFirst()
      } else {
        text.append(character)
      }
    }
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    self = words.joined(separator: " ")
  }

  /// The character that HTML writes as `&name;`.
  private static func character(named name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return " "
    case "copy": return "©"
    case "reg": return "®"
    default:
      guard name.first == "#" else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.first?.lowercased() == "x"
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}
