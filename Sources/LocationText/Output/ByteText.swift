/// UTF-8 text under construction: the buffer that every format writes into.
///
/// A writer reuses it from one location to the next, so that a conversion allocates nothing per
/// fix. It writes numbers by integer arithmetic, which is several times faster than any formatter.
///
/// It manages its memory itself. An array checks for other owners at each write, and an epoch's
/// JSON has about two hundred writes: that took half of a conversion's time.
public struct ByteText: ~Copyable {
  // The formats are in other modules, so the functions that they call most often are inlinable.

  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  /// How many bytes of the capacity are in use.
  @usableFromInline var used = 0

  /// How many bytes were written and not cleared.
  @inlinable public var count: Int { used }

  /// Makes an empty text.
  public init() {
    capacity = 256
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Whether nothing was written, or everything was cleared.
  public var isEmpty: Bool { used == 0 }

  /// A copy of the bytes that were written and not cleared.
  public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: base, count: used)) }

  /// The text as a string.
  public var string: String {
    String(decoding: UnsafeBufferPointer(start: base, count: used), as: UTF8.self)
  }

  /// Calls `body` with the bytes.
  public func withBytes<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    try body(UnsafeRawBufferPointer(start: base, count: used))
  }

  /// The byte at an index below ``count``.
  public subscript(index: Int) -> UInt8 {
    get {
      precondition(index >= 0 && index < used)
      return base[index]
    }
    set {
      precondition(index >= 0 && index < used)
      base[index] = newValue
    }
  }

  /// Removes everything and keeps the memory.
  public mutating func removeAll() { used = 0 }

  /// Removes everything after the first `count` bytes.
  public mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= used)
    used = count
  }

  /// Makes sure that `more` bytes fit.
  @inline(__always)
  @inlinable
  mutating func reserve(_ more: Int) {
    if capacity - used < more { grow(by: more) }
  }

  @inline(never)
  @usableFromInline
  mutating func grow(by more: Int) {
    capacity = max(2 * capacity, used + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.moveInitialize(from: base, count: used)
    base.deallocate()
    base = larger
  }

  @inline(__always)
  @inlinable
  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    (base + used).update(from: start, count: bytes.count)
    used += bytes.count
  }

  /// Writes a literal. Inlined, so that the length of the copy is a constant.
  @inline(__always)
  @inlinable
  public mutating func write(_ literal: StaticString) {
    reserve(literal.utf8CodeUnitCount)
    (base + used).update(from: literal.utf8Start, count: literal.utf8CodeUnitCount)
    used += literal.utf8CodeUnitCount
  }

  /// Writes a string without escapes.
  public mutating func write(text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  /// Writes bytes that are UTF-8 already.
  public mutating func write(utf8: [UInt8]) {
    utf8.withUnsafeBufferPointer { write($0) }
  }

  /// Writes bytes that are UTF-8 already.
  public mutating func write(utf8: UnsafeRawBufferPointer) {
    write(utf8.assumingMemoryBound(to: UInt8.self))
  }

  /// Writes one ASCII character.
  @inline(__always)
  @inlinable
  public mutating func write(byte: UInt8) {
    reserve(1)
    base[used] = byte
    used += 1
  }

  /// Writes a whole number.
  public mutating func write(integer: Int) {
    // Most numbers have few digits.
    if integer >= 0, integer < 1000 { return write(small: integer) }
    if integer < 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: UInt64(integer.magnitude), places: 0)
  }

  /// Writes a number from 0 to 999.
  private mutating func write(small number: Int) {
    reserve(3)
    if number >= 100 { write(digit: number / 100) }
    if number >= 10 { write(digit: number / 10 % 10) }
    write(digit: number % 10)
  }

  /// Writes a whole number, with zeros before it up to `width` digits.
  public mutating func write(integer: Int, width: Int) {
    var limit = 10
    for _ in 1..<width {
      if integer < limit { write(byte: UInt8(ascii: "0")) }
      limit *= 10
    }
    write(integer: integer)
  }

  /// Writes a whole number that is not negative, with spaces before it up to `width` columns.
  public mutating func write(right integer: Int, width: Int) {
    write(spaces: max(0, width - String(integer).utf8.count))
    write(integer: integer)
  }

  /// Writes `count` spaces.
  public mutating func write(spaces count: Int) {
    for _ in 0..<count { write(byte: UInt8(ascii: " ")) }
  }

  /// Writes a number with all its decimals; never "-0".
  @inline(__always)
  @inlinable
  public mutating func write(_ number: FixedPoint) {
    if number.digits < 0 { write(byte: UInt8(ascii: "-")) }
    write(digits: UInt64(number.digits.magnitude), places: number.decimals)
  }

  /// Writes a number without the zeros at its end.
  public mutating func write(trimming number: FixedPoint) {
    write(number)
    guard number.decimals > 0 else { return }
    while base[used - 1] == UInt8(ascii: "0") { used -= 1 }
    if base[used - 1] == UInt8(ascii: ".") { used -= 1 }
  }

  /// Writes an instant as ISO 8601 in UTC with milliseconds, `2025-03-01T06:00:00.000Z`.
  public mutating func write(_ time: UTCTime) {
    write(date: time)
    write("T")
    write(timeOfDay: time)
    write("Z")
  }

  /// Writes an instant as ISO 8601 in UTC without a fraction of the second,
  /// `2025-03-01T06:00:00Z`.
  public mutating func write(wholeSecondsOf time: UTCTime) {
    write(date: time)
    write("T")
    write(clock: time)
    write("Z")
  }

  /// Writes the day of an instant, `2025-03-01`.
  public mutating func write(date time: UTCTime) {
    write(pair: time.year / 100)
    write(pair: time.year % 100)
    write("-")
    write(pair: time.month)
    write("-")
    write(pair: time.day)
  }

  /// Writes the time of day of an instant with milliseconds, `06:00:00.000`.
  public mutating func write(timeOfDay time: UTCTime) {
    write(clock: time)
    write(".")
    write(digit: time.millisecond / 100)
    write(pair: time.millisecond % 100)
  }

  /// Writes the time of day of an instant, `06:00:00`.
  public mutating func write(clock time: UTCTime) {
    write(hour: time.hour, minute: time.minute, second: time.second)
  }

  /// Writes a time of day, `06:00:00`.
  public mutating func write(hour: Int, minute: Int, second: Int) {
    write(pair: hour)
    write(":")
    write(pair: minute)
    write(":")
    write(pair: second)
  }

  /// Writes two digits of a number from 0 to 99.
  @inline(__always)
  @inlinable
  public mutating func write(pair number: Int) {
    reserve(2)
    base[used] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number / 10)
    base[used + 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: number % 10)
    used += 2
  }

  @inline(__always)
  @inlinable
  mutating func write(digit: Int) {
    write(byte: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
  }

  @usableFromInline
  mutating func write(digits value: UInt64, places: Int) {
    // 64 bits need at most 20 digits, a zero before the point, and the point.
    reserve(24)
    // A number below one has a zero before the point.
    var whole = 1
    var power = UInt64(integerPowerOfTen(places)) &* 10
    while whole + places < 20, value >= power {
      whole &+= 1
      power = power &* 10
    }
    used += places > 0 ? whole + 1 + places : whole
    var rest = value
    var end = base + used
    if places > 0 {
      Self.write(&rest, count: places, before: &end)
      end -= 1
      end.pointee = UInt8(ascii: ".")
    }
    Self.write(&rest, count: whole, before: &end)
  }

  /// Writes the last digits of a number, two at a time, and removes them from the number.
  @inline(__always)
  private static func write(
    _ number: inout UInt64, count: Int, before end: inout UnsafeMutablePointer<UInt8>
  ) {
    var count = count
    while count >= 2 {
      let (quotient, pair) = number.quotientAndRemainder(dividingBy: 100)
      end -= 2
      end.update(from: digitPairs.utf8Start + 2 * Int(pair), count: 2)
      number = quotient
      count &-= 2
    }
    if count > 0 {
      let (quotient, digit) = number.quotientAndRemainder(dividingBy: 10)
      end -= 1
      end.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      number = quotient
    }
  }
}

/// The two digits of each number from 0 to 99.
private let digitPairs: StaticString = """
  00010203040506070809101112131415161718192021222324252627282930313233343536373839\
  40414243444546474849505152535455565758596061626364656667686970717273747576777879\
  8081828384858687888990919293949596979899
  """
