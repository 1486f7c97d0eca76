/// Reads the values of a sentence from the fields of a frame.
struct SentenceReader: FieldCoder {
  typealias Failure = SentenceError

  private let reader: FieldReader

  @inline(__always)
  init(_ reader: FieldReader) { self.reader = reader }

  @inline(__always)
  var fields: FieldReader? { reader }

  @inline(__always)
  func time(
    _ field: Int, _ name: StaticString, _ value: inout TimeOfDay?
  ) throws(SentenceError) {
    value = try reader.time(field)
  }

  @inline(__always)
  func date(
    _ field: Int, _ name: StaticString, _ value: inout ShortDate?
  ) throws(SentenceError) {
    value = reader.date(field)
  }

  @inline(__always)
  func place(
    _ field: Int, _ latitude: inout Double?, _ longitude: inout Double?,
    _ minuteDecimals: inout WrittenDecimals, hasFix: Bool
  ) throws(SentenceError) {
    latitude = try reader.latitude(field, hasFix: hasFix)
    longitude = try reader.longitude(field + 2, hasFix: hasFix)
    if latitude != nil { minuteDecimals.count = reader.minuteDecimals(field) }
  }

  @inline(__always)
  func decimal(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    in range: ClosedRange<Double>?, unit: FieldUnit?
  ) throws(SentenceError) {
    if let unit, !reader.hasUnit(unit.letter, at: field + 1) { return }
    if let range {
      value = try reader.decimal(field, in: range)
    } else {
      value = try reader.decimal(field)
    }
  }

  @inline(__always)
  func course(
    _ field: Int, _ name: StaticString, _ value: inout Double?, reference: FieldUnit?
  ) throws(SentenceError) {
    try decimal(field, name, &value, .angle, in: 0...360, unit: reference)
  }

  @inline(__always)
  func variation(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(SentenceError) {
    value = try reader.variation(field)
  }

  func offset(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    positive: Unicode.Scalar, negative: Unicode.Scalar
  ) throws(SentenceError) {
    value = try reader.decimal(field)
    if reader.bytes(field + 1).first == UInt8(ascii: negative) { value = value.map { -$0 } }
  }

  func tenths(
    _ field: Int, _ name: StaticString, _ value: inout Int16?, digits: Int,
    in range: ClosedRange<Int>
  ) throws(SentenceError) {
    value = try reader.tenths(field, nilOutside: range)
  }

  @inline(__always)
  func integer(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceError) {
    value = try reader.integer(field, in: range)
  }

  func signedInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceError) {
    let range = Double(range.lowerBound)...Double(range.upperBound)
    value = try reader.decimal(field, in: range).map { Int($0) }
  }

  func knownInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceError) {
    value = try reader.tenths(field, nilOutside: range).map { Int($0) / 10 }
  }

  func hexadecimal(
    _ field: Int, _ name: StaticString, _ value: inout UInt8?
  ) throws(SentenceError) {
    value = try reader.hexadecimal(field)
  }

  func leapSeconds(
    _ field: Int, _ value: inout Int?, _ areDefault: inout Bool
  ) throws(SentenceError) {
    (value, areDefault) = try reader.leapSeconds(field)
  }

  @inline(__always)
  func status(
    _ field: Int, _ name: StaticString, _ value: inout DataStatus?
  ) throws(SentenceError) {
    value = try reader.status(field)
  }

  @inline(__always)
  func letter<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, isAlone: Bool
  ) throws(SentenceError) where Value.RawValue == UInt8 {
    let letter = isAlone ? try reader.character(field) : reader.bytes(field).first
    value = letter.flatMap(Value.init(rawValue:))
  }

  func letters<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?
  ) throws(SentenceError) where Value.RawValue == UInt16 {
    let bytes = reader.bytes(field)
    guard bytes.count == 2 else { return }
    value = Value(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1]))
  }

  @inline(__always)
  func digit<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int>,
    offset: Int
  ) throws(SentenceError) where Value.RawValue == UInt8 {
    guard let digit = try reader.integer(field, in: range) else { return }
    value = Value(rawValue: UInt8(digit - offset))
  }

  func name(
    _ field: Int, _ name: StaticString, _ value: inout ShortName?
  ) throws(SentenceError) {
    value = ShortName(reader.bytes(field))
  }

  func text(
    _ field: Int, _ name: StaticString, _ value: inout ShortText
  ) throws(SentenceError) {
    value = ShortText(reader.rest(from: field))
  }

  func rest(
    _ field: Int, _ name: StaticString, _ value: inout ShortText
  ) throws(SentenceError) {
    value = ShortText(unresolved: reader.rest(from: field))
  }

  func modes(
    _ field: Int, _ name: StaticString, _ value: inout ModeList
  ) throws(SentenceError) {
    value = ModeList(reader.bytes(field))
  }

  @inline(__always)
  func slots(
    _ field: Int, _ name: StaticString, _ value: inout SatelliteSlots, count: Int
  ) throws(SentenceError) {
    value = try SatelliteSlots(reader, from: field, count: min(count, SatelliteSlots.capacity))
  }

  func residuals(
    _ field: Int, _ name: StaticString, _ value: inout ResidualList, upTo last: Int
  ) throws(SentenceError) {
    var field = field
    while field <= min(reader.count, last) {
      value.append(try reader.decimal(field, in: -99_999...99_999))
      field += 1
    }
  }

  mutating func list<List: FieldGroupList>(
    _ field: Int, _ name: StaticString, _ value: inout List
  ) throws(SentenceError) -> Int {
    var field = field
    while field + List.Element.leastFieldCount - 1 <= reader.count {
      var element = List.Element()
      try element.fields(&self, from: field)
      if element.isPresent { value.append(element) }
      field += List.Element.fieldCount
    }
    return field
  }

  func requireReadable(_ isReadable: Bool, _ field: Int) throws(SentenceError) {
    if !isReadable { throw SentenceError(field: field, reason: .malformed) }
  }
}
