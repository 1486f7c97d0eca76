/// Receives the values of a sentence one after another, each with its name.
///
/// A name ends with the unit of its value, like `speedKnots`. Angles in degrees, counts and numbers
/// without a unit, like dilutions of precision, have the plain name. So do two values with a unit that
/// the sentence itself states (the wind's speed) or on which receivers disagree (the vertical velocity of
/// PASHR,POS). An element of a list has no name.
protocol PropertyVisitor: ~Copyable {
  mutating func visit(_ name: StaticString, _ value: Int)
  mutating func visit(_ name: StaticString, _ value: Double)
  mutating func visit(_ name: StaticString, _ value: Bool)
  mutating func visit(_ name: StaticString, _ value: TimeOfDay)
  mutating func visit(_ name: StaticString, _ value: ShortDate)
  mutating func visit(_ name: StaticString, word: StaticString)
  mutating func visit(_ name: StaticString, text: String)

  /// Receives a list. `elements` visits each of them with one of the functions below.
  mutating func visitList(_ name: StaticString, _ elements: (inout Self) -> Void)
  mutating func visitElement(_ value: Int)
  mutating func visitElement(_ value: Double?)
  mutating func visitElement(word: StaticString?)
  mutating func visitElement(members: (inout Self) -> Void)
}

/// A value of an enumeration.
protocol PropertyWord {
  /// The name of the case.
  var word: StaticString { get }
}

// An absent value is not visited.
extension PropertyVisitor where Self: ~Copyable {
  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: Int?) {
    if let value { visit(name, value) }
  }

  mutating func visit(_ name: StaticString, _ value: UInt8?) {
    if let value { visit(name, Int(value)) }
  }

  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: Double?) {
    if let value { visit(name, value) }
  }

  mutating func visit(_ name: StaticString, _ value: Bool?) {
    if let value { visit(name, value) }
  }

  mutating func visit(_ name: StaticString, _ value: TimeOfDay?) {
    if let value { visit(name, value) }
  }

  mutating func visit(_ name: StaticString, _ value: ShortDate?) {
    if let value { visit(name, value) }
  }

  @inline(__always)
  mutating func visit(_ name: StaticString, _ value: (some PropertyWord)?) {
    if let value { visit(name, word: value.word) }
  }

  mutating func visit(_ name: StaticString, _ value: ShortName?) {
    if let value { visit(name, text: value.description) }
  }

  mutating func visit(_ name: StaticString, _ value: ShortText) {
    if value.count > 0 { visit(name, text: value.description) }
  }
}
