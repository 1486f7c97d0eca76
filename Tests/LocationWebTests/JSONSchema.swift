#if Web
  import LocationText

  /// Checks JSON against the schemas of an OpenAPI document, with the words that our document uses.
  struct JSONSchema {
    private let document: JSONNode

    init(_ document: JSONNode) { self.document = document }

    /// What is wrong with a value; empty if nothing is.
    ///
    /// - Parameters:
    ///   - name: the name of the schema in the document.
    ///   - path: where the value is, for messages.
    func mistakes(in value: JSONNode, of name: String) -> [String] {
      guard let schema = document["components"]?["schemas"]?[name] else {
        return ["there is no schema \(name)"]
      }
      return mistakes(value, schema, name)
    }

    private func mistakes(_ value: JSONNode, _ schema: JSONNode, _ path: String) -> [String] {
      if let reference = schema["$ref"]?.text {
        return mistakes(in: value, of: String(reference.split(separator: "/").last ?? ""))
          .map { "\(path): \($0)" }
      }
      var found: [String] = []
      let types =
        schema["type"]?.text.map { [$0] } ?? schema["type"]?.elements.compactMap(\.text) ?? []
      if !types.isEmpty, !types.contains(where: { isType($0, value) }) {
        found.append("\(path): \(value.summary) is not \(types)")
      }
      if let allowed = schema["enum"]?.elements, !allowed.contains(where: { isEqual($0, value) }) {
        found.append("\(path): \(value.summary) is not allowed")
      }
      if let number = value.number {
        if let least = schema["minimum"]?.number, number < least {
          found.append("\(path): \(number) is less than \(least)")
        }
        if let most = schema["maximum"]?.number, number > most {
          found.append("\(path): \(number) is more than \(most)")
        }
      }
      if schema["format"]?.text == "date-time", ISO8601Time(value.text ?? "") == nil {
        found.append("\(path): \(value.summary) is no time")
      }
      found += memberMistakes(value, schema, path)
      if case .array(let elements) = value.value {
        let count = Double(elements.count)
        if count < schema["minItems"]?.number ?? 0
          || count > schema["maxItems"]?.number ?? .infinity
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
      _ value: JSONNode, _ schema: JSONNode, _ path: String
    ) -> [String] {
      guard case .object(let members) = value.value else { return [] }
      var found: [String] = []
      for name in schema["required"]?.elements.compactMap(\.text) ?? [] where value[name] == nil {
        found.append("\(path): \(name) is missing")
      }
      for member in members {
        if let inner = schema["properties"]?[member.name] {
          found += mistakes(member.node, inner, "\(path).\(member.name)")
        } else if schema["additionalProperties"]?.value == .bool(false) {
          found.append("\(path): \(member.name) is not described")
        }
      }
      return found
    }

    private func isType(_ type: String, _ value: JSONNode) -> Bool {
      switch (type, value.value) {
      case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
        ("boolean", .bool), ("null", .null):
        true
      case ("integer", .number(let number)): number == number.rounded()
      default: false
      }
    }

    private func isEqual(_ one: JSONNode, _ other: JSONNode) -> Bool {
      one.text.map { $0 == other.text } ?? (one.number != nil && one.number == other.number)
    }
  }
#endif
