/// UTF-8 text under construction: the buffer that every format writes into.
///
/// It is reused from one location to the next, so that a conversion allocates nothing per fix, and
/// it writes numbers by integer arithmetic, which is several times faster than any formatter.
struct ByteText {
  /// What has been written and not been cleared.
  private(set) var bytes: [UInt8] = []

  /// What has been written, as a string.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what was written and keeps the room.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Forgets what was written after the first `count` bytes.
  mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }

  /// Writes a literal.
  mutating func write(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Writes a string as it is.
  mutating func write(text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes bytes that are UTF-8 already.
  mutating func write(utf8: [UInt8]) { bytes.append(contentsOf: utf8) }

  /// Writes one ASCII character.
  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a whole number.
  mutating func write(integer: Int) {
    if integer < 0 { bytes.append(UInt8(ascii: "-")) }
    write(digits: UInt64(integer.magnitude), places: 0)
  }

  /// Writes a whole number, with zeros before it up to `width` digits.
  mutating func write(integer: Int, width: Int) {
    var limit = 10
    for _ in 1..<width {
      if integer < limit { bytes.append(UInt8(ascii: "0")) }
      limit *= 10
    }
    write(integer: integer)
  }

  /// Writes a whole number that is not negative, with spaces before it up to `width` columns.
  mutating func write(right integer: Int, width: Int) {
    write(spaces: max(0, width - String(integer).utf8.count))
    write(integer: integer)
  }

  /// Writes so many spaces.
  mutating func write(spaces count: Int) {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: count))
  }

  /// Writes a number with that many decimals, half away from zero; never "-0".
  mutating func write(_ number: FixedPoint) {
    if number.scaled < 0 { bytes.append(UInt8(ascii: "-")) }
    write(digits: number.scaled.magnitude, places: number.places)
  }

  /// Writes a number without the zeros at its end.
  mutating func write(trimming number: FixedPoint) {
    write(number)
    guard number.places > 0 else { return }
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  }

  /// Writes an instant as ISO 8601 in UTC, `2025-03-01T06:00:00.000Z`.
  mutating func write(_ time: UTCTime) {
    write(date: time)
    bytes.append(UInt8(ascii: "T"))
    write(clock: time)
    bytes.append(UInt8(ascii: "."))
    write(integer: time.millisecond, width: 3)
    bytes.append(UInt8(ascii: "Z"))
  }

  /// Writes the day of an instant, `2025-03-01`.
  mutating func write(date time: UTCTime) {
    write(integer: time.year, width: 4)
    bytes.append(UInt8(ascii: "-"))
    write(integer: time.month, width: 2)
    bytes.append(UInt8(ascii: "-"))
    write(integer: time.day, width: 2)
  }

  /// Writes the time of day of an instant, `06:00:00`.
  mutating func write(clock time: UTCTime) {
    write(integer: time.hour, width: 2)
    bytes.append(UInt8(ascii: ":"))
    write(integer: time.minute, width: 2)
    bytes.append(UInt8(ascii: ":"))
    write(integer: time.second, width: 2)
  }

  private mutating func write(digits value: UInt64, places: Int) {
    // 20 digits and a point are the most that 64 bits need.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { room in
      var rest = value
      var start = 24
      repeat {
        if 24 - start == places, places > 0 {
          start -= 1
          room[start] = UInt8(ascii: ".")
        }
        start -= 1
        room[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0 || 24 - start <= places
      bytes.append(contentsOf: room[start..<24])
    }
  }
}
