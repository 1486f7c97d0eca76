/// A value of a sentence, for display.
public indirect enum SentenceValue: Hashable, Sendable {
  /// A number without decimals.
  case integer(Int)
  /// A number.
  case number(Double)
  /// Text: names, times, dates, and the cases of enumerations.
  case text(String)
  /// Yes or no.
  case boolean(Bool)
  /// Several values; `nil` where one of them is not stated.
  case list([SentenceValue?])
  /// Several values, each with its name.
  case object([SentenceProperty])
}

/// One thing a sentence says: the name of the property with its unit, and its value.
///
/// The name is the name of the Swift property, and ends with the unit: `speedKnots`, `altitudeMeters`,
/// `differentialAgeSeconds`. Angles in degrees, counts and numbers without a unit, like dilutions of
/// precision, have no unit in the name. The speed of MWV has the unit that the sentence states in
/// `speedUnit`. Receivers disagree on the unit of the vertical velocity of PASHR,POS, so its name has
/// none.
public struct SentenceProperty: Hashable, Sendable {
  /// The property's name, as `geoidSeparationMeters`.
  public var name: String
  /// Its value.
  public var value: SentenceValue

  /// Makes a property.
  public init(name: String, value: SentenceValue) {
    self.name = name
    self.value = value
  }
}

extension Sentence {
  /// The values of the sentence with their names, in the order of the fields. Absent values are left
  /// out. This allocates memory for each value: use it only to display a sentence.
  public var properties: [SentenceProperty] {
    var (list, payload) = (PropertyList(), payload)
    payload.visit(&list)
    return list.properties
  }
}

/// Collects the values of a sentence.
private struct PropertyList: PropertyVisitor {
  var properties: [SentenceProperty] = []
  private var elements: [SentenceValue?] = []

  private mutating func append(_ name: StaticString, _ value: SentenceValue) {
    properties.append(SentenceProperty(name: name.description, value: value))
  }

  mutating func visit(_ name: StaticString, _ value: Int) { append(name, .integer(value)) }
  mutating func visit(_ name: StaticString, _ value: Double) { append(name, .number(value)) }
  mutating func visit(_ name: StaticString, _ value: Bool) { append(name, .boolean(value)) }
  mutating func visit(_ name: StaticString, text: String) { append(name, .text(text)) }

  mutating func visit(_ name: StaticString, _ value: TimeOfDay) {
    append(name, .text(value.description))
  }

  mutating func visit(_ name: StaticString, _ value: ShortDate) {
    append(name, .text(value.description))
  }

  mutating func visit(_ name: StaticString, word: StaticString) {
    append(name, .text(word.description))
  }

  mutating func visitList(_ name: StaticString, _ elements: (inout Self) -> Void) {
    var list = PropertyList()
    elements(&list)
    append(name, .list(list.elements))
  }

  mutating func visitElement(_ value: Int) { elements.append(.integer(value)) }

  mutating func visitElement(_ value: Double?) {
    elements.append(value.map { .number($0) })
  }

  mutating func visitElement(word: StaticString?) {
    elements.append(word.map { .text($0.description) })
  }

  mutating func visitElement(members: (inout Self) -> Void) {
    var object = PropertyList()
    members(&object)
    elements.append(.object(object.properties))
  }
}
