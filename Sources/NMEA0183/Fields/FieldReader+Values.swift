import LocationText

extension FieldReader {
  /// A time of day, `hhmmss` with any number of decimals or none; second 60 is a leap second.
  func time(_ field: Int) throws(SentenceError) -> TimeOfDay? {
    let (first, end) = bounds(field)
    if first == end { return nil }
    // A point is the seventh character.
    let decimals = end &- first &- 7
    guard decimals == -1 || decimals >= 0 && base[first &+ 6] == UInt8(ascii: ".") else {
      throw SentenceError(field: field, reason: .malformed)
    }
    guard first >= 2, decimals <= 8 else { return try anyTime(field) }
    let whole = DigitWord(before: base + (first &+ 6), count: 6)
    var nanosecond = 0
    if decimals > 0 {
      let fraction = DigitWord(decimalsBefore: base + end, count: decimals)
      guard fraction.isDigits else { throw SentenceError(field: field, reason: .malformed) }
      nanosecond = fraction.value &* 10
    }
    guard whole.isDigits else { throw SentenceError(field: field, reason: .malformed) }
    let (hour, minute, second) = whole.lastPairs
    guard
      let time = TimeOfDay(
        hour: hour, minute: minute, second: second, nanosecond: nanosecond,
        decimals: max(0, decimals))
    else { throw SentenceError(field: field, reason: .outOfRange) }
    return time
  }

  /// A time with any number of decimals. Nine of them are kept.
  @inline(never)
  func anyTime(_ field: Int) throws(SentenceError) -> TimeOfDay {
    let bytes = bytes(field)
    guard let number = FixedPoint(bytes), Byte.isDigit(bytes[0]) else {
      throw SentenceError(field: field, reason: .malformed)
    }
    let kept = min(number.decimals, 9)
    let scale = integerPowerOfTen(number.decimals)
    let whole = number.digits / scale
    let fraction =
      number.digits % scale / integerPowerOfTen(number.decimals - kept)
      * integerPowerOfTen(9 - kept)
    guard
      let time = TimeOfDay(
        hour: whole / 10_000, minute: whole / 100 % 100, second: whole % 100,
        nanosecond: fraction, decimals: kept)
    else { throw SentenceError(field: field, reason: .outOfRange) }
    return time
  }

  /// A date, `ddmmyy`; `nil` if the field is not a date. Receivers that do not know the date send
  /// zeros or text like `2208-1`, and the rest of their sentence is still right.
  func date(_ field: Int) -> ShortDate? {
    let (first, end) = bounds(field)
    guard end &- first <= 6 else { return nil }
    if end &- first == 6 {
      let digits = DigitWord(before: base + end, count: 6)
      guard end >= 8, digits.isDigits else { return nil }
      let (day, month, year) = digits.lastPairs
      return ShortDate(day: day, month: month, yearOfCentury: year)
    }
    guard let digits = try? integer(field, in: 1...999_999) else { return nil }
    return ShortDate(
      day: digits / 10_000, month: digits / 100 % 100, yearOfCentury: digits % 100)
  }

  /// Degrees north: `ddmm.mmm…` and, in the next field, N or S.
  func latitude(_ field: Int) throws(SentenceError) -> Double? {
    try angle(field, positive: UInt8(ascii: "N"), negative: UInt8(ascii: "S"), limit: 90)
  }

  /// Degrees east: `dddmm.mmm…` and, in the next field, E or W.
  func longitude(_ field: Int) throws(SentenceError) -> Double? {
    try angle(field, positive: UInt8(ascii: "E"), negative: UInt8(ascii: "W"), limit: 180)
  }

  /// A latitude in a sentence that may state that there is no fix. Receivers without a fix send places
  /// off the Earth, like 36000.0000,N, so an unreadable latitude without a fix is `nil`.
  @inline(__always)
  func latitude(_ field: Int, hasFix: Bool) throws(SentenceError) -> Double? {
    do throws(SentenceError) {
      return try latitude(field)
    } catch {
      if hasFix { throw error }
      return nil
    }
  }

  /// A longitude in a sentence that may state that there is no fix. An unreadable longitude without a
  /// fix is `nil`.
  @inline(__always)
  func longitude(_ field: Int, hasFix: Bool) throws(SentenceError) -> Double? {
    do throws(SentenceError) {
      return try longitude(field)
    } catch {
      if hasFix { throw error }
      return nil
    }
  }

  /// The number of decimals of an angle's minutes, as far as they are read. Without a hemisphere there
  /// is no angle, so the number is 0.
  func minuteDecimals(_ field: Int) -> UInt8 {
    guard !isEmpty(field + 1) else { return 0 }
    let (first, end) = bounds(field)
    // The usual place, behind two digits of degrees and two of minutes.
    if end &- first > 4, base[first &+ 4] == UInt8(ascii: ".") {
      return UInt8(truncatingIfNeeded: min(end &- first &- 5, 12))
    }
    let bytes = bytes(field)
    var index = bytes.count - 1
    while index >= 0 {
      if bytes[index] == UInt8(ascii: ".") { return UInt8(min(bytes.count - 1 - index, 12)) }
      index -= 1
    }
    return 0
  }

  @inline(__always)
  private func angle(
    _ field: Int, positive: UInt8, negative: UInt8, limit: Int
  ) throws(SentenceError) -> Double? {
    let (first, end) = bounds(field)
    if first == end { return nil }
    // Two digits of minutes before the point, and two or three of degrees before them.
    let point = first &+ (limit == 90 ? 4 : 5)
    let decimals = end &- point &- 1
    guard point >= 8, decimals > 0, decimals <= 8, base[point] == UInt8(ascii: ".") else {
      return try anyAngle(field, positive: positive, negative: negative, limit: limit)
    }
    let whole = DigitWord(before: base + point, count: point &- first)
    let fraction = DigitWord(decimalsBefore: base + end, count: decimals)
    guard DigitWord.areDigits(whole, fraction) else {
      return try anyAngle(field, positive: positive, negative: negative, limit: limit)
    }
    let (hundreds, ones, minutes) = whole.lastPairs
    // With the eight decimals of the word, all numbers but the digits are constants.
    return try angle(
      field, degrees: hundreds &* 100 &+ ones,
      minutes: FixedPoint(digits: minutes &* 100_000_000 &+ fraction.value, decimals: 8),
      positive: positive, negative: negative, limit: limit)
  }

  /// An angle with any number of decimals, or none.
  @inline(never)
  func anyAngle(
    _ field: Int, positive: UInt8, negative: UInt8, limit: Int
  ) throws(SentenceError) -> Double? {
    guard var number = try fixedPoint(field)?.limited(toDecimals: 12) else { return nil }
    // Unicore's UM981 says it twice: `-0214.41467,W`.
    if number.digits < 0, try character(field + 1) == negative {
      number = FixedPoint(digits: -number.digits, decimals: number.decimals)
    }
    let scale = integerPowerOfTen(number.decimals)
    let isAngle =
      number.digits >= 0
      && isDegreesAndMinutes(number.digits / scale, digits: wholeDigits(field), limit: limit)
    // The caller throws for negative degrees if there is a hemisphere.
    let degrees = isAngle ? number.digits / (100 * scale) : -1
    return try angle(
      field, degrees: degrees,
      minutes: FixedPoint(digits: number.digits % (100 * scale), decimals: number.decimals),
      positive: positive, negative: negative, limit: limit)
  }

  /// Whether the digits before a point are degrees and minutes: the last two are minutes.
  ///
  /// Multiplexers, gateways and loggers leave out leading zeros: `1344.5510,E` is 13°44.5510′ and `807.038,S` is
  /// 8°07.038′. Faulty programs write degrees with decimals: at most three digits, and no number above the limit.
  /// So `131.0,E`, which is 1°31′ or 131°, is refused.
  private func isDegreesAndMinutes(_ whole: Int, digits: Int, limit: Int) -> Bool {
    digits > 3 || whole > limit
  }

  /// The number of digits before a number's point.
  private func wholeDigits(_ field: Int) -> Int {
    var count = 0
    for byte in bytes(field) {
      if byte == UInt8(ascii: ".") { break }
      if Byte.isDigit(byte) { count += 1 }
    }
    return count
  }

  /// An angle from whole degrees, minutes and the hemisphere in the next field.
  @inline(__always)
  private func angle(
    _ field: Int, degrees: Int, minutes: FixedPoint, positive: UInt8, negative: UInt8, limit: Int
  ) throws(SentenceError) -> Double? {
    // Without a hemisphere an angle could be one of two places, so it is ignored.
    guard let hemisphere = try character(field + 1) else { return nil }
    guard hemisphere == positive || hemisphere == negative else {
      throw SentenceError(field: field + 1, reason: .malformed)
    }
    guard degrees >= 0 else { throw SentenceError(field: field, reason: .malformed) }
    let degree = 60 * integerPowerOfTen(minutes.decimals)
    // Some receivers round up to exactly sixty minutes.
    guard degrees <= limit, minutes.digits <= degree,
      degrees * degree + minutes.digits <= limit * degree
    else { throw SentenceError(field: field, reason: .outOfRange) }
    let angle = Double(degrees * degree + minutes.digits) / Double(degree)
    return hemisphere == negative ? -angle : angle
  }

  /// An angle in degrees with E (positive) or W in the next field: the magnetic variation.
  ///
  /// `nil` if the receiver does not know it. Such a receiver sends 999.9, or no direction.
  func variation(_ field: Int) throws(SentenceError) -> Double? {
    guard let value = try decimal(field, nilOutside: -180...180) else { return nil }
    switch bytes(field + 1).first {
    case UInt8(ascii: "E"): return value
    case UInt8(ascii: "W"): return -value
    default: return nil
    }
  }

  /// A direction, 0 … 360 degrees.
  @inline(__always)
  func direction(_ field: Int) throws(SentenceError) -> Double? {
    guard let value = try decimal(field) else { return nil }
    return value >= 0 && value <= 360 ? value : try turnedDirection(field)
  }

  /// A direction from −180 degrees, as Inertial Sense's receivers, simulators and multiplexers write it: −13 is 347.
  @inline(never)
  func turnedDirection(_ field: Int) throws(SentenceError) -> Double? {
    guard let number = try fixedPoint(field)?.limited(toDecimals: 12) else { return nil }
    let scale = integerPowerOfTen(number.decimals)
    guard number.digits < 0, number.digits >= -180 * scale else {
      throw SentenceError(field: field, reason: .outOfRange)
    }
    return FixedPoint(digits: number.digits + 360 * scale, decimals: number.decimals).value
  }

  /// Tenths of a number. A number outside the range means "unknown" and is `nil`.
  @inline(__always)
  func tenths(_ field: Int, nilOutside range: ClosedRange<Int>) throws(SentenceError) -> Int16? {
    let (first, end) = bounds(field)
    if first == end { return nil }
    guard end &- first <= 4, end >= 4,
      let value = DigitWord.small(before: base + end, count: end &- first)
    else { return try anyTenths(field, nilOutside: range) }
    return range.contains(value) ? Int16(truncatingIfNeeded: value &* 10) : nil
  }

  @inline(never)
  func anyTenths(
    _ field: Int, nilOutside range: ClosedRange<Int>
  ) throws(SentenceError) -> Int16? {
    guard let number = try fixedPoint(field) else { return nil }
    let tenths: Int
    switch number.decimals {
    case 0:
      guard abs(number.digits) < 10_000 else { return nil }
      tenths = number.digits * 10
    case 1: tenths = number.digits
    default: tenths = number.digits / integerPowerOfTen(number.decimals - 1)
    }
    guard tenths >= range.lowerBound * 10, tenths <= range.upperBound * 10 else { return nil }
    return Int16(truncatingIfNeeded: tenths)
  }

  /// Whether a field has this letter for a unit or reference. An empty field means the standard's
  /// unit, so it counts too.
  func hasUnit(_ unit: UInt8, at field: Int) -> Bool {
    let (first, end) = bounds(field)
    return first == end || base[first] == unit
  }

  /// Whether the receiver states that the sentence's data is valid.
  func status(_ field: Int) throws(SentenceError) -> DataStatus? {
    switch try character(field) {
    case nil: return nil
    case UInt8(ascii: "A"): return .active
    case UInt8(ascii: "V"): return .void
    default: throw SentenceError(field: field, reason: .outOfRange)
    }
  }

  /// Leap seconds, and whether the letter `D` behind them marks them as a default.
  func leapSeconds(_ field: Int) throws(SentenceError) -> (Int?, Bool) {
    var seconds = 0
    let bytes = bytes(field)
    for (index, byte) in bytes.enumerated() {
      if index > 0, index == bytes.count - 1, byte == UInt8(ascii: "D") { return (seconds, true) }
      guard index < 3, Byte.isDigit(byte) else {
        throw SentenceError(field: field, reason: .malformed)
      }
      seconds = seconds * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return bytes.isEmpty ? (nil, false) : (seconds, false)
  }
}
