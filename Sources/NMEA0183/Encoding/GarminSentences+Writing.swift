extension FieldWriter {
  mutating func write(_ pgrme: PGRME) throws(SentenceEncodingError) {
    try metres(pgrme.horizontalError, options.error)
    try metres(pgrme.verticalError, options.error)
    try metres(pgrme.sphericalError, options.error)
  }

  mutating func write(_ pgrmz: PGRMZ) throws(SentenceEncodingError) {
    try decimal(pgrmz.altitudeFeet, options.altitude)
    character(pgrmz.altitudeFeet == nil ? nil : 0x66)
    character(pgrmz.dimension.map { Self.zero + $0.rawValue })
  }
}
