extension FieldWriter {
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
    // One field is reserved. The other is about dead reckoning; the decoder does not read it.
    next()
    next()
  }

  mutating func write(_ pubx: PUBX03) throws(SentenceEncodingError) {
    try integer(3, digits: 2, in: 3...3)
    try integer(pubx.satellitesTracked, digits: 2, in: 0...999)
    for index in 0..<pubx.satellites.count {
      let satellite = pubx.satellites[index]
      try integer(Int(satellite.number), in: 1...255)
      character(satellite.use.rawValue)
      try integer(satellite.azimuth, digits: 3, in: 0...360)
      try integer(satellite.elevation, digits: 2, in: -90...90)
      try integer(satellite.signalStrength, digits: 2, in: 0...99)
      // The time for which the carrier has been tracked. The decoder does not read it.
      next()
    }
  }

  mutating func write(_ pubx: PUBX04) throws(SentenceEncodingError) {
    try integer(4, digits: 2, in: 4...4)
    time(pubx.time)
    date(pubx.date)
    try decimal(pubx.weekSeconds, options.other, in: 0...604_801)
    try integer(pubx.week, in: 0...99_999)
    try integer(pubx.leapSeconds, in: 0...999)
    if pubx.areLeapSecondsDefault {
      guard pubx.leapSeconds != nil else { throw missing }
      bytes.append(0x44)
    }
    try decimal(pubx.clockBias, options.other)
    try decimal(pubx.clockDrift, options.other)
    try decimal(pubx.pulseGranularity, options.other)
  }
}
