/// The characters that the user's locale can show. Text for people is encoded with it: the format `text`,
/// the reports of the doctor, help and messages. Formats that programs read are always UTF-8.
package enum TextEncoding: Sendable {
  case unicode, ascii

  /// The environment variables with the locale. The first one that is set and not empty decides.
  package static let variables = ["LC_ALL", "LC_CTYPE", "LANG"]

  /// The encoding of the locale that environment variables name. Without a locale it is ASCII.
  package init(variables: [String: String]) {
    let locale = Self.variables.lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    // A locale may end with a modifier, such as in de_DE.UTF-8@euro.
    let codeset = (locale.split(separator: "@").first ?? "").lowercased()
    self = codeset.hasSuffix("utf-8") || codeset.hasSuffix("utf8") ? .unicode : .ascii
  }

  /// Whether the bytes need no change.
  func contains(_ bytes: UnsafeRawBufferPointer) -> Bool {
    self == .unicode || bytes.allSatisfy { $0 < 0x80 }
  }

  /// The bytes of UTF-8 text in this encoding.
  func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    if contains(bytes) { return Array(bytes) }
    var plain = ""
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      plain += replacement(of: scalar, before: scalars.first)
    }
    return Array(plain.utf8)
  }

  /// The columns that UTF-8 text takes on a terminal in this encoding.
  func columns(of bytes: UnsafeRawBufferPointer) -> Int {
    contains(bytes)
      ? bytes.count { $0 & 0xC0 != 0x80 } : encode(bytes).count
  }

  /// ASCII text for a character.
  private func replacement(of scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> String {
    switch scalar {
    case _ where scalar.isASCII: String(scalar)
    case "°": next.map { "0"..."9" ~= $0 } == true ? " deg " : " deg"
    case "±": "+/-"
    case "→": "->"
    case "′", "’", "‘": "'"
    case "″", "“", "”": "\""
    case "–", "—", "−": "-"
    case "…": "..."
    case "×": "x"
    case "µ", "μ": "u"
    default: "?"
    }
  }
}

/// Encodes text for people, which cannot control a terminal, and sends it to another sink.
struct EncodingSink: OutputSink {
  let base: any OutputSink
  let encoding: TextEncoding

  var terminalWidth: Int? { base.terminalWidth }

  func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    let text = PrintableText.lines(bytes)
    let encoded = text.withUnsafeBytes { encoding.contains($0) ? text : encoding.encode($0) }
    try base.write(encoded)
  }
}
