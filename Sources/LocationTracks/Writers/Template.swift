/// The pattern of a line, with names of values in braces: `{latitude},{longitude}`.
///
/// The names are `time`, `timeOfDay`, `latitude`, `longitude`, `altitude`, `ellipsoidalAltitude`,
/// `geoidSeparation`, `accuracy`, `verticalAccuracy`, `speed`, `course`, `heading`, `climb`,
/// `magneticVariation`, `mode`, `status`, `satellites`, `hdop`, `vdop`, `pdop`, `age`, `kind`, `source`
/// and `device`, in upper or lower case. Units are meters, m/s, degrees and seconds; times are UTC in ISO 8601. A value that is
/// not known becomes nothing.
///
/// Write `{{` and `}}` for braces, `\n` for a line feed, `\t` for a tab and `\\` for a backslash. The line
/// feed at the end of the line is added.
public struct Template: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case literal([UInt8])
    case field(FixField)
  }

  /// The parts in order.
  package let segments: [Segment]

  /// Parses a pattern.
  public init(_ text: String) throws(TemplateError) {
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
public enum TemplateError: Error, Hashable, CustomStringConvertible {
  /// There is no value of this name.
  case unknownField(String)
  /// A `{` without a `}` after it.
  case unclosedBrace
  /// A `}` without a `{` before it.
  case strayBrace

  /// What is wrong, and what to write instead.
  public var description: String {
    switch self {
    case .unknownField(let name):
      "there is no field '\(name)'; the fields are "
        + FixField.allCases.map(\.rawValue).joined(separator: ", ")
    case .unclosedBrace: "'{' has no '}'; write '{{' for a brace"
    case .strayBrace: "'}' has no '{'; write '}}' for a brace"
    }
  }
}

extension FixField {
  /// Finds a field by its name, in upper or lower case.
  package init?(template name: String) {
    let wanted = name.lowercased()
    guard let field = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
      return nil
    }
    self = field
  }
}
