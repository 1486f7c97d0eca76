import LocationText

extension FieldWriter {
  /// Writes a time of day as `hhmmss` and its decimals.
  mutating func time(_ time: TimeOfDay?) {
    next()
    guard let time else { return }
    let decimals = decimals(of: time)
    let unit = integerPowerOfTen(9 - decimals)
    let end = time.isLeapSecond ? TimeOfDay.day + TimeOfDay.second : TimeOfDay.day
    var rounded = (time.nanoseconds + unit / 2) / unit * unit
    // A time rounded up to the next day would need another date, and there is no second 61.
    if rounded >= end { rounded = time.nanoseconds / unit * unit }
    let seconds = rounded / TimeOfDay.second
    let isLeapSecond = rounded >= TimeOfDay.day
    append(UInt64(isLeapSecond ? 23 : seconds / 3600), digits: 2)
    append(UInt64(isLeapSecond ? 59 : seconds / 60 % 60), digits: 2)
    append(UInt64(isLeapSecond ? 60 : seconds % 60), digits: 2)
    guard decimals > 0 else { return }
    bytes.append(Self.point)
    append(UInt64(rounded % TimeOfDay.second / unit), digits: decimals)
  }

  /// The number of decimals that the time states and needs, within the bounds.
  private func decimals(of time: TimeOfDay) -> Int {
    let range = options.timeDecimals.clamped(to: 0...9)
    var decimals = max(range.lowerBound, min(time.decimals, range.upperBound))
    while decimals < range.upperBound, time.nanoseconds % integerPowerOfTen(9 - decimals) != 0 {
      decimals += 1
    }
    return decimals
  }

  /// Writes a date as `ddmmyy`.
  mutating func date(_ date: ShortDate?) {
    next()
    guard let date else { return }
    append(UInt64(date.day), digits: 2)
    append(UInt64(date.month), digits: 2)
    append(UInt64(date.yearOfCentury), digits: 2)
  }

  /// Writes latitude and longitude with their hemispheres, four fields.
  ///
  /// - Parameter stated: the known number of decimals of the minutes.
  mutating func place(
    _ latitude: Double?, _ longitude: Double?, stated: UInt8
  ) throws(SentenceEncodingError) {
    try angle(latitude, limit: 90, digits: 2, stated, positive: 0x4E, negative: 0x53)
    try angle(longitude, limit: 180, digits: 3, stated, positive: 0x45, negative: 0x57)
  }

  /// Writes an angle as degrees and minutes, and its hemisphere.
  ///
  /// The whole angle is rounded to the last decimal of the minutes, so it never gets sixty minutes. An
  /// angle that rounds to zero is north or east.
  private mutating func angle(
    _ value: Double?, limit: Double, digits: Int, _ stated: UInt8, positive: UInt8, negative: UInt8
  ) throws(SentenceEncodingError) {
    next()
    guard let value else { return next() }
    let bounds = options.minuteDecimals.clamped(to: NumberFormat.all)
    let least = max(bounds.lowerBound, min(Int(stated), bounds.upperBound))
    guard value.magnitude <= limit,
      var minutes = WrittenNumber(value, factor: 60, decimals: least...bounds.upperBound)
    else { throw outOfRange }
    let isNegative = value < 0 && minutes.digits > 0
    let degree = 60 * UInt64(integerPowerOfTen(minutes.decimals))
    append(minutes.digits / degree, digits: digits)
    minutes.digits %= degree
    append(minutes, integerDigits: 2)
    character(isNegative ? negative : positive)
  }

  /// Writes degrees and, in the next field, E or W.
  mutating func variation(_ value: Double?) throws(SentenceEncodingError) {
    try signed(
      value, options.angle, in: -180...180, positive: 0x45, negative: 0x57)
  }

  /// Writes a number's magnitude and, in the next field, its direction. A number that rounds to zero is
  /// positive.
  mutating func signed(
    _ value: Double?, _ format: NumberFormat, in range: ClosedRange<Double> = -1e9...1e9,
    positive: UInt8, negative: UInt8
  ) throws(SentenceEncodingError) {
    next()
    guard let value else { return next() }
    guard range.contains(value), let number = WrittenNumber(value, decimals: format.decimals)
    else { throw outOfRange }
    append(number, integerDigits: format.integerDigits)
    character(value < 0 && number.digits > 0 ? negative : positive)
  }

  /// Writes a course or heading, 0 … 360 degrees.
  mutating func course(_ value: Double?) throws(SentenceEncodingError) {
    try course(value, options.angle)
  }

  /// Writes a direction, 0 … 360 degrees; one that rounds up to 360 is 0.
  mutating func course(
    _ value: Double?, _ format: NumberFormat
  ) throws(SentenceEncodingError) {
    next()
    guard let value else { return }
    guard (0...360).contains(value),
      var number = WrittenNumber(value, decimals: format.decimals)
    else { throw outOfRange }
    if value < 360, number.digits == 360 * UInt64(integerPowerOfTen(number.decimals)) {
      number.digits = 0
    }
    append(number, integerDigits: format.integerDigits)
  }

  /// Writes a speed.
  mutating func speed(
    _ value: Double?, in range: ClosedRange<Double> = 0...100_000
  ) throws(SentenceEncodingError) {
    try decimal(value, options.speed, in: range)
  }

  /// Writes a length and, in the next field, its unit, meters.
  mutating func meters(
    _ value: Double?, _ format: NumberFormat
  ) throws(SentenceEncodingError) {
    try decimal(value, format)
    character(value == nil ? nil : 0x4D)
  }

  /// Writes a dilution of precision.
  mutating func dilution(_ value: Double?) throws(SentenceEncodingError) {
    try decimal(value, options.dilution, in: 0...99_999)
  }

  /// Writes an estimated error in meters, and its unit.
  mutating func errorInMeters(_ value: Double?) throws(SentenceEncodingError) {
    try error(value)
    character(value == nil ? nil : 0x4D)
  }

  /// Writes an estimated error in meters.
  mutating func error(_ value: Double?) throws(SentenceEncodingError) {
    try decimal(value, options.error, in: 0...100_000_000)
  }

  /// Writes a name.
  mutating func name(_ name: ShortName?) throws(SentenceEncodingError) {
    next()
    guard let name else { return }
    var index = 0
    while index < name.count {
      index += try character(
        name[index], name[min(index + 1, ShortName.capacity - 1)], escapesComma: true)
    }
  }

  /// Writes text, which may have commas.
  mutating func text(_ text: ShortText) throws(SentenceEncodingError) {
    next()
    var index = 0
    while index < text.count {
      index += try character(
        text[index], text[min(index + 1, ShortText.capacity - 1)], escapesComma: false)
    }
  }

  /// Writes text that already contains its escapes.
  mutating func unresolved(_ text: ShortText) throws(SentenceEncodingError) {
    next()
    for index in 0..<text.count {
      let byte = text[index]
      guard (0x20...0x7E).contains(byte), byte != Byte.dollar, byte != Byte.star
      else { throw outOfRange }
      bytes.append(byte)
    }
  }

  /// Writes a character of one or two bytes of UTF-8, escaped if it is reserved. Returns the number
  /// of its bytes.
  private mutating func character(
    _ byte: UInt8, _ following: UInt8, escapesComma: Bool
  ) throws(SentenceEncodingError) -> Int {
    if byte.isPlain, !(escapesComma && byte == Byte.comma) {
      bytes.append(byte)
      return 1
    }
    guard byte >= 0x80 else {
      appendEscape(byte)
      return 1
    }
    // Escapes are in ISO 8859-1, which ends at U+00FF.
    guard byte & 0xFE == 0xC2, following & 0xC0 == 0x80 else { throw outOfRange }
    appendEscape(byte << 6 | following & 0x3F)
    return 2
  }

  private mutating func appendEscape(_ byte: UInt8) {
    bytes.append(Byte.caret)
    appendHexadecimal(byte >> 4)
    appendHexadecimal(byte & 0xF)
  }

  /// Writes the positioning mode if the version has a field for it.
  mutating func mode(_ mode: PositioningMode?) {
    if options.version.rawValue >= SentenceEncoder.Version.v23.rawValue {
      character(mode?.rawValue)
    }
  }

  /// Whether the version has the fields that 4.1 added.
  var hasLatestFields: Bool {
    options.version.rawValue >= SentenceEncoder.Version.v41.rawValue
  }
}

extension UInt8 {
  /// Whether a field can contain this byte unescaped: printable ASCII that is not reserved.
  fileprivate var isPlain: Bool {
    guard (0x20...0x7D).contains(self) else { return false }
    switch self {
    case Byte.dollar, Byte.star, Byte.exclamation, Byte.backslash, Byte.caret: return false
    default: return true
    }
  }
}
