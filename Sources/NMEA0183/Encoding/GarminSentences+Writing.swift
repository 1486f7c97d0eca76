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
}
