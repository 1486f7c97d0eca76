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
    // One field is reserved and the other tells of dead reckoning, which the decoder leaves out.
    next()
    next()
  }
}
