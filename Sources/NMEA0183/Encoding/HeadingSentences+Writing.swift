extension FieldWriter {
  mutating func write(_ hdt: HDT) throws(SentenceEncodingError) {
    try course(hdt.heading)
    character(0x54)
  }

  mutating func write(_ hdm: HDM) throws(SentenceEncodingError) {
    try course(hdm.magneticHeading)
    character(0x4D)
  }

  mutating func write(_ hdg: HDG) throws(SentenceEncodingError) {
    try course(hdg.sensorHeading)
    try variation(hdg.deviation)
    try variation(hdg.magneticVariation)
  }

  mutating func write(_ ths: THS) throws(SentenceEncodingError) {
    try course(ths.heading)
    character(ths.mode?.rawValue)
  }

  mutating func write(_ rot: ROT) throws(SentenceEncodingError) {
    try decimal(rot.rate, options.angle)
    character(rot.status?.rawValue)
  }

  mutating func write(_ pashr: PASHR) throws(SentenceEncodingError) {
    time(pashr.time)
    // The time tells this form of PASHR from Ashtech's others.
    guard pashr.time != nil else { throw missing }
    try course(pashr.heading)
    character(0x54)
    try decimal(pashr.roll, options.angle, in: -180...180)
    try decimal(pashr.pitch, options.angle, in: -180...180)
    try decimal(pashr.heave, options.error)
    try decimal(pashr.rollError, options.error, in: 0...360)
    try decimal(pashr.pitchError, options.error, in: 0...360)
    try decimal(pashr.headingError, options.error, in: 0...360)
    // The quality of the position and the state of the inertial unit, which the decoder leaves out.
    next()
    next()
  }
}
