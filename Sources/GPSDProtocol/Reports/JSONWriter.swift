import LocationCore
import LocationText

/// gpsd's `TPV` and `SKY` objects (gpsd_json(5)), one a line: gpsd's names, units and decimals,
/// and members left out where nothing is known. That a receiver came, went or fell silent is no
/// report of its own: that is a `DEVICE` or an `ERROR`.
package struct JSONWriter {
  package init() {}

  package var writesSky: Bool { true }

  package func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .sky(let sky): write(sky, into: &text)
    case .fixLost(let loss): write(loss, into: &text)
    case .authorization: break
    }
  }

  package func write(fix: Fix, into text: inout ByteText) {
    var report = FixLoss.ReportedValues()
    report.mode = fix.mode
    report.status = fix.isSimulated ? .simulated : fix.status
    report.altitude = fix.altitude
    report.ellipsoidalAltitude = fix.ellipsoidalAltitude
    report.speed = fix.speed
    report.course = fix.course
    report.climb = fix.climb
    report.errors = fix.errors
    write(
      report, mode: fix.mode.rawValue, at: fix.timestamp, by: fix.source.device, position: fix,
      into: &text)
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
      write(
        loss.reported,
        mode: loss.reason == .undetermined ? 0 : loss.reported.mode?.rawValue ?? 1,
        at: loss.timestamp, by: loss.source.device, position: nil, into: &text)
    }
  }

  /// A TPV: what a receiver may say with a position or without, and what it says with one only.
  private func write(
    _ report: FixLoss.ReportedValues, mode: Int, at time: Date?, by device: String?,
    position fix: Fix?,
    into text: inout ByteText
  ) {
    text.write(#"{"class":"TPV""#)
    text.member(#","device":"#, string: device)
    // gpsd leaves the status of a plain fix out.
    let status = report.status == .autonomous ? nil : report.status
    text.member(#","status":"#, integer: status?.rawValue)
    text.member(#","mode":"#, integer: mode)
    text.member(#","time":"#, time: time)
    text.member(#","ept":"#, report.errors.time, places: 3)
    text.member(#","lat":"#, fix?.coordinate.latitude, places: 9)
    text.member(#","lon":"#, fix?.coordinate.longitude, places: 9)
    text.member(#","altHAE":"#, report.ellipsoidalAltitude, places: 4)
    text.member(#","altMSL":"#, report.altitude, places: 4)
    // Deprecated by gpsd, and what most recipes still read.
    text.member(#","alt":"#, report.altitude, places: 4)
    text.member(#","epx":"#, report.errors.longitude, places: 3)
    text.member(#","epy":"#, report.errors.latitude, places: 3)
    text.member(#","epv":"#, report.errors.vertical, places: 3)
    text.member(#","track":"#, report.course, places: 4)
    text.member(#","magvar":"#, fix?.magneticVariation, places: 1)
    text.member(#","speed":"#, report.speed, places: 3)
    text.member(#","climb":"#, report.climb, places: 3)
    text.member(#","epd":"#, report.errors.course, places: 4)
    text.member(#","eps":"#, report.errors.speed, places: 2)
    text.member(#","epc":"#, report.errors.climb, places: 2)
    text.member(#","geoidSep":"#, fix?.geoidSeparation, places: 3)
    text.member(#","eph":"#, report.errors.horizontal, places: 3)
    text.member(#","sep":"#, report.errors.spherical, places: 3)
    text.member(#","dgpsAge":"#, fix?.differentialAge, places: 1)
    text.member(#","dgpsSta":"#, integer: fix?.differentialStation)
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
