import LocationCore
import LocationText

/// Writes gpsd's reports (gpsd_json(5)), one on a line, with gpsd's names, units and decimals. A
/// member whose value is not known is left out.
///
/// A receiver that was plugged in, was unplugged or became silent made no report about it. Such a
/// ``FixLoss`` is written as `DEVICE`, `DEVICES` or `ERROR`.
///
/// gpsd has no name for a value that was computed from positions: `speedIsDerived` and `trackIsDerived` are
/// `true` beside such a value, and absent otherwise. Nor has it one for `batteryLevel`, in percent.
package struct GPSDReportWriter {
  package enum LineEnd {
    case lineFeed
    /// As gpsd itself ends its lines.
    case carriageReturnLineFeed
  }

  private let lineEnd: LineEnd

  package init(lineEnd: LineEnd = .lineFeed) { self.lineEnd = lineEnd }

  /// Writes a line, or nothing for an update that gpsd has no report for.
  package func write(_ update: LocationUpdate, into text: inout ByteText) {
    if case .authorization = update { return }
    writeObject(update, into: &text)
    end(&text)
  }

  /// Writes a line. ``GPSDReport/other(className:)`` is written with its class only.
  package func write(_ report: GPSDReport, into text: inout ByteText) {
    if case .update(let update) = report { return write(update, into: &text) }
    writeObject(report, into: &text)
    end(&text)
  }

  package func write(fix: Fix, into text: inout ByteText) {
    writeObject(fix, into: &text)
    end(&text)
  }

  private func end(_ text: inout ByteText) {
    switch lineEnd {
    case .lineFeed: text.write("\n")
    case .carriageReturnLineFeed: text.write("\r\n")
    }
  }
}

// The objects, without the ends of their lines.
extension GPSDReportWriter {
  func writeObject(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): writeObject(fix, into: &text)
    case .sky(let sky): writeObject(sky, into: &text)
    case .fixLost(let loss): writeObject(loss, into: &text)
    case .authorization: break
    }
  }

  private func writeObject(_ fix: Fix, into text: inout ByteText) {
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
      report, mode: fix.dimensions.rawValue, at: fix.timestamp, by: fix.source.device,
      position: fix, into: &text)
  }

  private func writeObject(_ loss: FixLoss, into text: inout ByteText) {
    let name = loss.source.device ?? loss.source.publicName
    switch loss.reason {
    case .deviceAdded:
      var device = GPSDDevice(path: name)
      device.activation = loss.receivedAt.map { .active(since: $0) }
      writeObject(device, into: &text)
    case .deviceRemoved:
      writeObject(GPSDDevice(path: name, activation: .givenUp), into: &text)
    case .noDevice: writeObject(.devices([]), into: &text)
    case .silent, .disconnected: writeObject(.error("\(name): \(loss.reason)"), into: &text)
    default:
      write(
        loss.reported,
        mode: loss.reason == .undetermined ? 0 : loss.reported.mode?.rawValue ?? 1,
        at: loss.timestamp, by: loss.source.device, position: nil, datum: loss.reason.datum,
        into: &text)
    }
  }

  /// Writes a TPV: the members that are possible without a position, and those of `fix`.
  private func write(
    _ report: FixLoss.ReportedValues, mode: Int, at time: Date?, by device: String?,
    position fix: Fix?, datum: String? = nil, into text: inout ByteText
  ) {
    text.write(#"{"class":"TPV""#)
    text.member(#","device":"#, string: device)
    // gpsd does not write the status of an autonomous fix.
    let status = report.status == .autonomous ? nil : report.status
    text.member(#","status":"#, integer: status?.rawValue)
    text.member(#","mode":"#, integer: mode)
    text.member(#","time":"#, time: time)
    text.member(#","ept":"#, report.errors.time, places: 3)
    text.member(#","lat":"#, fix?.coordinate.latitude, places: 9)
    text.member(#","lon":"#, fix?.coordinate.longitude, places: 9)
    if let fix, fix.isPredicted { text.write(#","positionIsDerived":true"#) }
    if let fix, fix.isSmoothed { text.write(#","isSmoothed":true"#) }
    text.member(#","altHAE":"#, report.ellipsoidalAltitude, places: 4)
    text.member(#","altMSL":"#, report.altitude, places: 4)
    // gpsd deprecates it, but most programs still read it.
    text.member(#","alt":"#, report.altitude, places: 4)
    text.member(#","epx":"#, report.errors.longitude, places: 3)
    text.member(#","epy":"#, report.errors.latitude, places: 3)
    text.member(#","epv":"#, report.errors.vertical, places: 3)
    text.member(#","track":"#, report.course, places: 4)
    if let fix, fix.isCourseDerived { text.write(#","trackIsDerived":true"#) }
    text.member(#","magvar":"#, fix?.magneticVariation, places: 1)
    text.member(#","speed":"#, report.speed, places: 3)
    if let fix, fix.isSpeedDerived { text.write(#","speedIsDerived":true"#) }
    text.member(#","climb":"#, report.climb, places: 3)
    text.member(#","epd":"#, report.errors.course, places: 4)
    text.member(#","eps":"#, report.errors.speed, places: 2)
    text.member(#","epc":"#, report.errors.climb, places: 2)
    text.member(#","geoidSep":"#, fix?.geoidSeparation, places: 3)
    text.member(#","eph":"#, report.errors.horizontal, places: 3)
    text.member(#","sep":"#, report.errors.spherical, places: 3)
    text.member(#","dgpsAge":"#, fix?.differentialAge, places: 1)
    text.member(#","dgpsSta":"#, integer: fix?.differentialStation)
    text.member(#","batteryLevel":"#, integer: fix?.batteryLevel)
    text.member(#","datum":"#, string: datum)
    text.write("}")
  }

  private func writeObject(_ sky: SkyView, into text: inout ByteText) {
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
    let satellites = sky.satellites
    text.member(
      #","nSat":"#, integer: satellites.isEmpty ? sky.satellitesInView : satellites.count)
    text.member(#","uSat":"#, integer: sky.satellitesUsed ?? satellites.usedCount)
    if !satellites.isEmpty {
      text.write(#","satellites":["#)
      for index in satellites.indices {
        if index > 0 { text.write(",") }
        write(satellites[index], into: &text)
      }
      text.write("]")
    }
    text.write("}")
  }

  private func write(_ satellite: Satellite, into text: inout ByteText) {
    text.member(#"{"PRN":"#, integer: satellite.prn)
    text.member(#","gnssid":"#, integer: satellite.constellation?.rawValue)
    text.member(#","svid":"#, integer: satellite.id)
    // As gpsd does, which leaves out the first signal of each system.
    text.member(#","sigid":"#, integer: satellite.signal == 0 ? nil : satellite.signal)
    text.member(#","az":"#, satellite.azimuth, places: 1)
    text.member(#","el":"#, satellite.elevation, places: 1)
    text.member(#","ss":"#, satellite.signalStrength, places: 1)
    if let isUsed = satellite.isUsed { text.write(isUsed ? #","used":true"# : #","used":false"#) }
    // gpsd's health: 1 is healthy, 2 is not.
    text.member(#","health":"#, integer: satellite.isHealthy.map { $0 ? 1 : 2 })
    text.write("}")
  }
}
