extension FieldWriter {
  mutating func write(_ dtm: DTM) throws(SentenceEncodingError) {
    try name(dtm.datum)
    try name(dtm.subdivision)
    let minutes = NumberFormat(decimals: options.minuteDecimals)
    try signed(dtm.latitudeOffset, minutes, positive: 0x4E, negative: 0x53)
    try signed(dtm.longitudeOffset, minutes, positive: 0x45, negative: 0x57)
    try decimal(dtm.altitudeOffset, options.altitude)
    try name(dtm.reference)
  }

  mutating func write(_ grs: GRS) throws(SentenceEncodingError) {
    time(grs.time)
    try integer(grs.mode, in: 0...1)
    for index in 0..<grs.residuals.count {
      try decimal(grs.residuals[index], options.error, in: -99_999...99_999)
      // The sentence has twelve slots.
      guard index < 12 else { throw outOfRange }
    }
    for _ in grs.residuals.count..<max(grs.residuals.count, 12) { next() }
    guard hasLatestFields else { return }
    hexadecimal(grs.systemID)
    hexadecimal(grs.signalID)
  }

  mutating func write(_ txt: TXT) throws(SentenceEncodingError) {
    try integer(txt.groupSize, digits: 2, in: 0...999)
    try integer(txt.groupIndex, digits: 2, in: 0...999)
    try integer(txt.identifier, digits: 2, in: 0...999)
    try text(txt.text)
  }
}
