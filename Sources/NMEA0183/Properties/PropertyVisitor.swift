/// Receives the values of a sentence one after another, each with its name. Absent values are left out.
protocol PropertyVisitor: FieldCoder, PayloadVisitor, ~Copyable where Failure == Never {
  mutating func visit(_ name: StaticString, _ value: Int)
  mutating func visit(_ name: StaticString, _ value: Double)
  mutating func visit(_ name: StaticString, _ value: Bool)
  mutating func visit(_ name: StaticString, _ value: TimeOfDay)
  mutating func visit(_ name: StaticString, _ value: ShortDate)
  mutating func visit(_ name: StaticString, word: StaticString)
  mutating func visit(_ name: StaticString, text: String)

  /// Receives a list. `elements` visits each of them with one of the functions below. An element has no
  /// name.
  mutating func visitList(_ name: StaticString, _ elements: (inout Self) -> Void)
  mutating func visitElement(_ value: Int)
  mutating func visitElement(_ value: Double?)
  mutating func visitElement(word: StaticString?)
  mutating func visitElement(members: (inout Self) -> Void)
}

/// A value of an enumeration.
package protocol PropertyWord {
  /// The name of the case.
  var word: StaticString { get }
}

// The names are inlined, so that their lengths are constants.
extension PropertyVisitor where Self: ~Copyable {
  mutating func visit<Values: DescribedSentence>(_ values: inout Values) { values.fields(&self) }

  mutating func time(_ field: Int, _ name: StaticString, _ value: inout TimeOfDay?) {
    if let value { visit(name, value) }
  }

  mutating func date(_ field: Int, _ name: StaticString, _ value: inout ShortDate?) {
    if let value { visit(name, value) }
  }

  mutating func place(
    _ field: Int, _ latitude: inout Double?, _ longitude: inout Double?,
    _ minuteDecimals: inout WrittenDecimals, hasFix: Bool
  ) {
    if let latitude { visit("latitude", latitude) }
    if let longitude { visit("longitude", longitude) }
  }

  @inline(__always)
  mutating func decimal(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    in range: ClosedRange<Double>?, unit: FieldUnit?
  ) {
    if let value { visit(name, value) }
  }

  @inline(__always)
  mutating func course(
    _ field: Int, _ name: StaticString, _ value: inout Double?, reference: FieldUnit?
  ) {
    if let value { visit(name, value) }
  }

  @inline(__always)
  mutating func variation(_ field: Int, _ name: StaticString, _ value: inout Double?) {
    if let value { visit(name, value) }
  }

  mutating func offset(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    positive: Unicode.Scalar, negative: Unicode.Scalar
  ) {
    if let value { visit(name, value) }
  }

  @inline(__always)
  mutating func tenths(
    _ field: Int, _ name: StaticString, _ value: inout Int16?, digits: Int,
    in range: ClosedRange<Int>
  ) {
    if let value { visit(name, Double(value) / 10) }
  }

  @inline(__always)
  mutating func integer(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) {
    if let value { visit(name, value) }
  }

  mutating func hexadecimal(_ field: Int, _ name: StaticString, _ value: inout UInt8?) {
    if let value { visit(name, Int(value)) }
  }

  mutating func leapSeconds(_ field: Int, _ value: inout Int?, _ areDefault: inout Bool) {
    if let value { visit("leapSeconds", value) }
    visit("areLeapSecondsDefault", areDefault)
  }

  @inline(__always)
  mutating func status(_ field: Int, _ name: StaticString, _ value: inout DataStatus?) {
    if let value { visit(name, word: value.word) }
  }

  @inline(__always)
  mutating func letter<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, isAlone: Bool
  ) where Value.RawValue == UInt8 {
    if let value { visit(name, word: value.word) }
  }

  mutating func letters<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?
  ) where Value.RawValue == UInt16 {
    if let value { visit(name, word: value.word) }
  }

  @inline(__always)
  mutating func digit<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int>,
    offset: Int
  ) where Value.RawValue == UInt8 {
    if let value { visit(name, word: value.word) }
  }

  mutating func name(_ field: Int, _ name: StaticString, _ value: inout ShortName?) {
    if let value { visit(name, text: value.description) }
  }

  mutating func text(_ field: Int, _ name: StaticString, _ value: inout ShortText) {
    if value.count > 0 { visit(name, text: value.description) }
  }

  mutating func rest(_ field: Int, _ name: StaticString, _ value: inout ShortText) {
    text(field, name, &value)
  }

  mutating func modes(_ field: Int, _ name: StaticString, _ value: inout ModeList) {
    guard value.count > 0 else { return }
    let modes = value
    visitList(name) {
      for index in 0..<modes.count { $0.visitElement(word: modes[index]?.word) }
    }
  }

  mutating func slots(
    _ field: Int, _ name: StaticString, _ value: inout SatelliteSlots, count: Int
  ) {
    let slots = value
    guard (0..<slots.count).contains(where: { slots[$0] != 0 }) else { return }
    visitList(name) {
      for slot in 0..<slots.count where slots[slot] != 0 { $0.visitElement(Int(slots[slot])) }
    }
  }

  mutating func residuals(
    _ field: Int, _ name: StaticString, _ value: inout ResidualList, upTo last: Int
  ) {
    let residuals = value
    // An empty slot counts for the position of the next ones. At the end it has no meaning.
    guard let last = (0..<residuals.count).last(where: { residuals[$0] != nil }) else { return }
    visitList(name) {
      for index in 0...last { $0.visitElement(residuals[index]) }
    }
  }

  mutating func list<List: FieldGroupList>(
    _ field: Int, _ name: StaticString, _ value: inout List
  ) -> Int {
    let list = value
    guard list.count > 0 else { return field }
    visitList(name) {
      for index in 0..<list.count {
        var element = list[index]
        $0.visitElement { element.fields(&$0, from: field) }
      }
    }
    return field
  }

  mutating func computed(_ name: StaticString, _ value: inout Int?, _ read: Int?) {
    if let value { visit(name, value) }
  }

  mutating func computed(_ name: StaticString, _ value: inout Double?, _ read: Double?) {
    if let value { visit(name, value) }
  }

  mutating func computed(_ name: StaticString, _ value: inout Bool?, _ read: Bool?) {
    if let value { visit(name, value) }
  }

  mutating func computed(_ name: StaticString, _ value: inout ShortName?, _ read: ShortName?) {
    if let value { visit(name, text: value.description) }
  }
}
