import GPSDProtocol
import LocationCore
import LocationText

/// A value of a fix: a column of CSV, a name in a template.
package enum FixField: String, CaseIterable {
  case time, timeOfDay, latitude, longitude, coordinates, altitude, ellipsoidalAltitude
  case geoidSeparation
  case accuracy, verticalAccuracy, speed, course, heading, climb, magneticVariation
  case mode, status, satellites, hdop, vdop, pdop, age, kind, source, device, place

  /// The name of the column, with the unit.
  package var column: StaticString {
    switch self {
    case .time: "time_utc"
    case .timeOfDay: "time_of_day_utc"
    case .latitude: "latitude_deg"
    case .longitude: "longitude_deg"
    case .coordinates: "coordinates"
    case .altitude: "altitude_msl_m"
    case .ellipsoidalAltitude: "altitude_ellipsoid_m"
    case .geoidSeparation: "geoid_separation_m"
    case .accuracy: "accuracy_m"
    case .verticalAccuracy: "vertical_accuracy_m"
    case .speed: "speed_m_s"
    case .course: "course_deg"
    case .heading: "heading_deg"
    case .climb: "climb_m_s"
    case .magneticVariation: "magnetic_variation_deg"
    case .mode: "mode"
    case .status: "status"
    case .satellites: "satellites_used"
    case .hdop: "hdop"
    case .vdop: "vdop"
    case .pdop: "pdop"
    case .age: "age_s"
    case .kind: "kind"
    case .source: "source"
    case .device: "device"
    case .place: "place"
    }
  }

  /// The meaning, for the help text.
  package var explanation: String {
    switch self {
    case .time: "the receiver's date and time, UTC, ISO 8601"
    case .timeOfDay: "the receiver's time of day, UTC, also if it gave no date"
    case .latitude: "degrees, north positive, WGS 84"
    case .longitude: "degrees, east positive, WGS 84"
    case .coordinates: "both, as --coordinates says"
    case .altitude: "meters above mean sea level"
    case .ellipsoidalAltitude: "meters above the WGS 84 ellipsoid"
    case .geoidSeparation: "meters from the ellipsoid up to the geoid"
    case .accuracy: "estimated horizontal error, meters"
    case .verticalAccuracy: "estimated vertical error, meters"
    case .speed: "over ground, m/s"
    case .course: "over ground, degrees true"
    case .heading: "direction in which the vehicle points, degrees true"
    case .climb: "m/s, up positive"
    case .magneticVariation: "degrees, east positive"
    case .mode: "2 or 3 dimensions"
    case .status: "autonomous, differential, simulated, ..."
    case .satellites: "number of satellites used"
    case .hdop, .vdop, .pdop: "dilution of precision"
    case .age: "seconds since the fix, live and remembered ones only"
    case .kind: "live, replayed, simulated or remembered"
    case .source: "name of the source"
    case .device: "name of the receiver, if the source has several"
    case .place: "name of the place there, if it is one of 'places'"
    }
  }

  /// The value of a fix; `nil` if it is not known.
  package func value(of fix: Fix, now: () -> Date) -> FieldValue? {
    value(of: fix, now: now, factor: 1, places: nil)
  }

  /// The value of a fix in another unit or with other decimals.
  ///
  /// - Parameters:
  ///   - factor: multiplies a number.
  ///   - places: the decimals of a number; `nil` for the field's own number of decimals.
  // Inlined, so that factor and places are constants in the formats that do not change them.
  @inline(__always)
  func value(
    of fix: Fix, now: () -> Date, factor: Double, places: Int?
  ) -> FieldValue? {
    func number(_ value: Double?, _ usual: Int) -> FieldValue? {
      .number(value.map { $0 * factor }, places: places ?? usual)
    }
    return switch self {
    case .time: fix.timestamp.flatMap(UTCTime.init).map(FieldValue.time)
    case .timeOfDay: fix.clock.map(FieldValue.clock)
    case .latitude: number(fix.coordinate.latitude, 9)
    case .longitude: number(fix.coordinate.longitude, 9)
    case .coordinates: .text(fix.coordinate.text(.decimal))
    case .altitude: number(fix.altitude, 4)
    case .ellipsoidalAltitude: number(fix.ellipsoidalAltitude, 4)
    case .geoidSeparation: number(fix.geoidSeparation, 4)
    case .accuracy: number(fix.horizontalAccuracy, 3)
    case .verticalAccuracy: number(fix.verticalAccuracy, 3)
    case .speed: number(fix.speed, 3)
    case .course: number(fix.course, 3)
    case .heading: number(fix.heading, 3)
    case .climb: number(fix.climb, 3)
    case .magneticVariation: number(fix.magneticVariation, 2)
    case .mode: number(fix.mode.map { Double($0.rawValue) }, 0)
    case .status: fix.statusWord.map(FieldValue.word)
    case .satellites: number(fix.satellitesUsed.map(Double.init), 0)
    case .hdop: number(fix.dilution.horizontal, 2)
    case .vdop: number(fix.dilution.vertical, 2)
    case .pdop: number(fix.dilution.position, 2)
    case .age: number(fix.liveAge(at: now), 1)
    case .kind: .word(fix.source.kind.word)
    case .source: .text(fix.source.publicName)
    case .device: fix.source.device.map(FieldValue.text)
    // The presentation has the names.
    case .place: nil
    }
  }
}

/// The value of a ``FixField``, ready to be written.
package enum FieldValue {
  case number(FixedPoint)
  case time(UTCTime)
  /// Only the time of day.
  case clock(UTCTime)
  /// A word that needs no quotes and no escapes in any format.
  case word(StaticString)
  /// Text from outside, which may need quotes or escapes.
  case text(String)

  package static func number(_ value: Double?, places: Int) -> FieldValue? {
    guard let value, let number = FixedPoint(value, places: places) else { return nil }
    return .number(number)
  }
}

extension Fix {
  /// How the position was obtained, in one to three words.
  package var statusWord: StaticString? {
    isSimulated ? FixStatus.simulated.word : status?.word
  }

  /// The receiver's time. Its date means nothing if ``timestamp`` is `nil`.
  package var clock: UTCTime? {
    timestamp.flatMap(UTCTime.init) ?? timeOfDay.flatMap { UTCTime(secondsSince2001: $0) }
  }

  /// Seconds since the receiver computed this fix; for a remembered fix without a time, since it was
  /// received. `nil` if the source is a recording or a simulator, and if the host's clock is behind the
  /// receiver's.
  package func liveAge(at now: () -> Date) -> Double? {
    let time =
      switch source.kind {
      case .live: timestamp
      case .remembered: timestamp ?? receivedAt
      case .replayed, .simulated: nil as Date?
      }
    guard let time else { return nil }
    let age = now().timeIntervalSince(time)
    return age >= 0 ? age : nil
  }
}

extension FixStatus {
  /// How the position was obtained, in one to three words.
  var word: StaticString {
    switch self {
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .rtkFixed: "RTK fixed"
    case .rtkFloat: "RTK float"
    case .deadReckoning: "dead reckoning"
    case .gnssDeadReckoning: "GNSS and dead reckoning"
    case .surveyed: "surveyed"
    case .simulated: "simulated"
    case .precise: "precise"
    }
  }

  /// The status with a word; `nil` if there is none.
  init?(word: String) {
    guard let status = Self.allCases.first(where: { "\($0.word)" == word }) else { return nil }
    self = status
  }
}

extension FixSource.Kind {
  /// The kind, as one word.
  package var word: StaticString {
    switch self {
    case .live: "live"
    case .replayed: "replayed"
    case .simulated: "simulated"
    case .remembered: "remembered"
    }
  }
}
