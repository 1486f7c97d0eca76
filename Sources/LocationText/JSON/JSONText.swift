#if !hasFeature(Embedded)
  /// A JSON value, and the line of the text in which it begins.
  ///
  /// Foundation's decoder does not say in which line a value is, so files that people write are not read
  /// with it.
  package struct JSONNode: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
      case null
      case bool(Bool)
      case number(Double)
      case string(String)
      case array([JSONNode])
      /// In the order of the text.
      case object([Member])
    }

    package struct Member: Hashable, Sendable {
      package var name: String
      package var line: Int
      package var node: JSONNode
    }

    package var line: Int
    package var value: Value

    /// The value in the words of an error.
    package var summary: String {
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

  /// A mistake in a JSON text.
  package struct JSONMistake: Error, Hashable, Sendable {
    /// The line that is wrong, from 1.
    package let line: Int
    package let problem: String

    package init(line: Int, problem: String) {
      self.line = line
      self.problem = problem
    }
  }

  /// Builds a ``JSONNode`` from a JSON text.
  package struct JSONText {
    private var json: JSONScanner
    private var line = 1
    /// The offset up to which `line` is counted.
    private var counted = 0

    /// Reads a text that is one value.
    ///
    package static func node(of bytes: [UInt8]) throws(JSONMistake) -> JSONNode {
      let result = bytes.withUnsafeBytes { bytes in
        Result { () throws(JSONMistake) in
          var text = JSONText(bytes)
          let node = try text.value(try text.next())
          _ = try text.next()
          return node
        }
      }
      return try result.get()
    }

    private init(_ bytes: UnsafeRawBufferPointer) {
      // Some editors write a byte order mark before UTF-8.
      json = JSONScanner(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    // MARK: Values

    /// The value that begins with a token.
    private mutating func value(_ token: JSONScanner.Token) throws(JSONMistake) -> JSONNode {
      let line = line(at: json.offset)
      switch token {
      case .beginObject: return JSONNode(line: line, value: .object(try members()))
      case .beginArray:
        var elements: [JSONNode] = []
        while true {
          let token = try next()
          if token == .endArray { return JSONNode(line: line, value: .array(elements)) }
          elements.append(try value(token))
        }
      case .string: return JSONNode(line: line, value: .string(json.text))
      case .number:
        guard json.number.isFinite else {
          throw error("\(word(json.contents)) is not a number", at: json.contents.lowerBound)
        }
        return JSONNode(line: line, value: .number(json.number))
      case .true: return JSONNode(line: line, value: .bool(true))
      case .false: return JSONNode(line: line, value: .bool(false))
      // The scanner returns no other token where a value begins.
      case .null, .name, .endObject, .endArray, .end: return JSONNode(line: line, value: .null)
      }
    }

    private mutating func members() throws(JSONMistake) -> [JSONNode.Member] {
      var members: [JSONNode.Member] = []
      while try next(after: members.last?.name) == .name {
        let name = json.text
        let line = line(at: json.contents.lowerBound)
        guard !members.contains(where: { $0.name == name }) else {
          throw error("\"\(name)\" appears twice", at: json.contents.lowerBound)
        }
        members.append(.init(name: name, line: line, node: try value(try next())))
      }
      return members
    }

    // MARK: Tokens

    private mutating func next(after name: String? = nil) throws(JSONMistake) -> JSONScanner.Token {
      do throws(JSONScanner.Failure) {
        return try json.next()
      } catch {
        throw self.error(problem(error, after: name), at: error.offset)
      }
    }

    private func problem(_ failure: JSONScanner.Failure, after name: String?) -> String {
      switch failure.reason {
      case .valueExpected where failure.isIncomplete:
        return "the text ends before an expected value"
      case .valueExpected:
        let letters = run(from: failure.offset) {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
        }
        guard letters.isEmpty else { return "expected a value, not \(word(letters))" }
        return "expected a value, not \"\(Character(Unicode.Scalar(json.bytes[failure.offset])))\""
      case .nameExpected: return "expected a name in quotes"
      case .colonExpected: return "expected \":\" after \"\(json.text)\""
      case .memberSeparatorExpected: return "expected \",\" or \"}\" after \"\(name ?? "")\""
      case .elementSeparatorExpected: return "expected \",\" or \"]\""
      case .malformedNumber: return "\(word(number(around: failure.offset))) is not a number"
      case .malformedEscape: return "unknown escape in a string"
      case .malformedCodeUnit: return "expected four hexadecimal digits after \\u"
      case .controlCharacter: return "a string cannot contain a line break or a control character"
      case .unclosedString: return "a string is not closed"
      case .tooDeep: return "nested too deeply"
      case .trailingText: return "there is more text after the end of the value"
      }
    }

    private func error(_ problem: String, at offset: Int) -> JSONMistake {
      var text = self
      return JSONMistake(line: text.line(at: offset), problem: "not JSON: \(problem)")
    }

    /// The line of an offset. Offsets must not decrease from call to call.
    private mutating func line(at offset: Int) -> Int {
      while counted < offset {
        if json.bytes[counted] == UInt8(ascii: "\n") { line += 1 }
        counted += 1
      }
      return line
    }

    // MARK: Words of errors

    private func word(_ range: Range<Int>) -> String {
      String(decoding: UnsafeRawBufferPointer(rebasing: json.bytes[range]), as: UTF8.self)
    }

    private func run(from start: Int, where belongs: (UInt8) -> Bool) -> Range<Int> {
      var end = start
      while end < json.bytes.count, belongs(json.bytes[end]) { end += 1 }
      return start..<end
    }

    /// The characters of a number before and after an offset.
    private func number(around offset: Int) -> Range<Int> {
      let characters = "+-.0123456789eE".utf8
      var start = offset
      while start > 0, characters.contains(json.bytes[start - 1]) { start -= 1 }
      return run(from: start) { characters.contains($0) }
    }
  }
#endif
