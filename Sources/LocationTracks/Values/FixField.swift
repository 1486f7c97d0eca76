import GPSDProtocol
import LocationCore
import LocationText

/// A value of a fix that formats and people choose: a column of CSV, a name in a template, a property or a list of
/// GeoJSON, an array of KML.
package struct FixField: Hashable, Sendable {
  /// The name in templates and in GeoJSON.
  package let name: String
  /// The name of the column of CSV, with the unit.
  package let column: StaticString
  /// The meaning, for the help text.
  package let explanation: String
  /// The kind of content that it is; `nil` for what a writer always knows.
  let content: TrackContent?
  let kind: Kind

  enum Kind: Sendable {
    /// A row of the table of values, and its usual decimals.
    case stated(StatedValue<Fix, Double>, places: Int)
    /// A number that is no row of the table, and its usual decimals.
    case number(places: Int, @Sendable (Fix, _ now: () -> Date) -> Double?)
    case other(@Sendable (Fix) -> FieldValue?)
  }

  private init(
    _ name: String, _ column: StaticString, _ explanation: String,
    holds content: TrackContent? = nil,
    _ kind: Kind
  ) {
    self.name = name
    self.column = column
    self.explanation = explanation
    self.content = content
    self.kind = kind
  }

  package static func == (one: FixField, other: FixField) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FixField {
  /// All fields, in the order of the columns of CSV and of lists for people.
  package static let all: [FixField] = [
    time, timeOfDay, latitude, longitude, coordinates, altitude, ellipsoidalAltitude,
    geoidSeparation, accuracy, verticalAccuracy, speed, course, heading, climb, magneticVariation,
    mode, status, satellites, hdop, vdop, pdop, age, kind, source, device, battery,
    place,
  ]

  /// The numbers for formats that write a list of values beside a list of positions.
  static let listed: [FixField] = [
    altitude, speed, course, accuracy, verticalAccuracy, heading, climb, magneticVariation,
    geoidSeparation, satellites, hdop, vdop, pdop,
  ]

  static let time = FixField(
    "time", "time_utc", "the receiver's date and time, UTC, ISO 8601", holds: .time,
    .other { $0.timestamp.flatMap(UTCTime.init).map(FieldValue.time) })
  static let timeOfDay = FixField(
    "timeOfDay", "time_of_day_utc", "the receiver's time of day, UTC, even without a date",
    holds: .timeOfDay, .other { $0.clock.map(FieldValue.clock) })
  static let latitude = FixField(
    "latitude", "latitude_deg", "degrees, north positive, WGS 84",
    .number(places: 9) { fix, _ in fix.coordinate.latitude })
  static let longitude = FixField(
    "longitude", "longitude_deg", "degrees, east positive, WGS 84",
    .number(places: 9) { fix, _ in fix.coordinate.longitude })
  static let coordinates = FixField(
    "coordinates", "coordinates", "both, as --coordinates says",
    .other { .text($0.coordinate.text(.decimal)) })
  static let altitude = FixField(
    "altitude", "altitude_msl_m", "meters above mean sea level", holds: .altitude,
    .stated(Fix.numbers, "altitude", places: 4))
  static let ellipsoidalAltitude = FixField(
    "ellipsoidalAltitude", "altitude_ellipsoid_m", "meters above the WGS 84 ellipsoid",
    holds: .ellipsoidalAltitude, .stated(Fix.numbers, "ellipsoidalAltitude", places: 4))
  static let geoidSeparation = FixField(
    "geoidSeparation", "geoid_separation_m", "meters from the ellipsoid up to the geoid",
    holds: .geoidSeparation, .stated(Fix.numbers, "geoidSeparation", places: 4))
  static let accuracy = FixField(
    "accuracy", "accuracy_m", "estimated horizontal error, meters", holds: .accuracy,
    .stated(Fix.errorNumbers, "horizontal", places: 3))
  static let verticalAccuracy = FixField(
    "verticalAccuracy", "vertical_accuracy_m", "estimated vertical error, meters",
    holds: .verticalAccuracy, .stated(Fix.errorNumbers, "vertical", places: 3))
  static let speed = FixField(
    "speed", "speed_m_s", "over ground, m/s", holds: .speed,
    .stated(Fix.numbers, "speed", places: 3))
  static let course = FixField(
    "course", "course_deg", "over ground, degrees true", holds: .course,
    .stated(Fix.numbers, "course", places: 3))
  static let heading = FixField(
    "heading", "heading_deg", "direction in which the vehicle points, degrees true",
    holds: .heading,
    .stated(Fix.numbers, "heading", places: 3))
  static let climb = FixField(
    "climb", "climb_m_s", "m/s, up positive", holds: .climb,
    .stated(Fix.numbers, "climb", places: 3))
  static let magneticVariation = FixField(
    "magneticVariation", "magnetic_variation_deg", "degrees, east positive",
    holds: .magneticVariation,
    .stated(Fix.numbers, "magneticVariation", places: 2))
  static let mode = FixField(
    "mode", "mode", "2 or 3 dimensions", holds: .mode,
    .number(places: 0) { fix, _ in fix.mode.map { Double($0.rawValue) } })
  static let status = FixField(
    "status", "status", "autonomous, differential, simulated, ...", holds: .status,
    .other { $0.statusWord.map(FieldValue.word) })
  static let satellites = FixField(
    "satellites", "satellites_used", "number of satellites used", holds: .satelliteCount,
    .stated(Fix.integerNumbers, "satellitesUsed", places: 0))
  static let hdop = FixField(
    "hdop", "hdop", "dilution of precision", holds: .horizontalDilution,
    .stated(Fix.dilutionNumbers, "horizontal", places: 2))
  static let vdop = FixField(
    "vdop", "vdop", "dilution of precision", holds: .verticalDilution,
    .stated(Fix.dilutionNumbers, "vertical", places: 2))
  static let pdop = FixField(
    "pdop", "pdop", "dilution of precision", holds: .positionDilution,
    .stated(Fix.dilutionNumbers, "position", places: 2))
  static let age = FixField(
    "age", "age_s", "seconds since the fix, live and remembered ones only",
    .number(places: 1) { fix, now in fix.liveAge(at: now) })
  static let kind = FixField(
    "kind", "kind", "live, replayed, simulated or remembered", .other { .word($0.source.kind.word) }
  )
  static let source = FixField(
    "source", "source", "name of the source", .other { .text($0.source.publicName) })
  static let device = FixField(
    "device", "device", "name of the receiver, if the source has several", holds: .device,
    .other { $0.source.device.map(FieldValue.text) })
  static let battery = FixField(
    "battery", "battery_percent", "how full the battery of the device is, percent", holds: .battery,
    .stated(Fix.integerNumbers, "batteryLevel", places: 0))
  /// The presentation has the names.
  package static let place = FixField(
    "place", "place", "name of the place there, if it is one of 'places'", .other { _ in nil })
}

extension FixField.Kind {
  /// The row of a table with a name.
  fileprivate static func stated(
    _ table: [StatedValue<Fix, Double>], _ name: String, places: Int
  ) -> Self {
    guard let value = table.first(where: { $0.name == name }) else {
      preconditionFailure("a fix has no value \(name)")
    }
    return .stated(value, places: places)
  }
}

extension Fix {
  fileprivate static let errorNumbers = ErrorEstimates.numbers.map { value in
    StatedValue<Fix, Double>(
      value.name, value.quantity, { value.get($0.errors) },
      { value.set(&$0.errors, $1) })
  }

  fileprivate static let dilutionNumbers = DilutionOfPrecision.numbers.map { value in
    StatedValue<Fix, Double>(
      value.name, value.quantity, { value.get($0.dilution) },
      { value.set(&$0.dilution, $1) })
  }

  fileprivate static let integerNumbers = integers.map { value in
    StatedValue<Fix, Double>(
      value.name, value.quantity, { value.get($0).map(Double.init) },
      { value.set(&$0, $1.flatMap { Int(exactly: $0) }) })
  }
}

extension FixField {
  /// What a number measures; `nil` for a value that is no row of the table of values.
  var quantity: Quantity? { if case .stated(let value, _) = kind { value.quantity } else { nil } }

  var isNumber: Bool { if case .other = kind { false } else { true } }

  /// The number of a fix in its unit; `nil` if it is not known, or if this is no row of the table of values.
  func number(of fix: Fix) -> Double? {
    if case .stated(let value, _) = kind { value.get(fix) } else { nil }
  }

  /// Changes the number of a fix. A number out of its range counts as not reported.
  func set(_ number: Double?, of fix: inout Fix) {
    if case .stated(let value, _) = kind { value.set(&fix, number) }
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
  func value(of fix: Fix, now: () -> Date, factor: Double, places: Int?) -> FieldValue? {
    switch kind {
    case .stated(let value, let usual):
      .number(value.get(fix).map { $0 * factor }, places: places ?? usual)
    case .number(let usual, let value):
      .number(value(fix, now).map { $0 * factor }, places: places ?? usual)
    case .other(let value): value(fix)
    }
  }
}
