/// Goes through the fields of a sentence. A sentence describes its fields once, in
/// ``SentenceValues/fields(_:)``, and each kind of coder does something else with them: it reads them from a
/// frame, writes them, or hands on the values with their names.
///
/// Each method takes the number of a field, from 1 after the address, the name of its value and the value.
/// The name ends with the unit of the value, like `speedKnots`. Angles in degrees, counts and numbers
/// without a unit, like dilutions of precision, have the plain name. So do two values with a unit that the
/// sentence itself states (the wind's speed) or on which receivers disagree (the vertical velocity of
/// PASHR,POS).
///
/// A description lists its fields in their order, because a writer needs it. Fields that it leaves out
/// are written empty.
package protocol FieldCoder: ~Copyable {
  /// The error that a coder throws.
  associatedtype Failure: Error

  /// The fields of the frame that is read; `nil` if the values are written or named.
  var fields: FieldReader? { get }
  /// Whether a version of the standard, and with it its fields, applies. Always `true` unless the values
  /// are written.
  func has(_ version: SentenceEncoder.Version) -> Bool

  /// A time of day, `hhmmss` with decimals.
  mutating func time(
    _ field: Int, _ name: StaticString, _ value: inout TimeOfDay?) throws(Failure)
  /// A date, `ddmmyy`.
  mutating func date(
    _ field: Int, _ name: StaticString, _ value: inout ShortDate?) throws(Failure)
  /// Latitude and longitude with their hemispheres, four fields. Without a fix an unreadable angle is `nil`.
  mutating func place(
    _ field: Int, _ latitude: inout Double?, _ longitude: inout Double?,
    _ minuteDecimals: inout WrittenDecimals, hasFix: Bool) throws(Failure)
  /// A decimal number, and its unit in the next field. A number in another unit is `nil`.
  mutating func decimal(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    in range: ClosedRange<Double>?, unit: FieldUnit?) throws(Failure)
  /// A direction, 0 … 360 degrees, and its reference in the next field.
  mutating func course(
    _ field: Int, _ name: StaticString, _ value: inout Double?, reference: FieldUnit?
  ) throws(Failure)
  /// Degrees, and in the next field E (positive) or W. Without a direction the value is unknown.
  mutating func variation(
    _ field: Int, _ name: StaticString, _ value: inout Double?) throws(Failure)
  /// A number, and in the next field the letter of its direction.
  mutating func offset(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    positive: Unicode.Scalar, negative: Unicode.Scalar) throws(Failure)
  /// Tenths of a number. A number outside the range means "unknown".
  mutating func tenths(
    _ field: Int, _ name: StaticString, _ value: inout Int16?, digits: Int,
    in range: ClosedRange<Int>) throws(Failure)

  /// A whole number without a sign, with at least this many digits.
  mutating func integer(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(Failure)
  /// A whole number with a sign. Decimals are dropped.
  mutating func signedInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(Failure)
  /// A whole number. Decimals are dropped, and a number outside the range means "unknown".
  mutating func knownInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(Failure)
  /// One hexadecimal digit or two.
  mutating func hexadecimal(
    _ field: Int, _ name: StaticString, _ value: inout UInt8?) throws(Failure)
  /// Leap seconds, and `D` behind them if they are a default.
  mutating func leapSeconds(
    _ field: Int, _ value: inout Int?, _ areDefault: inout Bool) throws(Failure)

  /// A or V, and no other letter.
  mutating func status(
    _ field: Int, _ name: StaticString, _ value: inout DataStatus?) throws(Failure)
  /// A case by its letter. Other letters are `nil`; so are more letters, or they are an error.
  mutating func letter<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, isAlone: Bool
  ) throws(Failure) where Value.RawValue == UInt8
  /// A case by two letters. Other text is `nil`.
  mutating func letters<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?
  ) throws(Failure) where Value.RawValue == UInt16
  /// A case by its digit, which is the raw value plus an offset.
  mutating func digit<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int>,
    offset: Int
  ) throws(Failure) where Value.RawValue == UInt8

  /// A name.
  mutating func name(
    _ field: Int, _ name: StaticString, _ value: inout ShortName?) throws(Failure)
  /// Text to the end of the sentence, which may have commas.
  mutating func text(
    _ field: Int, _ name: StaticString, _ value: inout ShortText) throws(Failure)
  /// Fields to the end of the sentence, with their commas and escapes.
  mutating func rest(
    _ field: Int, _ name: StaticString, _ value: inout ShortText) throws(Failure)

  /// The letters of GNS.
  mutating func modes(
    _ field: Int, _ name: StaticString, _ value: inout ModeList) throws(Failure)
  /// The slots of GSA.
  mutating func slots(
    _ field: Int, _ name: StaticString, _ value: inout SatelliteSlots, count: Int) throws(Failure)
  /// The residuals of GRS, up to a field.
  mutating func residuals(
    _ field: Int, _ name: StaticString, _ value: inout ResidualList, upTo last: Int
  ) throws(Failure)
  /// Elements of several fields each. Returns the number of the field behind them.
  mutating func list<List: FieldGroupList>(
    _ field: Int, _ name: StaticString, _ value: inout List
  ) throws(Failure) -> Int

  /// A number that is computed from a field's bits when it is read.
  mutating func computed(_ name: StaticString, _ value: inout Int?, _ read: Int?)
  /// A number that is computed from a field's bits when it is read.
  mutating func computed(_ name: StaticString, _ value: inout Double?, _ read: Double?)
  /// A truth value that is computed from a field's bits when it is read.
  mutating func computed(_ name: StaticString, _ value: inout Bool?, _ read: Bool?)
  /// A name that is a part of the address.
  mutating func computed(_ name: StaticString, _ value: inout ShortName?, _ read: ShortName?)

  /// Writes a unit that does not directly follow its number.
  mutating func unit(_ field: Int, _ letter: Unicode.Scalar, isWritten: Bool)
  /// Writes empty fields up to this one. No coder reads them.
  mutating func end(_ field: Int)
  /// Throws if a value that is written would have another meaning for a reader.
  func requireWritable(_ isWritable: Bool, _ fault: FieldFault) throws(Failure)
  /// Throws if a field that is read does not have its form.
  func requireReadable(_ isReadable: Bool, _ field: Int) throws(Failure)
}

/// The option of ``SentenceEncoder`` that determines the digits of a number.
package enum FieldFormat: Sendable {
  /// ``SentenceEncoder/speed``.
  case speed
  /// ``SentenceEncoder/angle``.
  case angle
  /// ``SentenceEncoder/altitude``.
  case altitude
  /// ``SentenceEncoder/dilution``.
  case dilution
  /// ``SentenceEncoder/dilution`` with at least one decimal.
  case pointedDilution
  /// ``SentenceEncoder/error``.
  case error
  /// ``SentenceEncoder/minuteDecimals``.
  case minutes
  /// Degrees as precise as minutes with ``SentenceEncoder/minuteDecimals``.
  case degrees
  /// ``SentenceEncoder/other``.
  case other
}

/// The letter of a unit or reference in the field behind a number.
package struct FieldUnit: Sendable, ExpressibleByUnicodeScalarLiteral {
  /// The letter, in ASCII.
  package var letter: UInt8
  /// Whether it is written without a number too.
  package var isWrittenAlone: Bool

  /// Makes a unit.
  package init(_ letter: Unicode.Scalar, isWrittenAlone: Bool) {
    self.letter = UInt8(ascii: letter)
    self.isWrittenAlone = isWrittenAlone
  }

  /// A unit that is written only with a number.
  package init(unicodeScalarLiteral letter: Unicode.Scalar) {
    self.init(letter, isWrittenAlone: false)
  }
}

/// The reason why a value cannot be written.
package enum FieldFault: Sendable {
  /// It is outside its range.
  case outOfRange
  /// Without it the sentence has another meaning.
  case missing
}

/// A part of a sentence that is repeated, like the satellites of GSV.
package protocol FieldGroup {
  /// Makes an absent element.
  init()
  /// Whether there is an element.
  var isPresent: Bool { get }
  /// The number of fields of each element.
  static var fieldCount: Int { get }
  /// The number of fields that the last element must have.
  static var leastFieldCount: Int { get }
  /// Describes the fields, from this one on.
  mutating func fields<Coder: FieldCoder & ~Copyable>(
    _ coder: inout Coder, from field: Int) throws(Coder.Failure)
}

/// A list of ``FieldGroup``.
package protocol FieldGroupList {
  /// An element.
  associatedtype Element: FieldGroup
  /// The number of elements.
  var count: Int { get }
  /// An element, 0 ..< ``count``.
  subscript(index: Int) -> Element { get }
  /// Adds an element; one beyond the capacity is ignored.
  mutating func append(_ element: Element)
}

// What most coders do.
extension FieldCoder where Self: ~Copyable {
  var fields: FieldReader? { nil }

  @inline(__always)
  func has(_ version: SentenceEncoder.Version) -> Bool { true }

  @inline(__always)
  mutating func signedInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(Failure) {
    try integer(field, name, &value, digits: digits, in: range)
  }

  @inline(__always)
  mutating func knownInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(Failure) {
    try integer(field, name, &value, digits: digits, in: range)
  }

  @inline(__always)
  mutating func unit(_ field: Int, _ letter: Unicode.Scalar, isWritten: Bool) {}

  @inline(__always)
  mutating func end(_ field: Int) {}

  @inline(__always)
  func requireWritable(_ isWritable: Bool, _ fault: FieldFault) throws(Failure) {}

  @inline(__always)
  func requireReadable(_ isReadable: Bool, _ field: Int) throws(Failure) {}
}

extension FieldCoder where Self: ~Copyable {
  @inline(__always)
  mutating func place(
    _ field: Int, _ latitude: inout Double?, _ longitude: inout Double?
  ) throws(Failure) {
    var minuteDecimals: WrittenDecimals = 0
    try place(field, &latitude, &longitude, &minuteDecimals, hasFix: true)
  }

  @inline(__always)
  mutating func decimal(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    in range: ClosedRange<Double>? = nil
  ) throws(Failure) {
    try decimal(field, name, &value, format, in: range, unit: nil)
  }

  @inline(__always)
  mutating func course(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(Failure) {
    try course(field, name, &value, reference: nil)
  }

  /// A speed in knots, 0 … 100,000.
  @inline(__always)
  mutating func knots(
    _ field: Int, _ name: StaticString, _ value: inout Double?, unit: FieldUnit? = nil
  ) throws(Failure) {
    try decimal(field, name, &value, .speed, in: 0...100_000, unit: unit)
  }

  /// A speed in km/h, 0 … 200,000.
  @inline(__always)
  mutating func kilometersPerHour(
    _ field: Int, _ name: StaticString, _ value: inout Double?, unit: FieldUnit? = nil
  ) throws(Failure) {
    try decimal(field, name, &value, .speed, in: 0...200_000, unit: unit)
  }

  /// A velocity, −100,000 … 100,000.
  @inline(__always)
  mutating func velocity(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(Failure) {
    try decimal(field, name, &value, .speed, in: -100_000...100_000)
  }

  /// A dilution of precision, as stated.
  @inline(__always)
  mutating func dilution(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(Failure) {
    try decimal(field, name, &value, .dilution, in: 0...99_999)
  }

  /// An estimated error in meters or m/s.
  @inline(__always)
  mutating func error(
    _ field: Int, _ name: StaticString, _ value: inout Double?, unit: FieldUnit? = nil
  ) throws(Failure) {
    try decimal(field, name, &value, .error, in: 0...100_000_000, unit: unit)
  }

  /// An age of differential corrections in seconds.
  @inline(__always)
  mutating func age(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(Failure) {
    try decimal(field, name, &value, .other, in: 0...1_000_000)
  }

  @inline(__always)
  mutating func integer(
    _ field: Int, _ name: StaticString, _ value: inout Int?, in range: ClosedRange<Int>
  ) throws(Failure) {
    try integer(field, name, &value, digits: 1, in: range)
  }

  @inline(__always)
  mutating func letter<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?
  ) throws(Failure) where Value.RawValue == UInt8 {
    try letter(field, name, &value, isAlone: false)
  }

  @inline(__always)
  mutating func digit<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int> = 0...9
  ) throws(Failure) where Value.RawValue == UInt8 {
    try digit(field, name, &value, in: range, offset: 0)
  }

  mutating func computed<Value>(_ name: StaticString, _ value: inout Value?, _ read: Value?) {
    if fields != nil { value = read }
  }
}
