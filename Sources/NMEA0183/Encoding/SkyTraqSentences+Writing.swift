extension FieldWriter {
  mutating func write(_ psti: PSTI030) throws(SentenceEncodingError) {
    try integer(30, digits: 3, in: 30...30)
    time(psti.time)
    character(psti.status?.rawValue)
    try place(psti.latitude, psti.longitude, stated: psti.minuteDecimals)
    try decimal(psti.altitude, options.altitude)
    try velocity(psti.eastVelocity)
    try velocity(psti.northVelocity)
    try velocity(psti.upVelocity)
    date(psti.date)
    character(psti.mode?.rawValue)
    try decimal(psti.differentialAge, options.other, in: 0...1_000_000)
    try decimal(psti.ambiguityRatio, options.other)
  }
}
