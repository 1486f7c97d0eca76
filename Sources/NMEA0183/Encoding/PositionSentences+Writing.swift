extension FieldWriter {
  mutating func write(_ rmc: RMC) throws(SentenceEncodingError) {
    time(rmc.time)
    character(rmc.status?.rawValue)
    try place(rmc.latitude, rmc.longitude, stated: rmc.minuteDecimals)
    try speed(rmc.speed)
    try course(rmc.course)
    date(rmc.date)
    try variation(rmc.magneticVariation)
    mode(rmc.mode)
    if hasLatestFields { character(rmc.navigationStatus?.rawValue) }
  }

  mutating func write(_ gga: GGA) throws(SentenceEncodingError) {
    time(gga.time)
    try place(gga.latitude, gga.longitude, stated: gga.minuteDecimals)
    character(gga.quality.map { Self.zero + $0.rawValue })
    try integer(gga.satellitesUsed, digits: 2, in: 0...999)
    try dilution(gga.horizontalDilution)
    try meters(gga.altitude, options.altitude)
    try meters(gga.geoidSeparation, options.altitude)
    try differential(age: gga.differentialAge, station: gga.differentialStation)
  }

  mutating func write(_ gns: GNS) throws(SentenceEncodingError) {
    time(gns.time)
    try place(gns.latitude, gns.longitude, stated: gns.minuteDecimals)
    next()
    for index in 0..<gns.modes.count { bytes.append(gns.modes.letter(index)) }
    try integer(gns.satellitesUsed, digits: 2, in: 0...999)
    try dilution(gns.horizontalDilution)
    try decimal(gns.altitude, options.altitude)
    try decimal(gns.geoidSeparation, options.altitude)
    try differential(age: gns.differentialAge, station: gns.differentialStation)
    if hasLatestFields { character(gns.navigationStatus?.rawValue) }
  }

  mutating func write(_ gll: GLL) throws(SentenceEncodingError) {
    try place(gll.latitude, gll.longitude, stated: gll.minuteDecimals)
    time(gll.time)
    character(gll.status?.rawValue)
    mode(gll.mode)
  }

  mutating func write(_ vtg: VTG) throws(SentenceEncodingError) {
    // If one value exists, empty fields get their units too. Without units a decoder would read the
    // form of versions before 2.0.
    let isEmpty =
      vtg.course == nil && vtg.magneticCourse == nil && vtg.speed == nil
      && vtg.speedKilometersPerHour == nil
    try course(vtg.course)
    character(isEmpty ? nil : 0x54)
    try course(vtg.magneticCourse)
    character(isEmpty ? nil : 0x4D)
    try speed(vtg.speed)
    character(isEmpty ? nil : 0x4E)
    try speed(vtg.speedKilometersPerHour, in: 0...200_000)
    character(isEmpty ? nil : 0x4B)
    mode(vtg.mode)
  }

  private mutating func differential(
    age: Double?, station: Int?
  ) throws(SentenceEncodingError) {
    try decimal(age, options.other, in: 0...1_000_000)
    try integer(station, digits: 4, in: 0...9999)
  }
}
