import LocationCore

/// The members of a `TPV` object, and what they mean. A number that gpsd did not report is NaN.
///
/// GPSDLocation fills it from libgps, and this module from the text, so that both give a member the
/// same meaning.
package struct TPVMembers {
  /// 0 unknown, 1 no fix, 2 and 3 dimensions.
  package var mode = 0
  /// How the fix was obtained, gpsd's number; 0 if gpsd did not report it.
  package var status = 0
  package var time: Date?
  package var latitude = Double.nan, longitude = Double.nan
  package var altitudeHAE = Double.nan, altitudeMSL = Double.nan, geoidSeparation = Double.nan
  package var speed = Double.nan, track = Double.nan, climb = Double.nan
  package var magneticVariation = Double.nan
  package var ept = Double.nan, epx = Double.nan, epy = Double.nan, eph = Double.nan
  package var epv = Double.nan, sep = Double.nan, eps = Double.nan, epd = Double.nan
  package var epc = Double.nan
  package var differentialAge = Double.nan
  /// Negative if gpsd did not report it.
  package var differentialStation = -1
  /// Percent; negative if it was not reported. Only this package writes that, not gpsd.
  package var batteryLevel = -1
  /// The values that were computed from positions. Only this package writes that, not gpsd.
  package var derived: DerivedValues = []
  /// The path of the receiver, if the text was decoded here.
  package var device: String?

  package init() {}

  /// The fix, or the lost fix, that the members are.
  ///
  /// - Parameters:
  ///   - source: where the report came from. The device is added to it if there is one.
  package func update(
    source: FixSource, receivedAt date: Date?
  ) throws(GPSDReportError) -> LocationUpdate {
    var source = source
    if let device { source.device = device }
    let mode: FixMode
    switch self.mode {
    case 0: return .fixLost(loss(.undetermined, source, date))
    case 1: return .fixLost(loss(.noFix, source, date))
    case 2: mode = .twoD
    case 3: mode = .threeD
    default: throw .outOfRange(member: "mode")
    }
    guard latitude.isFinite, longitude.isFinite else {
      var loss = loss(.noPosition, source, date)
      loss.reported.mode = mode
      return .fixLost(loss)
    }
    let place: Coordinate
    do throws(CoordinateError) {
      place = try Coordinate(latitude: latitude, longitude: longitude)
    } catch {
      switch error {
      case .latitudeOutOfRange: throw .outOfRange(member: "lat")
      case .longitudeOutOfRange: throw .outOfRange(member: "lon")
      }
    }
    return .fix(fix(at: place, mode, source, date))
  }

  private func fix(
    at place: Coordinate, _ mode: FixMode, _ source: FixSource, _ date: Date?
  ) -> Fix {
    var fix = Fix(coordinate: place, mode: mode, source: source)
    fix.timestamp = time
    fix.receivedAt = date
    fix.status = FixStatus(rawValue: status)
    fix.altitude = altitudeMSL
    fix.ellipsoidalAltitude = altitudeHAE
    fix.geoidSeparation = geoidSeparation
    fix.speed = speed
    fix.course = track
    fix.climb = climb
    if !derived.isEmpty { fix.derived = derived }
    // Some receivers report 999.9 for unknown, and gpsd passes it on. It is out of range.
    fix.magneticVariation = magneticVariation
    fix.errors = errors
    fix.differentialAge = differentialAge
    fix.differentialStation = differentialStation
    fix.batteryLevel = batteryLevel
    return fix
  }

  private func loss(_ reason: FixLoss.Reason, _ source: FixSource, _ date: Date?) -> FixLoss {
    var loss = FixLoss(reason: reason, timestamp: time, source: source)
    loss.receivedAt = date
    loss.reported.status = FixStatus(rawValue: status)
    loss.reported.altitude = altitudeMSL
    loss.reported.ellipsoidalAltitude = altitudeHAE
    loss.reported.speed = speed
    loss.reported.course = track
    loss.reported.climb = climb
    loss.reported.errors = errors
    return loss
  }

  private var errors: ErrorEstimates {
    var errors = ErrorEstimates()
    errors.horizontal = eph
    errors.latitude = epy
    errors.longitude = epx
    errors.vertical = epv
    errors.spherical = sep
    errors.speed = eps
    errors.course = epd
    errors.climb = epc
    errors.time = ept
    return errors
  }
}

extension TPVMembers {
  /// Reads the members after the class, up to the end of the object.
  init(_ reader: inout ReportReader) throws(GPSDReportError) {
    self.init()
    while try reader.nextMember() {
      // In the order in which gpsd writes them.
      if reader.textEquals("device") {
        device = try reader.device()
      } else if reader.textEquals("status") {
        status = try reader.integer("status")
      } else if reader.textEquals("mode") {
        mode = try reader.integer("mode")
      } else if reader.textEquals("time") {
        time = try reader.date("time")
      } else if reader.textEquals("ept") {
        ept = try reader.number("ept")
      } else if reader.textEquals("lat") {
        latitude = try reader.number("lat")
      } else if reader.textEquals("lon") {
        longitude = try reader.number("lon")
      } else if reader.textEquals("altHAE") {
        altitudeHAE = try reader.number("altHAE")
      } else if reader.textEquals("altMSL") {
        altitudeMSL = try reader.number("altMSL")
      } else {
        try readRareMember(&reader)
      }
    }
  }

  private mutating func readRareMember(_ reader: inout ReportReader) throws(GPSDReportError) {
    if reader.textEquals("epx") {
      epx = try reader.number("epx")
    } else if reader.textEquals("epy") {
      epy = try reader.number("epy")
    } else if reader.textEquals("epv") {
      epv = try reader.number("epv")
    } else if reader.textEquals("track") {
      track = try reader.number("track")
    } else if reader.textEquals("magvar") {
      magneticVariation = try reader.number("magvar")
    } else if reader.textEquals("speed") {
      speed = try reader.number("speed")
    } else if reader.textEquals("climb") {
      climb = try reader.number("climb")
    } else if reader.textEquals("epd") {
      epd = try reader.number("epd")
    } else if reader.textEquals("eps") {
      eps = try reader.number("eps")
    } else if reader.textEquals("epc") {
      epc = try reader.number("epc")
    } else if reader.textEquals("geoidSep") {
      geoidSeparation = try reader.number("geoidSep")
    } else if reader.textEquals("eph") {
      eph = try reader.number("eph")
    } else if reader.textEquals("sep") {
      sep = try reader.number("sep")
    } else if reader.textEquals("dgpsAge") {
      differentialAge = try reader.number("dgpsAge")
    } else if reader.textEquals("dgpsSta") {
      differentialStation = try reader.integer("dgpsSta")
    } else if reader.textEquals("batteryLevel") {
      batteryLevel = try reader.integer("batteryLevel")
    } else if reader.textEquals("speedIsDerived") {
      if try reader.boolean("speedIsDerived") { derived.insert(.speed) }
    } else if reader.textEquals("positionIsDerived") {
      if try reader.boolean("positionIsDerived") { derived.insert(.position) }
    } else if reader.textEquals("trackIsDerived") {
      if try reader.boolean("trackIsDerived") { derived.insert(.course) }
    } else {
      try reader.skipValue()
    }
  }
}
