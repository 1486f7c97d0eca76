extension FieldWriter {
  mutating func write(_ pgrme: PGRME) throws(SentenceEncodingError) {
    try errorInMetres(pgrme.horizontalError)
    try errorInMetres(pgrme.verticalError)
    try errorInMetres(pgrme.sphericalError)
  }

  mutating func write(_ pgrmz: PGRMZ) throws(SentenceEncodingError) {
    try decimal(pgrmz.altitudeFeet, options.altitude)
    character(pgrmz.altitudeFeet == nil ? nil : 0x66)
    character(pgrmz.dimension.map { Self.zero + $0.rawValue })
  }
}
