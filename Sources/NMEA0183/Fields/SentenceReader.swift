/// Reads the values of a sentence from the fields of a frame.
///
/// A wrong field costs that field only: it is noted in ``SentenceFrame/leftOutFields``, and its value is `nil`. The
/// time and the position are different, because without them the other values are of an unknown instant or
/// place: an error of theirs is thrown.
struct SentenceReader: FieldCoder {
  typealias Failure = SentenceError

  private let reader: FieldReader
  private let notes: UnsafeMutablePointer<FrameNotes>

  @inline(__always)
  init(_ frame: borrowing SentenceFrame) {
    reader = frame.fields
    notes = frame.notes
  }

  @inline(__always)
  var fields: FieldReader? { reader }

  /// Reads a field that is left out if it is wrong.
  @inline(__always)
  private func optional<Value>(_ read: () throws(SentenceError) -> Value?) -> Value? {
    do throws(SentenceError) {
      return try read()
    } catch {
      notes.pointee.leaveOut(error)
      return nil
    }
  }

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
    value = optional { () throws(SentenceError) in
      if let range { try reader.decimal(field, in: range) } else { try reader.decimal(field) }
    }
  }

  @inline(__always)
  func course(
    _ field: Int, _ name: StaticString, _ value: inout Double?, reference: FieldUnit?
  ) throws(SentenceError) {
    if let reference, !reader.hasUnit(reference.letter, at: field + 1) { return }
    value = optional { () throws(SentenceError) in try reader.direction(field) }
  }

  @inline(__always)
  func variation(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in try reader.variation(field) }
  }

  func offset(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    positive: Unicode.Scalar, negative: Unicode.Scalar
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in try reader.decimal(field) }
    if reader.bytes(field + 1).first == UInt8(ascii: negative) { value = value.map { -$0 } }
  }

  func tenths(
    _ field: Int, _ name: StaticString, _ value: inout Int16?, digits: Int,
    in range: ClosedRange<Int>
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in try reader.tenths(field, nilOutside: range) }
  }

  @inline(__always)
  func integer(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in try reader.integer(field, in: range) }
  }

  func signedInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceError) {
    let range = Double(range.lowerBound)...Double(range.upperBound)
    value = optional { () throws(SentenceError) in
      try reader.decimal(field, in: range).map { Int($0) }
    }
  }

  func knownInteger(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in
      try reader.tenths(field, nilOutside: range).map { Int($0) / 10 }
    }
  }

  func hexadecimal(
    _ field: Int, _ name: StaticString, _ value: inout UInt8?
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in try reader.hexadecimal(field) }
  }

  func leapSeconds(
    _ field: Int, _ value: inout Int?, _ areDefault: inout Bool
  ) throws(SentenceError) {
    guard let stated = optional({ () throws(SentenceError) in try reader.leapSeconds(field) })
    else { return }
    (value, areDefault) = stated
  }

  @inline(__always)
  func status(
    _ field: Int, _ name: StaticString, _ value: inout DataStatus?
  ) throws(SentenceError) {
    value = optional { () throws(SentenceError) in try reader.status(field) }
  }

  @inline(__always)
  func letter<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, isAlone: Bool
  ) throws(SentenceError) where Value.RawValue == UInt8 {
    let letter = optional { () throws(SentenceError) in
      isAlone ? try reader.character(field) : reader.bytes(field).first
    }
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
    let digit = optional { () throws(SentenceError) in try reader.integer(field, in: range) }
    guard let digit else { return }
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
    // A sentence that was cut has fewer.
    let count = min(count, SatelliteSlots.capacity, max(0, reader.count - field + 1))
    value = SatelliteSlots(reader, from: field, count: count) { notes.pointee.leaveOut($0) }
  }

  func residuals(
    _ field: Int, _ name: StaticString, _ value: inout ResidualList, upTo last: Int
  ) throws(SentenceError) {
    var field = field
    while field <= min(reader.count, last) {
      let slot = field
      value.append(
        optional { () throws(SentenceError) in try reader.decimal(slot, in: -99_999...99_999) })
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
