#if !hasFeature(Embedded)
  /// A mistake in a JSON text.
  package struct JSONMistake: Error, Hashable, Sendable {
    /// The line that is wrong, from 1.
    package let line: Int
    package let problem: String
    /// Why the text is not JSON; `nil` for another mistake.
    package let reason: JSONScanner.Failure.Reason?

    package init(line: Int, problem: String, reason: JSONScanner.Failure.Reason? = nil) {
      self.line = line
      self.problem = problem
      self.reason = reason
    }
  }

  extension JSONValue {
    /// Reads a text that a program wrote: one value in UTF-8. A name may appear twice in an object.
    package init(_ text: [UInt8]) throws(JSONMistake) {
      guard String(validating: text, as: UTF8.self) != nil else {
        throw JSONMistake(line: 1, problem: "not UTF-8")
      }
      self = try JSONValueReader.value(of: text, isHandwritten: false)
    }

    /// Reads a text that a person wrote: one value. A name that appears twice and a number beyond the range of
    /// `Double` are mistakes. Bytes that are not UTF-8 become U+FFFD.
    package init(handwritten text: [UInt8]) throws(JSONMistake) {
      self = try JSONValueReader.value(of: text, isHandwritten: true)
    }
  }

  /// Builds a ``JSONValue`` from the tokens of a text.
  private struct JSONValueReader {
    private var json: JSONScanner
    private let isHandwritten: Bool
    private var line = 1
    /// The offset up to which `line` is counted.
    private var counted = 0

    static func value(of text: [UInt8], isHandwritten: Bool) throws(JSONMistake) -> JSONValue {
      try text.withUnsafeBufferPointer { bytes throws(JSONMistake) in
        var reader = JSONValueReader(UnsafeRawBufferPointer(bytes), isHandwritten)
        let value = try reader.value(try reader.next())
        _ = try reader.next()
        return value
      }
    }

    private init(_ bytes: UnsafeRawBufferPointer, _ isHandwritten: Bool) {
      // Some editors write a byte order mark before UTF-8.
      json = JSONScanner(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      self.isHandwritten = isHandwritten
    }

    // MARK: Values

    /// The value that begins with a token.
    private mutating func value(_ token: JSONScanner.Token) throws(JSONMistake) -> JSONValue {
      let line = line(at: json.offset)
      return JSONValue(try content(token), line: line)
    }

    private mutating func content(
      _ token: JSONScanner.Token
    ) throws(JSONMistake) -> JSONValue.Content {
      switch token {
      case .beginObject: return .object(try object())
      case .beginArray:
        var elements: [JSONValue] = []
        while true {
          let token = try next()
          if token == .endArray { return .array(elements) }
          elements.append(try value(token))
        }
      case .string: return .string(json.text)
      case .number:
        guard !isHandwritten || json.number.isFinite else {
          throw error("\(word(json.contents)) is not a number", at: json.contents.lowerBound)
        }
        return .number(word(json.contents))
      case .true: return .bool(true)
      case .false: return .bool(false)
      // The scanner returns no other token where a value begins.
      case .null, .name, .endObject, .endArray, .end: return .null
      }
    }

    private mutating func object() throws(JSONMistake) -> JSONObject {
      var object = JSONObject()
      while try next(after: object.members.last?.name) == .name {
        let name = json.text
        let line = line(at: json.contents.lowerBound)
        guard !isHandwritten || object[name] == nil else {
          throw error("\"\(name)\" appears twice", at: json.contents.lowerBound)
        }
        object.members.append(.init(name: name, value: try value(try next()), line: line))
      }
      return object
    }

    // MARK: Tokens

    private mutating func next(after name: String? = nil) throws(JSONMistake) -> JSONScanner.Token {
      do throws(JSONScanner.Failure) {
        return try json.next()
      } catch {
        throw self.error(problem(error, after: name), at: error.offset, error.reason)
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
      case .colonExpected: return "expected \":\" after \"\(json.text)\""
      case .memberSeparatorExpected: return "\(failure.reason.problem) after \"\(name ?? "")\""
      case .malformedNumber: return "\(word(number(around: failure.offset))) is not a number"
      default: return failure.reason.problem
      }
    }

    private func error(
      _ problem: String, at offset: Int, _ reason: JSONScanner.Failure.Reason? = nil
    ) -> JSONMistake {
      var text = self
      return JSONMistake(
        line: text.line(at: offset), problem: "not JSON: \(problem)", reason: reason)
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
