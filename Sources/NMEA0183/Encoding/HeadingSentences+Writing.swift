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
}
