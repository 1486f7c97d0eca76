extension FieldWriter {
  mutating func write(_ xte: XTE) throws(SentenceEncodingError) {
    character(xte.status?.rawValue)
    character(xte.lockStatus?.rawValue)
    try decimal(xte.error, options.other, in: 0...100_000)
    character(xte.steer?.rawValue)
    character(xte.error == nil ? nil : 0x4E)
    mode(xte.mode)
  }

  mutating func write(_ bod: BOD) throws(SentenceEncodingError) {
    try course(bod.bearing)
    character(0x54)
    try course(bod.magneticBearing)
    character(0x4D)
    try name(bod.destination)
    try name(bod.origin)
  }

  mutating func write(_ rmb: RMB) throws(SentenceEncodingError) {
    character(rmb.status?.rawValue)
    try decimal(rmb.crossTrackError, options.other, in: 0...100_000)
    character(rmb.steer?.rawValue)
    try name(rmb.origin)
    try name(rmb.destination)
    try place(rmb.latitude, rmb.longitude, stated: 0)
    try decimal(rmb.range, options.other, in: 0...100_000)
    try course(rmb.bearing)
    try decimal(rmb.closingSpeed, options.speed)
    character(rmb.arrival?.rawValue)
    mode(rmb.mode)
  }

  mutating func write(_ wpl: WPL) throws(SentenceEncodingError) {
    try place(wpl.latitude, wpl.longitude, stated: 0)
    try name(wpl.name)
  }

  mutating func write(_ rte: RTE) throws(SentenceEncodingError) {
    try integer(rte.groupSize, in: 0...999)
    try integer(rte.groupIndex, in: 0...999)
    character(rte.kind?.rawValue)
    try name(rte.name)
    if rte.waypoints.count > 0 { try unresolved(rte.waypoints) }
  }
}
