extension FieldWriter {
  mutating func write(_ pgrme: PGRME) throws(SentenceEncodingError) {
    try errorInMeters(pgrme.horizontalError)
    try errorInMeters(pgrme.verticalError)
    try errorInMeters(pgrme.sphericalError)
  }

  mutating func write(_ pgrmz: PGRMZ) throws(SentenceEncodingError) {
    try decimal(pgrmz.altitudeFeet, options.altitude)
    character(pgrmz.altitudeFeet == nil ? nil : 0x66)
    character(pgrmz.dimension.map { Self.zero + $0.rawValue })
  }

  mutating func write(_ pgrmv: PGRMV) throws(SentenceEncodingError) {
    try velocity(pgrmv.eastVelocity)
    try velocity(pgrmv.northVelocity)
    try velocity(pgrmv.upVelocity)
  }

  mutating func write(_ pgrmf: PGRMF) throws(SentenceEncodingError) {
    try integer(pgrmf.week, in: 0...9999)
    try integer(pgrmf.weekSeconds, in: 0...604_799)
    date(pgrmf.date)
    time(pgrmf.time)
    try integer(pgrmf.leapSeconds, in: 0...999)
    try place(pgrmf.latitude, pgrmf.longitude, stated: pgrmf.minuteDecimals)
    character(pgrmf.selection?.rawValue)
    character(pgrmf.dimension.map { Self.zero + $0.rawValue - 1 })
    try speed(pgrmf.speedKilometersPerHour, in: 0...200_000)
    try course(pgrmf.course)
    try dilution(pgrmf.positionDilution)
    try dilution(pgrmf.timeDilution)
  }

  mutating func write(_ pgrmm: PGRMM) throws(SentenceEncodingError) {
    try name(pgrmm.datum)
  }

  /// Writes a velocity in m/s.
  mutating func velocity(_ value: Double?) throws(SentenceEncodingError) {
    try decimal(value, options.speed, in: -100_000...100_000)
  }
}
