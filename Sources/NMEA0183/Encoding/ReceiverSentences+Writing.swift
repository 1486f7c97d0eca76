extension FieldWriter {
  mutating func write(_ dtm: DTM) throws(SentenceEncodingError) {
    try name(dtm.datum)
    try name(dtm.subdivision)
    let minutes = NumberFormat(decimals: options.minuteDecimals)
    try signed(dtm.latitudeOffset, minutes, positive: 0x4E, negative: 0x53)
    try signed(dtm.longitudeOffset, minutes, positive: 0x45, negative: 0x57)
    try decimal(dtm.altitudeOffset, options.altitude)
    try name(dtm.reference)
  }

  mutating func write(_ grs: GRS) throws(SentenceEncodingError) {
    time(grs.time)
    try integer(grs.mode, in: 0...1)
    for index in 0..<grs.residuals.count {
      try decimal(grs.residuals[index], options.error, in: -99_999...99_999)
      // There are twelve slots, and no place for more.
      guard index < 12 else { throw outOfRange }
    }
    for _ in grs.residuals.count..<max(grs.residuals.count, 12) { next() }
    guard hasLatestFields else { return }
    hexadecimal(grs.systemID)
    hexadecimal(grs.signalID)
  }

  mutating func write(_ txt: TXT) throws(SentenceEncodingError) {
    try integer(txt.groupSize, digits: 2, in: 0...999)
    try integer(txt.groupIndex, digits: 2, in: 0...999)
    try integer(txt.identifier, digits: 2, in: 0...999)
    try text(txt.text)
  }

  mutating func write(_ pubx: PUBX00) throws(SentenceEncodingError) {
    try integer(0, digits: 2, in: 0...0)
    time(pubx.time)
    try place(pubx.latitude, pubx.longitude, stated: pubx.minuteDecimals)
    try decimal(pubx.ellipsoidalAltitude, options.altitude)
    next()
    if let status = pubx.status {
      bytes.append(UInt8(status.rawValue >> 8))
      bytes.append(UInt8(truncatingIfNeeded: status.rawValue))
    }
    try error(pubx.horizontalError)
    try error(pubx.verticalError)
    try speed(pubx.speedKilometersPerHour, in: 0...200_000)
    try course(pubx.course)
    try decimal(pubx.verticalVelocityDown, options.speed)
    try decimal(pubx.differentialAge, options.other, in: 0...1_000_000)
    try dilution(pubx.horizontalDilution)
    try dilution(pubx.verticalDilution)
    try dilution(pubx.timeDilution)
    try integer(pubx.satellitesUsed, in: 0...999)
    // One field is reserved and the other tells of dead reckoning, which the decoder leaves out.
    next()
    next()
  }

  mutating func write(_ pashr: PASHRPOS) throws(SentenceEncodingError) {
    next()
    bytes.append(contentsOf: [0x50, 0x4F, 0x53])
    try integer(pashr.solution, in: 0...99)
    try integer(pashr.satellitesUsed, digits: 2, in: 0...999)
    time(pashr.time)
    try place(pashr.latitude, pashr.longitude, stated: pashr.minuteDecimals)
    try decimal(pashr.ellipsoidalAltitude, options.altitude)
    try decimal(pashr.differentialAge, options.other, in: 0...1_000_000)
    try course(pashr.course)
    try speed(pashr.speed)
    try decimal(pashr.verticalVelocity, options.speed)
    try dilution(pashr.positionDilution)
    try dilution(pashr.horizontalDilution)
    try dilution(pashr.verticalDilution)
    try dilution(pashr.timeDilution)
    // The firmware's or the base station's name, which the decoder leaves out.
    next()
  }
}
