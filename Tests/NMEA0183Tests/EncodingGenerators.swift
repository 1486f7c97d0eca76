import NMEA0183

extension SentenceGenerator {
  /// One payload of each type that decodes.
  mutating func payloads() -> [Sentence.Payload] {
    let position: [Sentence.Payload] = [
      .rmc(rmc()), .gga(gga()), .gns(gns()), .gll(gll()), .vtg(vtg()),
    ]
    let others: [Sentence.Payload] = [
      .gsa(gsa()), .gsv(gsv()), .zda(zda()), .gst(gst()), .gbs(gbs()), .grs(grs()), .dtm(dtm()),
      .txt(txt()),
    ]
    let marine: [Sentence.Payload] = [
      .hdt(hdt()), .hdm(hdm()), .hdg(hdg()), .ths(ths()), .rot(rot()), .mwv(mwv()), .dbt(dbt()),
      .dpt(dpt()), .mtw(mtw()), .xte(xte()), .bod(bod()), .rmb(rmb()), .wpl(wpl()), .rte(rte()),
    ]
    let makers: [Sentence.Payload] = [
      .pgrme(pgrme()), .pgrmz(pgrmz()), .pashr(pashr()), .pashrPOS(pashrPOS()), .pubx00(pubx00()),
      .pubx03(pubx03()), .pubx04(pubx04()), .psti030(psti030()), .psrfepe(psrfepe()),
      .porzd(porzd()), .pqtmepe(pqtmepe()), .pqtmpvt(pqtmpvt()), .pgrmv(pgrmv()), .pgrmf(pgrmf()),
      .pgrmm(pgrmm()), .vhw(vhw()), .vbw(vbw()),
      .gyoacc(gyoacc()), .vlw(vlw()), .query(query()),
    ]
    return position + others + marine + makers
  }

  var hasMode: Bool { encoder.version != .v20 }
  var isLatest: Bool { encoder.version == .v41 }

  mutating func mode() -> PositioningMode? { hasMode ? pick("ADEFMNPRS") : nil }
  mutating func status() -> DataStatus? { pick("AV") }
  mutating func navigationStatus() -> NavigationStatus? { isLatest ? pick("SCUV") : nil }
  mutating func count(_ range: ClosedRange<Int>) -> Int? { maybe { $0.int(range) } }
  mutating func id() -> UInt8? { isLatest ? maybe { UInt8($0.int(0...255)) } : nil }
  mutating func course() -> Double? { number(encoder.angle, 0, 360) }
  mutating func variation() -> Double? { number(encoder.angle, -180, 180) }
  mutating func error() -> Double? { number(encoder.error, 0, 100_000) }
  mutating func dilution() -> Double? { number(encoder.dilution, 0, 100) }
  mutating func height() -> Double? { number(encoder.altitude, -10_000, 100_000) }
  mutating func length() -> Double? { number(encoder.other, 0, 10_000) }

  private mutating func rmc() -> RMC {
    var rmc = RMC()
    rmc.time = time()
    rmc.status = status()
    (rmc.latitude, rmc.longitude, rmc.minuteDecimals) = place()
    rmc.speed = number(encoder.speed, 0, 2000)
    rmc.course = course()
    rmc.date = date()
    rmc.magneticVariation = variation()
    rmc.mode = mode()
    rmc.navigationStatus = navigationStatus()
    return rmc
  }

  private mutating func gga() -> GGA {
    var gga = GGA()
    gga.time = time()
    (gga.latitude, gga.longitude, gga.minuteDecimals) = place()
    gga.quality = maybe { FixQuality(rawValue: UInt8($0.int(0...9))) }
    gga.satellitesUsed = count(0...999)
    gga.horizontalDilution = dilution()
    gga.altitude = height()
    gga.geoidSeparation = height()
    gga.differentialAge = length()
    gga.differentialStation = count(0...4095)
    return gga
  }

  private mutating func gns() -> GNS {
    var gns = GNS()
    gns.time = time()
    (gns.latitude, gns.longitude, gns.minuteDecimals) = place()
    for _ in 0..<int(0...8) { gns.modes.append(pick("ADEFMNPRS")) }
    gns.satellitesUsed = count(0...99)
    gns.horizontalDilution = dilution()
    gns.altitude = height()
    gns.geoidSeparation = height()
    gns.differentialAge = length()
    gns.differentialStation = count(0...4095)
    gns.navigationStatus = navigationStatus()
    return gns
  }

  private mutating func gll() -> GLL {
    var gll = GLL()
    (gll.latitude, gll.longitude, gll.minuteDecimals) = place()
    gll.time = time()
    gll.status = status()
    gll.mode = mode()
    return gll
  }

  private mutating func vtg() -> VTG {
    var vtg = VTG()
    vtg.course = course()
    vtg.magneticCourse = course()
    vtg.speed = number(encoder.speed, 0, 100_000)
    vtg.speedKilometersPerHour = number(encoder.speed, 0, 200_000)
    vtg.mode = mode()
    return vtg
  }

  private mutating func gsa() -> GSA {
    var gsa = GSA()
    gsa.selection = pick("AM")
    gsa.dimension = maybe { FixDimension(rawValue: UInt8($0.int(1...3))) }
    gsa.hasSystemID = isLatest && bits() % 2 == 0
    let slots = gsa.hasSystemID || bits() % 4 > 0 ? 12 : int(14...32)
    for _ in 0..<slots { gsa.satellites.append(UInt16(maybe { $0.int(1...999) } ?? 0)) }
    gsa.positionDilution = dilution()
    gsa.horizontalDilution = dilution()
    gsa.verticalDilution = dilution()
    if gsa.hasSystemID {
      gsa.systemID = id()
    } else if slots == 12, bits() % 4 == 0 {
      gsa.timeDilution = dilution()
    }
    return gsa
  }

  private mutating func gsv() -> GSV {
    var gsv = GSV()
    gsv.groupSize = count(0...99)
    gsv.groupIndex = count(0...99)
    gsv.satellitesInView = count(0...999)
    let format = NumberFormat(decimals: encoder.satelliteDecimals)
    for _ in 0..<int(0...4) {
      gsv.satellites.append(
        SatelliteReport(
          number: UInt16(int(1...999)), elevation: number(format, -90, 90),
          azimuth: number(format, 0, 360), signalStrength: number(format, 0, 99)))
    }
    gsv.signalID = id()
    return gsv
  }

  private mutating func zda() -> ZDA {
    var zda = ZDA()
    zda.time = time()
    zda.day = count(0...31)
    zda.month = count(0...12)
    zda.year = count(0...9999)
    zda.zoneHours = count(-14...14)
    zda.zoneMinutes = count(-59...59)
    return zda
  }

  private mutating func gst() -> GST {
    var gst = GST()
    gst.time = time()
    gst.rangeResiduals = error()
    gst.semiMajorError = error()
    gst.semiMinorError = error()
    gst.orientation = number(encoder.angle, -360, 360)
    gst.latitudeError = error()
    gst.longitudeError = error()
    gst.altitudeError = error()
    return gst
  }

  private mutating func gbs() -> GBS {
    var gbs = GBS()
    gbs.time = time()
    gbs.latitudeError = number(encoder.error, -1000, 1000)
    gbs.longitudeError = number(encoder.error, -1000, 1000)
    gbs.altitudeError = number(encoder.error, -1000, 1000)
    gbs.failedSatellite = count(0...999)
    gbs.missProbability = number(encoder.other, 0, 1)
    gbs.bias = number(encoder.error, -1000, 1000)
    gbs.biasDeviation = number(encoder.error, 0, 1000)
    gbs.systemID = id()
    gbs.signalID = id()
    return gbs
  }

  private mutating func grs() -> GRS {
    var grs = GRS()
    grs.time = time()
    grs.mode = count(0...1)
    // Residuals are kept in millimeters.
    for _ in 0..<12 { grs.residuals.append(number(encoder.error, -99_999, 99_999, decimals: 3)) }
    grs.systemID = id()
    grs.signalID = id()
    return grs
  }

  private mutating func dtm() -> DTM {
    let minutes = NumberFormat(decimals: encoder.minuteDecimals)
    var dtm = DTM()
    dtm.datum = name()
    dtm.subdivision = name()
    dtm.latitudeOffset = number(minutes, -60, 60)
    dtm.longitudeOffset = number(minutes, -60, 60)
    dtm.altitudeOffset = height()
    dtm.reference = name()
    return dtm
  }

  private mutating func txt() -> TXT {
    var txt = TXT()
    txt.groupSize = count(0...999)
    txt.groupIndex = count(0...999)
    txt.identifier = count(0...999)
    txt.text = ShortText(word(0...20) + ",=," + word(0...20))
    return txt
  }

  private mutating func hdt() -> HDT {
    var hdt = HDT()
    hdt.heading = course()
    return hdt
  }

  private mutating func hdm() -> HDM {
    var hdm = HDM()
    hdm.magneticHeading = course()
    return hdm
  }

  private mutating func hdg() -> HDG {
    var hdg = HDG()
    hdg.sensorHeading = course()
    hdg.deviation = variation()
    hdg.magneticVariation = variation()
    return hdg
  }

  private mutating func ths() -> THS {
    var ths = THS()
    ths.heading = course()
    ths.mode = pick("AEMSV")
    return ths
  }

  private mutating func rot() -> ROT {
    var rot = ROT()
    rot.rate = number(encoder.angle, -720, 720)
    rot.status = status()
    return rot
  }

  private mutating func mwv() -> MWV {
    var mwv = MWV()
    mwv.angle = course()
    mwv.reference = pick("RT")
    mwv.speed = number(encoder.speed, 0, 10_000)
    mwv.speedUnit = pick("KMNS")
    mwv.status = status()
    return mwv
  }

  private mutating func dbt() -> DBT {
    var dbt = DBT()
    (dbt.feet, dbt.meters, dbt.fathoms) = (length(), length(), length())
    return dbt
  }

  private mutating func dpt() -> DPT {
    var dpt = DPT()
    dpt.depth = length()
    dpt.offset = number(encoder.other, -100, 100)
    if encoder.version == .v30 || isLatest { dpt.maximumRange = length() }
    return dpt
  }

  private mutating func mtw() -> MTW {
    var mtw = MTW()
    mtw.temperature = number(encoder.other, -40, 100)
    return mtw
  }

  private mutating func xte() -> XTE {
    var xte = XTE()
    (xte.status, xte.lockStatus) = (status(), status())
    xte.error = length()
    xte.steer = pick("LR")
    xte.mode = mode()
    return xte
  }

  private mutating func bod() -> BOD {
    var bod = BOD()
    (bod.bearing, bod.magneticBearing) = (course(), course())
    (bod.destination, bod.origin) = (name(), name())
    return bod
  }

  private mutating func rmb() -> RMB {
    var rmb = RMB()
    rmb.status = status()
    rmb.crossTrackError = length()
    rmb.steer = pick("LR")
    (rmb.origin, rmb.destination) = (name(), name())
    (rmb.latitude, rmb.longitude, _) = place()
    rmb.range = length()
    rmb.bearing = course()
    rmb.closingSpeed = number(encoder.speed, -1000, 1000)
    rmb.arrival = status()
    rmb.mode = mode()
    return rmb
  }

  private mutating func wpl() -> WPL {
    var wpl = WPL()
    (wpl.latitude, wpl.longitude, _) = place()
    wpl.name = name()
    return wpl
  }

  private mutating func rte() -> RTE {
    var rte = RTE()
    rte.groupSize = count(0...999)
    rte.groupIndex = count(0...999)
    rte.kind = pick("cw")
    rte.name = name()
    rte.waypoints = ShortText(bits() % 2 == 0 ? "" : word(1...8) + "," + word(1...8))
    return rte
  }
}
