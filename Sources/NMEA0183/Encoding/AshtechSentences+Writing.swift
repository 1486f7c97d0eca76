extension FieldWriter {
  mutating func write(_ pashr: PASHR) throws(SentenceEncodingError) {
    time(pashr.time)
    // The time distinguishes this form of PASHR from Ashtech's other forms.
    guard pashr.time != nil else { throw missing }
    try course(pashr.heading)
    character(0x54)
    try decimal(pashr.roll, options.angle, in: -180...180)
    try decimal(pashr.pitch, options.angle, in: -180...180)
    try decimal(pashr.heave, options.error)
    try decimal(pashr.rollError, options.error, in: 0...360)
    try decimal(pashr.pitchError, options.error, in: 0...360)
    try decimal(pashr.headingError, options.error, in: 0...360)
    // The quality of the position and the state of the inertial unit. The decoder does not read them.
    next()
    next()
  }

  mutating func write(_ pashr: PASHRPOS) throws(SentenceEncodingError) {
    next()
    bytes.append(contentsOf: "POS")
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
    // The name of the firmware or the base station. The decoder does not read it.
    next()
  }
}
