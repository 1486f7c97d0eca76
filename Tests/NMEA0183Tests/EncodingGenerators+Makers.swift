import NMEA0183

// Makers' own sentences, those of vessels, and queries.

extension SentenceGenerator {
  mutating func pgrme() -> PGRME {
    var pgrme = PGRME()
    pgrme.horizontalError = error()
    pgrme.verticalError = error()
    pgrme.sphericalError = error()
    return pgrme
  }

  mutating func pgrmz() -> PGRMZ {
    var pgrmz = PGRMZ()
    pgrmz.altitudeFeet = height()
    pgrmz.dimension = maybe { FixDimension(rawValue: UInt8($0.int(1...3))) }
    return pgrmz
  }

  mutating func pashr() -> PASHR {
    var pashr = PASHR()
    while pashr.time == nil { pashr.time = time() }
    pashr.heading = course()
    pashr.roll = variation()
    pashr.pitch = variation()
    pashr.heave = number(encoder.error, -100, 100)
    pashr.rollError = number(encoder.error, 0, 360)
    pashr.pitchError = number(encoder.error, 0, 360)
    pashr.headingError = number(encoder.error, 0, 360)
    return pashr
  }

  mutating func pashrPOS() -> PASHRPOS {
    var pashr = PASHRPOS()
    pashr.solution = count(0...23)
    pashr.satellitesUsed = count(0...99)
    pashr.time = time()
    (pashr.latitude, pashr.longitude, pashr.minuteDecimals) = place()
    pashr.ellipsoidalAltitude = height()
    pashr.differentialAge = length()
    pashr.course = course()
    pashr.speed = number(encoder.speed, 0, 1000)
    pashr.verticalVelocity = number(encoder.speed, -500, 500)
    pashr.positionDilution = dilution()
    pashr.horizontalDilution = dilution()
    pashr.verticalDilution = dilution()
    pashr.timeDilution = dilution()
    return pashr
  }

  mutating func pubx00() -> PUBX00 {
    var pubx = PUBX00()
    pubx.time = time()
    (pubx.latitude, pubx.longitude, pubx.minuteDecimals) = place()
    pubx.ellipsoidalAltitude = height()
    let statuses: [PUBX00.Status] = [
      .noFix, .deadReckoning, .two, .three, .differentialTwo, .differentialThree, .combined,
      .timeOnly,
    ]
    pubx.status = maybe { statuses[$0.int(0...7)] }
    (pubx.horizontalError, pubx.verticalError) = (error(), error())
    pubx.speedKilometersPerHour = number(encoder.speed, 0, 2000)
    pubx.course = course()
    pubx.verticalVelocityDown = number(encoder.speed, -500, 500)
    pubx.differentialAge = length()
    pubx.horizontalDilution = dilution()
    pubx.verticalDilution = dilution()
    pubx.timeDilution = dilution()
    pubx.satellitesUsed = count(0...99)
    return pubx
  }

  mutating func pubx03() -> PUBX03 {
    var pubx = PUBX03()
    pubx.satellitesTracked = count(0...72)
    for _ in 0..<int(0...UBloxSatelliteList.capacity) {
      var satellite = UBloxSatellite(number: UInt8(int(1...255)))
      satellite.use = [.used, .unused, .available][int(0...2)]
      satellite.azimuth = count(0...360)
      satellite.elevation = count(-90...90)
      satellite.signalStrength = count(0...99)
      pubx.satellites.append(satellite)
    }
    return pubx
  }

  mutating func pubx04() -> PUBX04 {
    var pubx = PUBX04()
    pubx.time = time()
    pubx.date = date()
    pubx.weekSeconds = number(encoder.other, 0, 604_800)
    pubx.week = count(0...9999)
    pubx.leapSeconds = count(0...99)
    pubx.areLeapSecondsDefault = pubx.leapSeconds != nil && bits() % 2 == 0
    pubx.clockBias = number(encoder.other, -1_000_000, 1_000_000)
    pubx.clockDrift = number(encoder.other, -10_000, 10_000)
    pubx.pulseGranularity = number(encoder.other, 0, 100)
    return pubx
  }

  mutating func psti030() -> PSTI030 {
    var psti = PSTI030()
    psti.time = time()
    psti.status = status()
    (psti.latitude, psti.longitude, psti.minuteDecimals) = place()
    psti.altitude = height()
    (psti.eastVelocity, psti.northVelocity, psti.upVelocity) = (velocity(), velocity(), velocity())
    psti.date = date()
    psti.mode = pick("ADEFMNPRS")
    psti.differentialAge = length()
    psti.ambiguityRatio = length()
    return psti
  }

  mutating func pqtmepe() -> PQTMEPE {
    var pqtmepe = PQTMEPE()
    (pqtmepe.northError, pqtmepe.eastError, pqtmepe.verticalError) = (error(), error(), error())
    (pqtmepe.horizontalError, pqtmepe.sphericalError) = (error(), error())
    return pqtmepe
  }

  mutating func pqtmpvt() -> PQTMPVT {
    var pqtmpvt = PQTMPVT()
    pqtmpvt.dateDigits = count(0...9999_12_31)
    pqtmpvt.time = time()
    pqtmpvt.dimension = maybe { FixDimension(rawValue: UInt8($0.int(1...3))) }
    pqtmpvt.satellitesUsed = count(0...99)
    pqtmpvt.leapSeconds = count(0...99)
    let decimals = encoder.minuteDecimals
    let degrees = NumberFormat(decimals: decimals.lowerBound + 3...decimals.upperBound + 3)
    (pqtmpvt.latitude, pqtmpvt.longitude) = (number(degrees, -90, 90), number(degrees, -180, 180))
    (pqtmpvt.altitude, pqtmpvt.geoidSeparation) = (height(), height())
    (pqtmpvt.northVelocity, pqtmpvt.eastVelocity) = (velocity(), velocity())
    pqtmpvt.downVelocity = velocity()
    pqtmpvt.speedMetersPerSecond = number(encoder.speed, 0, 1000)
    pqtmpvt.course = course()
    (pqtmpvt.horizontalDilution, pqtmpvt.positionDilution) = (dilution(), dilution())
    return pqtmpvt
  }

  mutating func psrfepe() -> PSRFEPE {
    var psrfepe = PSRFEPE()
    psrfepe.time = time()
    psrfepe.status = status()
    psrfepe.horizontalDilution = dilution()
    (psrfepe.horizontalError, psrfepe.verticalError) = (error(), error())
    psrfepe.speedError = error()
    psrfepe.courseError = number(encoder.error, 0, 360)
    return psrfepe
  }

  mutating func porzd() -> PORZD {
    var porzd = PORZD()
    (porzd.status, porzd.horizontalError) = (status(), error())
    return porzd
  }

  mutating func pgrmv() -> PGRMV {
    var pgrmv = PGRMV()
    (pgrmv.eastVelocity, pgrmv.northVelocity, pgrmv.upVelocity) = (
      velocity(), velocity(), velocity()
    )
    return pgrmv
  }

  mutating func pgrmf() -> PGRMF {
    var pgrmf = PGRMF()
    pgrmf.week = count(0...1023)
    pgrmf.weekSeconds = count(0...604_799)
    pgrmf.date = date()
    pgrmf.time = time()
    pgrmf.leapSeconds = count(0...99)
    (pgrmf.latitude, pgrmf.longitude, pgrmf.minuteDecimals) = place()
    pgrmf.selection = pick("AM")
    pgrmf.dimension = maybe { FixDimension(rawValue: UInt8($0.int(1...3))) }
    pgrmf.speedKilometersPerHour = number(encoder.speed, 0, 2000)
    pgrmf.course = course()
    (pgrmf.positionDilution, pgrmf.timeDilution) = (dilution(), dilution())
    return pgrmf
  }

  mutating func pgrmm() -> PGRMM {
    var pgrmm = PGRMM()
    pgrmm.datum = name()
    return pgrmm
  }

  mutating func vhw() -> VHW {
    var vhw = VHW()
    (vhw.heading, vhw.magneticHeading) = (course(), course())
    vhw.speed = number(encoder.speed, 0, 100)
    vhw.speedKilometersPerHour = number(encoder.speed, 0, 200)
    return vhw
  }

  mutating func vbw() -> VBW {
    var vbw = VBW()
    (vbw.waterSpeed, vbw.transverseWaterSpeed, vbw.waterStatus) = (velocity(), velocity(), status())
    (vbw.groundSpeed, vbw.transverseGroundSpeed, vbw.groundStatus) = (
      velocity(), velocity(), status()
    )
    guard encoder.version == .v30 || isLatest else { return vbw }
    (vbw.sternWaterSpeed, vbw.sternWaterStatus) = (velocity(), status())
    (vbw.sternGroundSpeed, vbw.sternGroundStatus) = (velocity(), status())
    return vbw
  }

  mutating func vlw() -> VLW {
    var vlw = VLW()
    (vlw.totalWaterDistance, vlw.waterDistance) = (length(), length())
    guard encoder.version == .v30 || isLatest else { return vlw }
    (vlw.totalGroundDistance, vlw.groundDistance) = (length(), length())
    return vlw
  }

  mutating func gyoacc() -> GYOACC {
    var gyoacc = GYOACC()
    (gyoacc.date, gyoacc.time) = (date(), time())
    gyoacc.angularVelocityX = number(encoder.other, -10, 10)
    gyoacc.angularVelocityY = number(encoder.other, -10, 10)
    gyoacc.angularVelocityZ = number(encoder.other, -10, 10)
    gyoacc.accelerationX = number(encoder.other, -100, 100)
    gyoacc.accelerationY = number(encoder.other, -100, 100)
    gyoacc.accelerationZ = number(encoder.other, -100, 100)
    gyoacc.temperature = number(encoder.other, -40, 100)
    return gyoacc
  }

  mutating func query() -> SentenceQuery {
    bits() % 2 == 0
      ? SentenceQuery(listener: .gps, requested: ShortName("GGA"))
      : SentenceQuery(listener: nil, requested: ShortName("04"))
  }

  private mutating func velocity() -> Double? { number(encoder.speed, -500, 500) }
}
