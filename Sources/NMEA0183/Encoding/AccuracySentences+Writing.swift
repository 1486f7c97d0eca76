extension FieldWriter {
  mutating func write(_ psrfepe: PSRFEPE) throws(SentenceEncodingError) {
    time(psrfepe.time)
    character(psrfepe.status?.rawValue)
    try dilution(psrfepe.horizontalDilution)
    try error(psrfepe.horizontalError)
    try error(psrfepe.verticalError)
    try error(psrfepe.speedError)
    try decimal(psrfepe.courseError, options.error, in: 0...360)
  }

  mutating func write(_ porzd: PORZD) throws(SentenceEncodingError) {
    character(porzd.status?.rawValue)
    try error(porzd.horizontalError)
  }
}
