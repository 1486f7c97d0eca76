import LocationText

extension FieldWriter: FieldCoder {
  typealias Failure = SentenceEncodingError

  func has(_ version: SentenceEncoder.Version) -> Bool {
    options.version.rawValue >= version.rawValue
  }

  mutating func time(_ field: Int, _ name: StaticString, _ value: inout TimeOfDay?) {
    begin(field)
    guard let time = value else { return }
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

  mutating func date(_ field: Int, _ name: StaticString, _ value: inout ShortDate?) {
    begin(field)
    guard let date = value else { return }
    append(UInt64(date.day), digits: 2)
    append(UInt64(date.month), digits: 2)
    append(UInt64(date.yearOfCentury), digits: 2)
  }

  mutating func place(
    _ field: Int, _ latitude: inout Double?, _ longitude: inout Double?,
    _ minuteDecimals: inout WrittenDecimals, hasFix: Bool
  ) throws(SentenceEncodingError) {
    let decimals = Int(minuteDecimals.count)
    try self.latitude(field, latitude, decimals: decimals)
    try self.longitude(field + 2, longitude, decimals: decimals)
  }

  mutating func latitude(
    _ field: Int, _ value: Double?, decimals: Int
  ) throws(SentenceEncodingError) {
    try angle(field, value, limit: 90, digits: 2, decimals, positive: "N", negative: "S")
  }

  mutating func longitude(
    _ field: Int, _ value: Double?, decimals: Int
  ) throws(SentenceEncodingError) {
    try angle(field, value, limit: 180, digits: 3, decimals, positive: "E", negative: "W")
  }

  mutating func decimal(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    in range: ClosedRange<Double>?, unit: FieldUnit?
  ) throws(SentenceEncodingError) {
    begin(field)
    try append(value, options.format(format), in: range ?? -1e9...1e9)
    write(unit, isAlone: value == nil)
  }

  mutating func course(
    _ field: Int, _ name: StaticString, _ value: inout Double?, reference: FieldUnit?
  ) throws(SentenceEncodingError) {
    begin(field)
    try append(course: value, options.angle)
    write(reference, isAlone: value == nil)
  }

  mutating func variation(
    _ field: Int, _ name: StaticString, _ value: inout Double?
  ) throws(SentenceEncodingError) {
    begin(field)
    try signed(value, options.angle, in: -180...180, positive: "E", negative: "W")
  }

  mutating func offset(
    _ field: Int, _ name: StaticString, _ value: inout Double?, _ format: FieldFormat,
    positive: Unicode.Scalar, negative: Unicode.Scalar
  ) throws(SentenceEncodingError) {
    begin(field)
    try signed(
      value, options.format(format), in: -1e9...1e9, positive: positive, negative: negative)
  }

  mutating func tenths(
    _ field: Int, _ name: StaticString, _ value: inout Int16?, digits: Int,
    in range: ClosedRange<Int>
  ) throws(SentenceEncodingError) {
    begin(field)
    guard let tenths = value else { return }
    if (range.lowerBound * 10...range.upperBound * 10).contains(Int(tenths)),
      let number = WrittenNumber(tenths: tenths.magnitude, decimals: options.satelliteDecimals)
    {
      if tenths < 0 { bytes.append(Self.minus) }
      append(number, integerDigits: digits)
      return
    }
    let format = NumberFormat(integerDigits: digits, decimals: options.satelliteDecimals)
    let number = Double(tenths) / 10
    if range == 0...360 { return try append(course: number, format) }
    try append(number, format, in: Double(range.lowerBound)...Double(range.upperBound))
  }

  mutating func integer(
    _ field: Int, _ name: StaticString, _ value: inout Int?, digits: Int, in range: ClosedRange<Int>
  ) throws(SentenceEncodingError) {
    begin(field)
    guard let value else { return }
    guard range.contains(value) else { throw outOfRange }
    if value < 0 { bytes.append(Self.minus) }
    append(UInt64(value.magnitude), digits: digits)
  }

  mutating func hexadecimal(_ field: Int, _ name: StaticString, _ value: inout UInt8?) {
    begin(field)
    guard let value else { return }
    if value > 0xF { appendHexadecimal(value >> 4) }
    appendHexadecimal(value & 0xF)
  }

  mutating func leapSeconds(
    _ field: Int, _ value: inout Int?, _ areDefault: inout Bool
  ) throws(SentenceEncodingError) {
    try integer(field, "leapSeconds", &value, in: 0...999)
    guard areDefault else { return }
    try requireWritable(value != nil, .missing)
    bytes.append(UInt8(ascii: "D"))
  }

  mutating func status(_ field: Int, _ name: StaticString, _ value: inout DataStatus?) {
    letter(field, name, &value, isAlone: true)
  }

  mutating func letter<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, isAlone: Bool
  ) where Value.RawValue == UInt8 {
    begin(field)
    if let value { bytes.append(value.rawValue) }
  }

  mutating func letters<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?
  ) where Value.RawValue == UInt16 {
    begin(field)
    guard let value else { return }
    bytes.append(UInt8(value.rawValue >> 8))
    bytes.append(UInt8(truncatingIfNeeded: value.rawValue))
  }

  mutating func digit<Value: PropertyWord & RawRepresentable>(
    _ field: Int, _ name: StaticString, _ value: inout Value?, in range: ClosedRange<Int>,
    offset: Int
  ) where Value.RawValue == UInt8 {
    begin(field)
    if let value { append(UInt64(Int(value.rawValue) + offset), digits: 1) }
  }

  mutating func modes(_ field: Int, _ name: StaticString, _ value: inout ModeList) {
    begin(field)
    for index in 0..<value.count { bytes.append(value.letter(index)) }
  }

  mutating func slots(
    _ field: Int, _ name: StaticString, _ value: inout SatelliteSlots, count: Int
  ) throws(SentenceEncodingError) {
    for slot in 0..<value.count {
      var number = value[slot] == 0 ? nil : Int(value[slot])
      try integer(field + slot, name, &number, digits: 2, in: 0...999)
    }
    end(field + count - 1)
  }

  mutating func residuals(
    _ field: Int, _ name: StaticString, _ value: inout ResidualList, upTo last: Int
  ) throws(SentenceEncodingError) {
    for index in 0..<value.count {
      begin(field + index)
      try append(value[index], options.error, in: -99_999...99_999)
      guard field + index <= last else { throw outOfRange }
    }
    end(last)
  }

  mutating func list<List: FieldGroupList>(
    _ field: Int, _ name: StaticString, _ value: inout List
  ) throws(SentenceEncodingError) -> Int {
    for index in 0..<value.count {
      var element = value[index]
      try element.fields(&self, from: field + index * List.Element.fieldCount)
    }
    return field + value.count * List.Element.fieldCount
  }

  mutating func unit(_ field: Int, _ letter: Unicode.Scalar, isWritten: Bool) {
    begin(field)
    if isWritten { bytes.append(UInt8(ascii: letter)) }
  }

  mutating func end(_ number: Int) {
    while field < number { next() }
  }

  func requireWritable(
    _ isWritable: Bool, _ fault: FieldFault
  ) throws(SentenceEncodingError) {
    if isWritable { return }
    switch fault {
    case .outOfRange: throw outOfRange
    case .missing: throw SentenceEncodingError(type: type, reason: .missing(field: field))
    }
  }
}

extension FieldWriter {
  /// The number of decimals that the time states and needs, within the bounds.
  private func decimals(of time: TimeOfDay) -> Int {
    let range = options.timeDecimals.clamped(to: 0...9)
    var decimals = max(range.lowerBound, min(time.decimals, range.upperBound))
    while decimals < range.upperBound, time.nanoseconds % integerPowerOfTen(9 - decimals) != 0 {
      decimals += 1
    }
    return decimals
  }

  /// Writes an angle as degrees and minutes, and its hemisphere.
  ///
  /// The whole angle is rounded to the last decimal of the minutes, so it never gets sixty minutes. An
  /// angle that rounds to zero is north or east.
  private mutating func angle(
    _ field: Int, _ value: Double?, limit: Double, digits: Int, _ stated: Int,
    positive: Unicode.Scalar, negative: Unicode.Scalar
  ) throws(SentenceEncodingError) {
    begin(field)
    guard let value else { return next() }
    let bounds = options.minuteDecimals.clamped(to: NumberFormat.all)
    let least = max(bounds.lowerBound, min(stated, bounds.upperBound))
    guard value.magnitude <= limit,
      var minutes = WrittenNumber(value, factor: 60, decimals: least...bounds.upperBound)
    else { throw outOfRange }
    let isNegative = value < 0 && minutes.digits > 0
    let degree = 60 * UInt64(integerPowerOfTen(minutes.decimals))
    append(minutes.digits / degree, digits: digits)
    minutes.digits %= degree
    append(minutes, integerDigits: 2)
    next()
    bytes.append(UInt8(ascii: isNegative ? negative : positive))
  }

  /// Writes a number's magnitude and, in the next field, its direction. A number that rounds to zero is
  /// positive.
  private mutating func signed(
    _ value: Double?, _ format: NumberFormat, in range: ClosedRange<Double>,
    positive: Unicode.Scalar, negative: Unicode.Scalar
  ) throws(SentenceEncodingError) {
    guard let value else { return next() }
    guard range.contains(value), let number = WrittenNumber(value, decimals: format.decimals)
    else { throw outOfRange }
    append(number, integerDigits: format.integerDigits)
    next()
    bytes.append(UInt8(ascii: value < 0 && number.digits > 0 ? negative : positive))
  }

  /// Writes a decimal number.
  private mutating func append(
    _ value: Double?, _ format: NumberFormat, in range: ClosedRange<Double>
  ) throws(SentenceEncodingError) {
    guard let value else { return }
    // No range contains NaN.
    guard range.contains(value), let number = WrittenNumber(value, decimals: format.decimals)
    else { throw outOfRange }
    // A number that rounds to zero has no sign.
    if value < 0, number.digits > 0 { bytes.append(Self.minus) }
    append(number, integerDigits: format.integerDigits)
  }

  /// Writes a direction, 0 … 360 degrees; one that rounds up to 360 is 0.
  private mutating func append(
    course value: Double?, _ format: NumberFormat
  ) throws(SentenceEncodingError) {
    guard let value else { return }
    guard (0...360).contains(value),
      var number = WrittenNumber(value, decimals: format.decimals)
    else { throw outOfRange }
    if value < 360, number.digits == 360 * UInt64(integerPowerOfTen(number.decimals)) {
      number.digits = 0
    }
    append(number, integerDigits: format.integerDigits)
  }

  private mutating func write(_ unit: FieldUnit?, isAlone: Bool) {
    guard let unit else { return }
    next()
    if unit.isWrittenAlone || !isAlone { bytes.append(unit.letter) }
  }
}

extension SentenceEncoder {
  fileprivate func format(_ format: FieldFormat) -> NumberFormat {
    switch format {
    case .speed: speed
    case .angle: angle
    case .altitude: altitude
    case .dilution: dilution
    case .pointedDilution:
      NumberFormat(
        integerDigits: dilution.integerDigits,
        decimals: max(dilution.decimals.lowerBound, 1)...max(dilution.decimals.upperBound, 1))
    case .error: error
    case .minutes: NumberFormat(decimals: minuteDecimals)
    case .degrees:
      NumberFormat(decimals: minuteDecimals.lowerBound + 3...minuteDecimals.upperBound + 3)
    case .other: other
    }
  }
}
