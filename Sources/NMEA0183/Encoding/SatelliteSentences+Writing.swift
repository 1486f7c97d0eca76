extension FieldWriter {
  mutating func write(_ gsa: GSA) throws(SentenceEncodingError) {
    character(gsa.selection?.rawValue)
    character(gsa.dimension.map { Self.zero + $0.rawValue })
    for slot in 0..<gsa.satellites.count {
      let number = Int(gsa.satellites[slot])
      try integer(number == 0 ? nil : number, digits: 2, in: 0...999)
    }
    for _ in gsa.satellites.count..<max(gsa.satellites.count, 12) { next() }
    try dilution(gsa.positionDilution)
    try dilution(gsa.horizontalDilution)
    try dilution(gsa.verticalDilution)
    if let dilution = gsa.timeDilution {
      // The point distinguishes a dilution from a system.
      let format = NumberFormat(
        integerDigits: options.dilution.integerDigits,
        decimals: max(
          options.dilution.decimals.lowerBound, 1)...max(
            options.dilution.decimals.upperBound, 1))
      try decimal(dilution, format, in: 0...99_999)
      guard gsa.satellites.count <= 12, gsa.systemID == nil else { throw outOfRange }
    } else if hasLatestFields, gsa.hasSystemID || gsa.systemID != nil {
      hexadecimal(gsa.systemID)
      // With more than twelve slots there is no field for the system.
      guard gsa.satellites.count <= 12 else { throw outOfRange }
    }
  }

  mutating func write(_ gsv: GSV) throws(SentenceEncodingError) {
    try integer(gsv.groupSize, in: 0...99)
    try integer(gsv.groupIndex, in: 0...99)
    try integer(gsv.satellitesInView, digits: 2, in: 0...999)
    for index in 0..<gsv.satellites.count {
      let report = gsv.satellites[index]
      try integer(Int(report.number), digits: 2, in: 1...999)
      if !write(tenths: report.tenths(.elevation), digits: 2, in: -900...900) {
        try decimal(report.elevation, tenths(2), in: -90...90)
      }
      if !write(tenths: report.tenths(.azimuth), digits: 3, in: 0...3600) {
        try course(report.azimuth, tenths(3))
      }
      if !write(tenths: report.tenths(.signalStrength), digits: 2, in: 0...990) {
        try decimal(report.signalStrength, tenths(2), in: 0...99)
      }
    }
    if hasLatestFields, let signal = gsv.signalID { hexadecimal(signal) }
  }

  /// Writes a number of a satellite without any arithmetic of decimals. `false` if it needs that, or is
  /// out of range.
  private mutating func write(tenths: Int16?, digits: Int, in range: ClosedRange<Int16>) -> Bool {
    guard let tenths else {
      next()
      return true
    }
    guard range.contains(tenths),
      let number = WrittenNumber(tenths: tenths.magnitude, decimals: options.satelliteDecimals)
    else { return false }
    next()
    if tenths < 0 { bytes.append(Self.minus) }
    append(number, integerDigits: digits)
    return true
  }

  private func tenths(_ integerDigits: Int) -> NumberFormat {
    NumberFormat(integerDigits: integerDigits, decimals: options.satelliteDecimals)
  }
}
