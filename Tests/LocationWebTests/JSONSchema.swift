#if Web
  import LocationText

  /// Checks JSON against the schemas of an OpenAPI document, with the words that our document uses.
  struct JSONSchema {
    private let document: JSONValue

    init(_ document: JSONValue) { self.document = document }

    /// What is wrong with a value; empty if nothing is.
    ///
    /// - Parameters:
    ///   - name: the name of the schema in the document.
    ///   - path: where the value is, for messages.
    func mistakes(in value: JSONValue, of name: String) -> [String] {
      guard let schema = document["components"]?["schemas"]?[name] else {
        return ["there is no schema \(name)"]
      }
      return mistakes(value, schema, name)
    }

    private func mistakes(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
      if let reference = schema["$ref"]?.string {
        return mistakes(in: value, of: String(reference.split(separator: "/").last ?? ""))
          .map { "\(path): \($0)" }
      }
      var found: [String] = []
      let types =
        schema["type"]?.string.map { [$0] } ?? schema["type"]?.array?.compactMap(\.string) ?? []
      if !types.isEmpty, !types.contains(where: { isType($0, value) }) {
        found.append("\(path): \(value.summary) is not \(types)")
      }
      if let allowed = schema["enum"]?.array, !allowed.contains(where: { isEqual($0, value) }) {
        found.append("\(path): \(value.summary) is not allowed")
      }
      if let number = value.double {
        if let least = schema["minimum"]?.double, number < least {
          found.append("\(path): \(number) is less than \(least)")
        }
        if let most = schema["maximum"]?.double, number > most {
          found.append("\(path): \(number) is more than \(most)")
        }
      }
      if schema["format"]?.string == "date-time", ISO8601Time(value.string ?? "") == nil {
        found.append("\(path): \(value.summary) is no time")
      }
      found += memberMistakes(value, schema, path)
      if let elements = value.array {
        let count = Double(elements.count)
        if count < schema["minItems"]?.double ?? 0
          || count > schema["maxItems"]?.double ?? .infinity
        {
          found.append("\(path): \(elements.count) elements")
        }
        if let items = schema["items"] {
          found += elements.enumerated().flatMap { mistakes($1, items, "\(path)[\($0)]") }
        }
      }
      return found
    }

    private func memberMistakes(
      _ value: JSONValue, _ schema: JSONValue, _ path: String
    ) -> [String] {
      guard let members = value.object?.members else { return [] }
      var found: [String] = []
      for name in schema["required"]?.array?.compactMap(\.string) ?? [] where value[name] == nil {
        found.append("\(path): \(name) is missing")
      }
      for member in members {
        if let inner = schema["properties"]?[member.name] {
          found += mistakes(member.value, inner, "\(path).\(member.name)")
        } else if schema["additionalProperties"]?.bool == false {
          found.append("\(path): \(member.name) is not described")
        }
      }
      return found
    }

    private func isType(_ type: String, _ value: JSONValue) -> Bool {
      switch (type, value.content) {
      case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
        ("boolean", .bool), ("null", .null):
        true
      case ("integer", .number): value.double == value.double?.rounded()
      default: false
      }
    }

    private func isEqual(_ one: JSONValue, _ other: JSONValue) -> Bool {
      one.string.map { $0 == other.string } ?? (one.double != nil && one.double == other.double)
    }
  }
#endif
