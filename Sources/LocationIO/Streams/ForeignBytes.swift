/// What bytes are that contain no sentence.
package enum ForeignBytes: Hashable, Sendable {
  case binary(BinaryProtocol)
  /// The answers and messages of a modem at the port for its commands.
  case modem
  /// A page, or the answer of a web server.
  case web
  case json
  /// Any other text.
  case text
  /// Any other bytes.
  case data

  /// Looks at the first bytes of a receiver or a file.
  package init(_ bytes: [UInt8]) {
    if let binary = BinaryProtocol(in: bytes) {
      self = .binary(binary)
    } else if bytes.starts(with: [0xB5, 0x62]) {
      self = .binary(.ubx)
    } else if bytes.contains(where: { $0 < 0x20 && !(0x09...0x0D).contains($0) }) {
      self = .data
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      // At a wrong rate, many bytes are no letters.
      let strange = text.unicodeScalars.count { $0 == "\u{FFFD}" }
      self = strange * 10 > bytes.count ? .data : Self.kind(of: text)
    }
  }

  private static func kind(of text: String) -> ForeignBytes {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    let first = lines.first { !$0.isEmpty } ?? ""
    if ["<!doctype html", "<html", "http/"].contains(where: first.lowercased().hasPrefix) {
      return .web
    }
    if first.hasPrefix("{\"") || first.hasPrefix("[{") { return .json }
    return lines.contains(where: isOfModem) ? .modem : .text
  }

  /// Whether a line is a command, an answer or a message of a modem (3GPP TS 27.007): `OK`, `AT+CSQ`, `+CREG: 0,1`,
  /// `^RSSI:17`.
  private static func isOfModem(_ line: Substring) -> Bool {
    if ["OK", "ERROR", "RDY", "RING", "NO CARRIER"].contains(line) { return true }
    if line.hasPrefix("AT+") || line.hasPrefix("AT^") { return true }
    guard line.first == "+" || line.first == "^", let colon = line.firstIndex(of: ":") else {
      return false
    }
    let name = line[..<colon].dropFirst()
    return name.utf8.count >= 3
      && name.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x20 }
  }

  /// What they are, in the words of an error.
  package var words: String {
    switch self {
    case .binary(let binary): "\(binary.rawValue), a binary protocol"
    case .modem: "the answers of a modem to AT commands"
    case .web: "the answer of a web server, or an HTML page"
    case .json: "JSON"
    case .text: "text"
    case .data: "binary data"
    }
  }

  /// What a receiver that sends them does, and what to do about it; `nil` if that is not known.
  package var advice: String? {
    switch self {
    case .binary(let binary): binary.advice
    case .modem:
      "it sends \(words); its sentences come at another port, often /dev/ttyUSB1, after AT+QGPS=1 (Quectel) or "
        + "AT+CGPS=1 (SIMCom) at this one"
    case .json: "it sends JSON; if it is gpsd, read gpsd://HOST:PORT"
    case .web, .text, .data: nil
    }
  }
}
