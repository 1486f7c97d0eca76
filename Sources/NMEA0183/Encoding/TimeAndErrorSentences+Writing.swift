extension FieldWriter {
  mutating func write(_ zda: ZDA) throws(SentenceEncodingError) {
    time(zda.time)
    try integer(zda.day, digits: 2, in: 0...31)
    try integer(zda.month, digits: 2, in: 0...12)
    try integer(zda.year, digits: 4, in: 0...9999)
    try integer(zda.zoneHours, digits: 2, in: -14...14)
    try integer(zda.zoneMinutes, digits: 2, in: -59...59)
  }

  mutating func write(_ gst: GST) throws(SentenceEncodingError) {
    time(gst.time)
    try error(gst.rangeResiduals)
    try error(gst.semiMajorError)
    try error(gst.semiMinorError)
    try decimal(gst.orientation, options.angle, in: -360...360)
    try error(gst.latitudeError)
    try error(gst.longitudeError)
    try error(gst.altitudeError)
  }

  mutating func write(_ gbs: GBS) throws(SentenceEncodingError) {
    time(gbs.time)
    let range = -100_000_000.0...100_000_000
    try decimal(gbs.latitudeError, options.error, in: range)
    try decimal(gbs.longitudeError, options.error, in: range)
    try decimal(gbs.altitudeError, options.error, in: range)
    try integer(gbs.failedSatellite, digits: 2, in: 0...999)
    try decimal(gbs.missProbability, options.other, in: 0...1)
    try decimal(gbs.bias, options.error)
    try decimal(gbs.biasDeviation, options.error)
    guard hasLatestFields else { return }
    hexadecimal(gbs.systemID)
    hexadecimal(gbs.signalID)
  }
}
