import LocationText

/// A JSON value that can be written again without a loss: the order of members and the digits of numbers
/// stay as they were read.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// The text of the number.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  static func number(_ value: Double) -> JSONValue {
    let text = "\(value)"
    return .number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// A finite number.
  var double: Double? {
    guard case .number(let text) = self, let value = Double(text), value.isFinite else {
      return nil
    }
    return value
  }

  var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  var object: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }
}

/// The members of a JSON object in their order.
struct JSONObject: Hashable, Sendable {
  struct Member: Hashable, Sendable {
    var name: String
    var value: JSONValue
  }

  var members: [Member] = []

  /// The value of the first member with a name. A new member is added at the end; `nil` removes all
  /// members with the name.
  subscript(name: String) -> JSONValue? {
    get { members.first { $0.name == name }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append(Member(name: name, value: newValue))
      }
    }
  }
}

// MARK: Reading

extension JSONValue {
  /// Reads a text that is one value.
  init(_ text: [UInt8]) throws(JSONMistake) {
    guard String(validating: text, as: UTF8.self) != nil else {
      throw JSONMistake(line: 1, problem: "not UTF-8")
    }
    let result = text.withUnsafeBytes { bytes in
      Result { () throws(JSONScanner.Failure) in
        // Some editors write a byte order mark before UTF-8.
        var scanner = JSONScanner(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        let value = try Self.value(try scanner.next(), &scanner)
        _ = try scanner.next()
        return value
      }
    }
    switch result {
    case .success(let value): self = value
    case .failure(let failure):
      let line = text.prefix(failure.offset).reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      throw JSONMistake(line: line, problem: "not JSON (\(failure.reason))")
    }
  }

  private static func value(
    _ token: JSONScanner.Token, _ scanner: inout JSONScanner
  ) throws(JSONScanner.Failure) -> JSONValue {
    switch token {
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .string: return .string(scanner.text)
    case .number:
      let digits = UnsafeRawBufferPointer(rebasing: scanner.bytes[scanner.contents])
      return .number(String(decoding: digits, as: UTF8.self))
    case .beginArray:
      var elements: [JSONValue] = []
      while true {
        let token = try scanner.next()
        if token == .endArray { return .array(elements) }
        elements.append(try value(token, &scanner))
      }
    case .beginObject:
      var object = JSONObject()
      while try scanner.next() == .name {
        let name = scanner.text
        let value = try value(try scanner.next(), &scanner)
        object.members.append(.init(name: name, value: value))
      }
      return .object(object)
    // The scanner returns no other token where a value begins.
    case .null, .name, .endObject, .endArray, .end: return .null
    }
  }
}

// MARK: Writing

extension ByteText {
  /// Writes a value without spaces.
  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .number(let text): write(text: text)
    case .string(let text): write(jsonString: text)
    case .array(let elements):
      write("[")
      for (index, element) in elements.enumerated() {
        if index > 0 { write(",") }
        write(element)
      }
      write("]")
    case .object(let object):
      write("{")
      for (index, member) in object.members.enumerated() {
        if index > 0 { write(",") }
        write(jsonString: member.name)
        write(":")
        write(member.value)
      }
      write("}")
    }
  }

  /// Writes values in lines of their own, as an array.
  mutating func write(lines values: [JSONValue]) {
    write("[")
    for (index, value) in values.enumerated() {
      write(index > 0 ? ",\n" : "\n")
      write(value)
    }
    write(values.isEmpty ? "]" : "\n]")
  }
}
