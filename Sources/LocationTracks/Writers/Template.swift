import GPSDProtocol
import LocationCore
import LocationText

/// A line with names in braces, as `{latitude},{longitude}`. `{{` and `}}` are braces, `\n`, `\t`
/// and `\\` are what they are in C.
package struct Template: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case literal([UInt8])
    case field(FixField)
  }

  /// The parts in order.
  package let segments: [Segment]

  /// Reads a template.
  package init(_ text: String) throws(TemplateError) {
    var segments: [Segment] = []
    var literal: [UInt8] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(contentsOf: character.utf8)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw .unclosedBrace }
        let name = String(rest[..<end])
        guard let field = FixField(template: name) else { throw .unknownField(name) }
        rest = rest[rest.index(after: end)...]
        if !literal.isEmpty { segments.append(.literal(literal)) }
        literal = []
        segments.append(.field(field))
      case "}": throw .strayBrace
      case "\\" where rest.first == "n", "\\" where rest.first == "t",
        "\\" where rest.first == "\\":
        let escaped = rest.removeFirst()
        literal.append(contentsOf: (escaped == "n" ? "\n" : escaped == "t" ? "\t" : "\\").utf8)
      default: literal.append(contentsOf: character.utf8)
      }
    }
    if !literal.isEmpty { segments.append(.literal(literal)) }
    self.segments = segments
  }
}

/// Why a text is not a ``Template``.
package enum TemplateError: Error, Hashable, CustomStringConvertible {
  case unknownField(String)
  case unclosedBrace
  case strayBrace

  package var description: String {
    switch self {
    case .unknownField(let name):
      "there is no field '\(name)'; there are "
        + FixField.allCases.map(\.rawValue).joined(separator: ", ")
    case .unclosedBrace: "a '{' is not closed; for a brace itself write '{{'"
    case .strayBrace: "a '}' was not opened; for a brace itself write '}}'"
    }
  }
}

extension FixField {
  /// The field of that name, upper case or lower.
  package init?(template name: String) {
    let wanted = name.lowercased()
    guard let field = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
      return nil
    }
    self = field
  }
}
