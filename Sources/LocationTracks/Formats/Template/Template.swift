import LocationCore

/// The pattern of a line, with names of values in braces: `{latitude:.4},{longitude:.4},{altitude|unknown}`.
///
/// The names are `time`, `timeOfDay`, `latitude`, `longitude`, `coordinates`, `altitude`,
/// `ellipsoidalAltitude`, `geoidSeparation`, `accuracy`, `verticalAccuracy`, `speed`, `course`, `heading`, `climb`,
/// `magneticVariation`, `mode`, `status`, `satellites`, `hdop`, `vdop`, `pdop`, `age`, `kind`, `source`,
/// `device`, `battery` and `place`, in upper or lower case. Units are meters, m/s, degrees, seconds and percent; times
/// are UTC in ISO 8601.
///
/// `:.4` after the name of a number writes it with four decimals, 0 … 9. Without it the number has the
/// decimals that it needs. `|` and a text after it replace a value that is not known; without them it
/// becomes nothing.
///
/// Write `{{` and `}}` for braces, `\n` for a line feed, `\t` for a tab and `\\` for a backslash. The line
/// feed at the end of the line is added.
public struct Template: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case literal([UInt8])
    case field(TemplateField)
  }

  /// The parts in order.
  package let segments: [Segment]
  /// How values are shown.
  package var presentation = Presentation.standard

  /// The fields in the pattern.
  package var fields: [FixField] {
    segments.compactMap { if case .field(let field) = $0 { field.field } else { nil } }
  }

  /// Parses a pattern.
  public init(_ text: String) throws(TemplateError) {
    var segments: [Segment] = []
    var literal: [UInt8] = []
    var rest = text[...]
    while let character = rest.first {
      let position = text.distance(from: text.startIndex, to: rest.startIndex) + 1
      rest.removeFirst()
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        rest.removeFirst()
        literal.append(contentsOf: character.utf8)
      case "{":
        guard let end = rest.firstIndex(of: "}") else { throw .unclosedBrace(position: position) }
        let field = try TemplateField(rest[..<end], position: position)
        rest = rest[rest.index(after: end)...]
        if !literal.isEmpty { segments.append(.literal(literal)) }
        literal = []
        segments.append(.field(field))
      case "}": throw .strayBrace(position: position)
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

/// A name in braces: the field, its precision, and the text that replaces an unknown value.
package struct TemplateField: Hashable, Sendable {
  package let field: FixField
  /// The number of decimals; for grid references the digits or the length. `nil` writes what the value needs.
  package let precision: Int?
  /// UTF-8.
  package let fallback: [UInt8]

  /// Parses the text between the braces.
  ///
  /// - Parameter position: the position of the opening brace in the template, from 1.
  init(_ text: Substring, position: Int) throws(TemplateError) {
    let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(words[0])
    guard let field = FixField.named(template: name) else {
      throw .unknownField(name, position: position)
    }
    self.field = field
    fallback = parts.count > 1 ? Array(parts[1].utf8) : []
    guard words.count > 1 else {
      precision = nil
      return
    }
    let digits = words[1].dropFirst()
    guard words[1].first == ".", digits.allSatisfy({ $0.isASCII }), let number = Int(digits),
      number >= 0, digits.first != "+", number <= field.largestPrecision ?? -1
    else {
      throw .precision(String(words[1]), field: name, position: position)
    }
    precision = number
  }
}

/// Why a text is not a ``Template``. A position counts characters from 1.
public enum TemplateError: Error, Hashable, CustomStringConvertible {
  /// There is no value of this name.
  case unknownField(String, position: Int)
  /// The text after the colon is not a precision, or the field does not have so many decimals.
  case precision(String, field: String, position: Int)
  /// A `{` without a `}` after it.
  case unclosedBrace(position: Int)
  /// A `}` without a `{` before it.
  case strayBrace(position: Int)

  /// What is wrong, where, and what to write instead.
  public var description: String {
    switch self {
    case .unknownField(let name, let position):
      "character \(position): there is no field '\(name)'; the fields are "
        + FixField.all.map(\.name).joined(separator: ", ")
    case .precision(let text, let field, let position):
      if let largest = FixField.named(template: field)?.largestPrecision {
        "character \(position): '\(text)' is no precision of '\(field)'; write {\(field):.0} to "
          + "{\(field):.\(largest)}"
      } else {
        "character \(position): '\(field)' is no number and has no precision; write {\(field)}"
      }
    case .unclosedBrace(let position):
      "character \(position): '{' has no '}'; write '{{' for a brace"
    case .strayBrace(let position):
      "character \(position): '}' has no '{'; write '}}' for a brace"
    }
  }
}

extension FixField {
  /// Finds a field by its name, in upper or lower case.
  fileprivate static func named(template name: String) -> FixField? {
    let wanted = name.lowercased()
    return all.first { $0.name.lowercased() == wanted }
  }

  /// The largest precision of a number; `nil` for other values.
  fileprivate var largestPrecision: Int? {
    // A Plus Code has up to fifteen digits.
    self == .coordinates ? 15 : isNumber ? 9 : nil
  }
}
