extension FieldWriter {
  mutating func write(_ vhw: VHW) throws(SentenceEncodingError) {
    try course(vhw.heading)
    character(0x54)
    try course(vhw.magneticHeading)
    character(0x4D)
    try speed(vhw.speed)
    character(0x4E)
    try speed(vhw.speedKilometersPerHour, in: 0...200_000)
    character(0x4B)
  }

  mutating func write(_ vbw: VBW) throws(SentenceEncodingError) {
    let range = -100_000.0...100_000
    try speed(vbw.waterSpeed, in: range)
    try speed(vbw.transverseWaterSpeed, in: range)
    character(vbw.waterStatus?.rawValue)
    try speed(vbw.groundSpeed, in: range)
    try speed(vbw.transverseGroundSpeed, in: range)
    character(vbw.groundStatus?.rawValue)
    guard options.version.rawValue >= SentenceEncoder.Version.v30.rawValue else { return }
    try speed(vbw.sternWaterSpeed, in: range)
    character(vbw.sternWaterStatus?.rawValue)
    try speed(vbw.sternGroundSpeed, in: range)
    character(vbw.sternGroundStatus?.rawValue)
  }

  mutating func write(_ gyoacc: GYOACC) throws(SentenceEncodingError) {
    date(gyoacc.date)
    time(gyoacc.time)
    try decimal(gyoacc.angularVelocityX, options.other)
    try decimal(gyoacc.angularVelocityY, options.other)
    try decimal(gyoacc.angularVelocityZ, options.other)
    // The interval of the measurements. The decoder does not read it.
    next()
    try decimal(gyoacc.accelerationX, options.other)
    try decimal(gyoacc.accelerationY, options.other)
    try decimal(gyoacc.accelerationZ, options.other)
    next()
    try decimal(gyoacc.temperature, options.other, in: -273.15...1000)
    // The vehicle's odometer. The decoder does not read it.
    next()
    next()
    next()
  }
}
