#if !hasFeature(Embedded)
  /// A JSON value that can be written again without a loss: the order of members and the digits of numbers
  /// stay as they were read. It knows the line of the text in which it begins.
  package struct JSONValue: Sendable {
    package enum Content: Sendable {
      case null
      case bool(Bool)
      /// The text of the number.
      case number(String)
      case string(String)
      case array([JSONValue])
      case object(JSONObject)
    }

    package var content: Content
    /// The line of the text, from 1; 0 for a value that was not read.
    package var line: Int

    package init(_ content: Content, line: Int = 0) {
      self.content = content
      self.line = line
    }

    package static let null = JSONValue(.null)

    package static func bool(_ value: Bool) -> JSONValue { JSONValue(.bool(value)) }

    package static func number(_ value: Double) -> JSONValue {
      let text = "\(value)"
      return JSONValue(.number(text.hasSuffix(".0") ? String(text.dropLast(2)) : text))
    }

    package static func string(_ text: String) -> JSONValue { JSONValue(.string(text)) }

    package static func array(_ elements: [JSONValue]) -> JSONValue { JSONValue(.array(elements)) }

    package static func object(_ object: JSONObject) -> JSONValue { JSONValue(.object(object)) }

    package var isNull: Bool {
      if case .null = content { true } else { false }
    }

    package var string: String? {
      if case .string(let value) = content { value } else { nil }
    }

    /// A finite number.
    package var double: Double? {
      guard case .number(let text) = content, let value = Double(text), value.isFinite else {
        return nil
      }
      return value
    }

    package var bool: Bool? {
      if case .bool(let value) = content { value } else { nil }
    }

    package var array: [JSONValue]? {
      if case .array(let value) = content { value } else { nil }
    }

    package var object: JSONObject? {
      if case .object(let value) = content { value } else { nil }
    }

    /// The value of the first member with a name; `nil` if there is none, or if this is no object.
    package subscript(name: String) -> JSONValue? { object?[name] }

    /// The value in the words of an error.
    package var summary: String {
      switch content {
      case .null: "null"
      case .bool(let value): "\(value)"
      case .number(let text): double.map { "\($0)" } ?? text
      case .string(let value): "\"\(value)\""
      case .array: "an array"
      case .object: "an object"
      }
    }
  }

  /// The members of a JSON object in their order.
  package struct JSONObject: Sendable {
    package struct Member: Sendable {
      package var name: String
      package var value: JSONValue
      /// The line of the name, from 1; 0 for a member that was not read.
      package var line = 0
    }

    package var members: [Member] = []

    package init() {}

    /// The value of the first member with a name. A new member is added at the end; `nil` removes all
    /// members with the name.
    package subscript(name: String) -> JSONValue? {
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

  extension ByteText {
    /// Writes a value without spaces.
    package mutating func write(_ value: JSONValue) {
      switch value.content {
      case .null: write("null")
      case .bool(let value): write(value ? "true" : "false")
      case .number(let text): write(text: text)
      case .string(let text): write(jsonString: text)
      case .array(let elements): write(array: elements) { $0.write($1) }
      case .object(let object): write(object) { $0.write($1.value) }
      }
    }

    /// Writes an object whose values `body` writes.
    package mutating func write(
      _ object: JSONObject, _ body: (inout ByteText, JSONObject.Member) -> Void
    ) {
      write("{")
      write(list: object.members) { text, member in
        text.write(jsonString: member.name)
        text.write(":")
        body(&text, member)
      }
      write("}")
    }
  }
#endif
