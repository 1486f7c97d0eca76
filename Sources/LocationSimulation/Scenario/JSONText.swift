/// A JSON value, and the line of the text it begins in.
///
/// The library reads scenarios with a reader of its own: Foundation's says neither where a value
/// stands nor, without all of Foundation, where a text breaks off.
struct JSONNode: Hashable, Sendable {
  enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// In the order of the text.
    case object([Member])
  }

  struct Member: Hashable, Sendable {
    var name: String
    var line: Int
    var node: JSONNode
  }

  var line: Int
  var value: Value

  /// What it is, as an error says it.
  var summary: String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Reads JSON (RFC 8259).
struct JSONText {
  private static let deepest = 64

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1

  /// Reads a text that is one value.
  ///
  /// - Throws: ``ScenarioError`` with the line the text goes wrong in.
  static func node(of bytes: [UInt8]) throws(ScenarioError) -> JSONNode {
    var text = JSONText(bytes: bytes)
    text.skipMark()
    let node = try text.value(depth: 0)
    text.skipSpace()
    guard text.index == bytes.count else {
      throw text.error("something after the end of the value")
    }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Values

  private mutating func value(depth: Int) throws(ScenarioError) -> JSONNode {
    guard depth < Self.deepest else { throw error("nested too deeply") }
    skipSpace()
    let line = line
    guard let byte = peek else { throw error("the text ends where a value was expected") }
    let value: JSONNode.Value
    switch byte {
    case UInt8(ascii: "{"): value = .object(try members(depth: depth))
    case UInt8(ascii: "["): value = .array(try elements(depth: depth))
    case UInt8(ascii: "\""): value = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = .number(try number())
    default: value = try word()
    }
    return JSONNode(line: line, value: value)
  }

  private mutating func members(depth: Int) throws(ScenarioError) -> [JSONNode.Member] {
    index += 1
    var members: [JSONNode.Member] = []
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let line = line
      guard peek == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let name = try string()
      guard !members.contains(where: { $0.name == name }) else {
        throw error("\"\(name)\" is there twice")
      }
      skipSpace()
      guard take(":") else { throw error("expected \":\" after \"\(name)\"") }
      members.append(.init(name: name, line: line, node: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw error("expected \",\" or \"}\" after \"\(name)\"") }
    }
  }

  private mutating func elements(depth: Int) throws(ScenarioError) -> [JSONNode] {
    index += 1
    var elements: [JSONNode] = []
    skipSpace()
    if take("]") { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw error("expected \",\" or \"]\"") }
    }
  }

  private mutating func number() throws(ScenarioError) -> Double {
    let start = index
    while let byte = peek, "+-.0123456789eE".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let digits = text.drop { $0 == "-" }
    guard let value = Double(text), value.isFinite, text.last != ".", digits.first != ".",
      !(digits.first == "0" && digits.dropFirst().first?.isNumber == true)
    else {
      throw error("\(text) is not a number")
    }
    return value
  }

  private mutating func word() throws(ScenarioError) -> JSONNode.Value {
    let start = index
    while let byte = peek, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) { index += 1 }
    switch String(decoding: bytes[start..<index], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    case "":
      let sign = Character(Unicode.Scalar(bytes[start]))
      throw error("expected a value, not \"\(sign)\"")
    case let other: throw error("expected a value, not \(other)")
    }
  }

  private mutating func string() throws(ScenarioError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = peek {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      case ..<0x20: throw error("a string does not go beyond its line")
      default: text.append(byte)
      }
    }
    throw error("a string is not closed")
  }

  private mutating func escape() throws(ScenarioError) -> [UInt8] {
    guard let byte = peek else { throw error("a string is not closed") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "u"):
      var units = [try codeUnit()]
      if UTF16.isLeadSurrogate(units[0]), take("\\"), take("u") { units.append(try codeUnit()) }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: throw error("an escape that is none")
    }
  }

  private mutating func codeUnit() throws(ScenarioError) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits after \\u") }
    index += 4
    return unit
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || (9...10).contains(byte) || byte == 13 {
      if byte == 10 { line += 1 }
      index += 1
    }
  }

  /// Skips the mark some editors put before UTF-8.
  private mutating func skipMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private func error(_ problem: String) -> ScenarioError {
    ScenarioError(line: line, problem: "not JSON: \(problem)")
  }
}
