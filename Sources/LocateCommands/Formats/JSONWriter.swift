import LocationCore

/// gpsd's `TPV` and `SKY` objects (gpsd_json(5)), one a line: gpsd's names, units and decimals,
/// and members left out where nothing is known. That a receiver came, went or fell silent is no
/// report of its own: that is a `DEVICE` or an `ERROR`.
struct JSONWriter: LocationWriter {
  func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix, into: &text)
    case .sky(let sky): write(sky, into: &text)
    case .fixLost(let loss): write(loss, into: &text)
    case .authorization: break
    }
  }

  private func write(_ fix: Fix, into text: inout ByteText) {
    text.write(#"{"class":"TPV""#)
    text.member(#","device":"#, string: fix.source.device)
    // gpsd leaves the status of a plain fix out.
    let status = fix.isSimulated ? .simulated : fix.status
    text.member(#","status":"#, integer: status == .autonomous ? nil : status?.rawValue)
    text.member(#","mode":"#, integer: fix.mode.rawValue)
    text.member(#","time":"#, time: fix.timestamp)
    text.member(#","ept":"#, fix.errors.time, places: 3)
    text.member(#","lat":"#, fix.coordinate.latitude, places: 9)
    text.member(#","lon":"#, fix.coordinate.longitude, places: 9)
    text.member(#","altHAE":"#, fix.ellipsoidalAltitude, places: 4)
    text.member(#","altMSL":"#, fix.altitude, places: 4)
    // Deprecated by gpsd, and what most recipes still read.
    text.member(#","alt":"#, fix.altitude, places: 4)
    text.member(#","epx":"#, fix.errors.longitude, places: 3)
    text.member(#","epy":"#, fix.errors.latitude, places: 3)
    text.member(#","epv":"#, fix.errors.vertical, places: 3)
    text.member(#","track":"#, fix.course, places: 4)
    text.member(#","magvar":"#, fix.magneticVariation, places: 1)
    text.member(#","speed":"#, fix.speed, places: 3)
    text.member(#","climb":"#, fix.climb, places: 3)
    text.member(#","epd":"#, fix.errors.course, places: 4)
    text.member(#","eps":"#, fix.errors.speed, places: 2)
    text.member(#","epc":"#, fix.errors.climb, places: 2)
    text.member(#","geoidSep":"#, fix.geoidSeparation, places: 3)
    text.member(#","eph":"#, fix.errors.horizontal, places: 3)
    text.member(#","sep":"#, fix.errors.spherical, places: 3)
    text.member(#","dgpsAge":"#, fix.differentialAge, places: 1)
    text.member(#","dgpsSta":"#, integer: fix.differentialStation)
    text.write("}\n")
  }

  private func write(_ loss: FixLoss, into text: inout ByteText) {
    // A TPV is a report of the receiver's: what is not one is said by gpsd's other objects.
    let name = loss.source.device ?? loss.source.name
    switch loss.reason {
    case .deviceAdded:
      text.member(#"{"class":"DEVICE","path":"#, string: name)
      text.member(#","activated":"#, time: loss.receivedAt)
      text.write("}\n")
    case .deviceRemoved:
      text.member(#"{"class":"DEVICE","path":"#, string: name)
      text.write(#","activated":0}"#)
      text.write("\n")
    case .noDevice:
      text.write(#"{"class":"DEVICES","devices":[]}"#)
      text.write("\n")
    case .silent, .disconnected:
      text.member(#"{"class":"ERROR","message":"#, string: "\(name): \(loss.reason)")
      text.write("}\n")
    default:
      write(report: loss, into: &text)
    }
  }

  /// What the receiver itself said about having no position.
  private func write(report loss: FixLoss, into text: inout ByteText) {
    let rest = loss.remains
    text.write(#"{"class":"TPV""#)
    text.member(#","device":"#, string: loss.source.device)
    text.member(
      #","status":"#, integer: rest.status == .autonomous ? nil : rest.status?.rawValue)
    let mode = loss.reason == .undetermined ? 0 : rest.mode?.rawValue ?? 1
    text.member(#","mode":"#, integer: mode)
    text.member(#","time":"#, time: loss.timestamp)
    text.member(#","ept":"#, rest.errors.time, places: 3)
    text.member(#","altHAE":"#, rest.ellipsoidalAltitude, places: 4)
    text.member(#","altMSL":"#, rest.altitude, places: 4)
    text.member(#","alt":"#, rest.altitude, places: 4)
    text.member(#","epx":"#, rest.errors.longitude, places: 3)
    text.member(#","epy":"#, rest.errors.latitude, places: 3)
    text.member(#","epv":"#, rest.errors.vertical, places: 3)
    text.member(#","track":"#, rest.course, places: 4)
    text.member(#","speed":"#, rest.speed, places: 3)
    text.member(#","climb":"#, rest.climb, places: 3)
    text.member(#","epd":"#, rest.errors.course, places: 4)
    text.member(#","eps":"#, rest.errors.speed, places: 2)
    text.member(#","epc":"#, rest.errors.climb, places: 2)
    text.member(#","eph":"#, rest.errors.horizontal, places: 3)
    text.member(#","sep":"#, rest.errors.spherical, places: 3)
    text.write("}\n")
  }

  private func write(_ sky: SkyView, into text: inout ByteText) {
    text.write(#"{"class":"SKY""#)
    text.member(#","device":"#, string: sky.source.device)
    text.member(#","time":"#, time: sky.timestamp)
    text.member(#","gdop":"#, sky.dilution.geometric, places: 2)
    text.member(#","hdop":"#, sky.dilution.horizontal, places: 2)
    text.member(#","pdop":"#, sky.dilution.position, places: 2)
    text.member(#","tdop":"#, sky.dilution.time, places: 2)
    text.member(#","xdop":"#, sky.dilution.longitude, places: 2)
    text.member(#","ydop":"#, sky.dilution.latitude, places: 2)
    text.member(#","vdop":"#, sky.dilution.vertical, places: 2)
    // A view without satellites is one in which none was reported: not a sky without any.
    let satellites = sky.satellites
    text.member(#","nSat":"#, integer: satellites.isEmpty ? nil : satellites.count)
    text.member(#","uSat":"#, integer: sky.satellitesUsed ?? used(satellites))
    if !satellites.isEmpty {
      text.write(#","satellites":["#)
      for index in satellites.indices {
        if index > 0 { text.write(",") }
        write(satellites[index], into: &text)
      }
      text.write("]")
    }
    text.write("}\n")
  }

  private func write(_ satellite: Satellite, into text: inout ByteText) {
    text.member(#"{"PRN":"#, integer: satellite.prn)
    text.member(#","gnssid":"#, integer: satellite.constellation?.rawValue)
    text.member(#","svid":"#, integer: satellite.id)
    text.member(#","sigid":"#, integer: satellite.signal)
    text.member(#","az":"#, satellite.azimuth, places: 1)
    text.member(#","el":"#, satellite.elevation, places: 1)
    text.member(#","ss":"#, satellite.signalStrength, places: 1)
    if let isUsed = satellite.isUsed { text.write(isUsed ? #","used":true"# : #","used":false"#) }
    // gpsd's health: 1 is healthy, 2 is not.
    text.member(#","health":"#, integer: satellite.isHealthy.map { $0 ? 1 : 2 })
    text.write("}")
  }

  /// How many satellites are known to be used, if it was said of any whether it is.
  private func used(_ satellites: [Satellite]) -> Int? {
    var count: Int?
    for satellite in satellites {
      guard let isUsed = satellite.isUsed else { continue }
      count = (count ?? 0) + (isUsed ? 1 : 0)
    }
    return count
  }
}
