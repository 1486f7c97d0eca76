import LocationText

/// Reads the fields of one framed sentence. Each method checks the field's range. An empty field is `nil`.
/// A field that a shorter form of the sentence does not have is `nil` too.
///
/// A reader has pointers into its frame and must not outlive the frame.
package struct FieldReader {
  let base: UnsafePointer<UInt8>
  /// For each field, from 0, the offset of the byte before it. The next element is the offset of the
  /// byte behind it.
  let edges: UnsafePointer<UInt16>
  /// The number of fields after the address.
  let count: Int

  /// The offsets of a field's first byte and of the byte behind it. Both are equal if the field is
  /// empty or absent. Field 0 is the address.
  @inline(__always)
  func bounds(_ field: Int) -> (first: Int, end: Int) {
    guard UInt(bitPattern: field) <= UInt(bitPattern: count) else { return (0, 0) }
    return (Int(edges[field]) &+ 1, Int(edges[field &+ 1]))
  }

  @inline(__always)
  func bytes(_ field: Int) -> UnsafeBufferPointer<UInt8> {
    let (first, end) = bounds(field)
    return UnsafeBufferPointer(start: base + first, count: end &- first)
  }

  /// The bytes of a field and of all following fields, commas included.
  func rest(from field: Int) -> UnsafeBufferPointer<UInt8> {
    guard field <= count else { return bytes(field) }
    let (first, end) = (bounds(field).first, bounds(count).end)
    return UnsafeBufferPointer(start: base + first, count: end - first)
  }

  /// Whether a field is this number, with or without leading zeros.
  @inline(__always)
  func isNumber(_ number: Int, at field: Int) -> Bool {
    (try? integer(field, in: 0...1_000_000_000)) == number
  }

  /// Whether a field is a decimal number within a range.
  func isDecimal(_ field: Int, in range: ClosedRange<Double>) -> Bool {
    (try? decimal(field, in: range)) != nil
  }

  func isText(_ text: StaticString, at field: Int) -> Bool {
    let letters = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return bytes(field).elementsEqual(letters)
  }

  @inline(__always)
  func isLetter(_ letter: Unicode.Scalar, at field: Int) -> Bool {
    let (first, end) = bounds(field)
    return end &- first == 1 && base[first] == UInt8(ascii: letter)
  }

  /// Whether a field begins with the letter of a positioning mode.
  func isMode(_ field: Int) -> Bool {
    bytes(field).first.flatMap(PositioningMode.init(rawValue:)) != nil
  }

  func hasPoint(_ field: Int) -> Bool {
    bytes(field).contains(UInt8(ascii: "."))
  }

  func isEmpty(_ field: Int) -> Bool {
    let (first, end) = bounds(field)
    return first == end
  }

  /// The one character of a field.
  @inline(__always)
  func character(_ field: Int) throws(SentenceError) -> UInt8? {
    let bytes = bytes(field)
    guard bytes.count <= 1 else { throw SentenceError(field: field, reason: .malformed) }
    return bytes.first
  }

  /// A whole number of decimal digits.
  @inline(__always)
  func integer(_ field: Int, in range: ClosedRange<Int>) throws(SentenceError) -> Int? {
    let (first, end) = bounds(field)
    if first == end { return nil }
    guard end &- first <= 4, end >= 4,
      let value = DigitWord.small(before: base + end, count: end &- first), range.contains(value)
    else { return try anyInteger(field, in: range) }
    return value
  }

  @inline(never)
  func anyInteger(_ field: Int, in range: ClosedRange<Int>) throws(SentenceError) -> Int {
    var value = 0
    for byte in bytes(field) {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      guard digit >= 0, digit <= 9 else {
        throw SentenceError(field: field, reason: .malformed)
      }
      value = value * 10 + digit
      guard value <= 1_000_000_000 else {
        throw SentenceError(field: field, reason: .outOfRange)
      }
    }
    guard range.contains(value) else { throw SentenceError(field: field, reason: .outOfRange) }
    return value
  }

  /// One hexadecimal digit or two, of either case.
  func hexadecimal(_ field: Int) throws(SentenceError) -> UInt8? {
    let bytes = bytes(field)
    if bytes.isEmpty { return nil }
    guard bytes.count <= 2 else { throw SentenceError(field: field, reason: .malformed) }
    var value: UInt8 = 0
    for byte in bytes {
      guard let digit = Byte.hexadecimalValue(byte) else {
        throw SentenceError(field: field, reason: .malformed)
      }
      value = value << 4 | digit
    }
    return value
  }

  /// A decimal number.
  @inline(__always)
  func decimal(_ field: Int) throws(SentenceError) -> Double? {
    let (first, end) = bounds(field)
    if first == end { return nil }
    guard end &- first <= 8, end >= 8,
      let value = DigitWord.decimal(before: base + end, count: end &- first)
    else { return try anyDecimal(field) }
    return value
  }

  @inline(never)
  func anyDecimal(_ field: Int) throws(SentenceError) -> Double? {
    try fixedPoint(field)?.value
  }

  /// A decimal number within a range.
  func decimal(_ field: Int, in range: ClosedRange<Double>) throws(SentenceError) -> Double? {
    guard let value = try decimal(field) else { return nil }
    guard range.contains(value) else { throw SentenceError(field: field, reason: .outOfRange) }
    return value
  }

  /// A decimal number. A number outside the range means "unknown" in some receivers and is `nil`.
  func decimal(
    _ field: Int, nilOutside range: ClosedRange<Double>
  ) throws(SentenceError) -> Double? {
    guard let value = try decimal(field), range.contains(value) else { return nil }
    return value
  }

  /// A decimal number as the integer of its digits, and the number of digits behind the point.
  @inline(__always)
  func fixedPoint(_ field: Int) throws(SentenceError) -> FixedPoint? {
    let (first, end) = bounds(field)
    if first == end { return nil }
    if let number = FixedPoint(plain: base, from: first, to: end) { return number }
    return try anyFixedPoint(field)
  }

  /// A number of any length, signed or padded with blanks; `nil` for blanks and "nan".
  @inline(never)
  func anyFixedPoint(_ field: Int) throws(SentenceError) -> FixedPoint? {
    let bytes = bytes(field)
    if let number = FixedPoint(bytes) { return number }
    var text = bytes[...]
    while text.first == UInt8(ascii: " ") { text.removeFirst() }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    if text.isEmpty || text.elementsEqual("nan".utf8) || text.elementsEqual("NaN".utf8) {
      return nil
    }
    guard text.count < bytes.count, let number = FixedPoint(UnsafeBufferPointer(rebasing: text))
    else { throw SentenceError(field: field, reason: .malformed) }
    return number
  }
}
