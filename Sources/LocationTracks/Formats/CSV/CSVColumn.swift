/// A column of a CSV file whose meaning is known.
struct CSVColumn: Hashable {
  enum Value: Hashable {
    case latitude, longitude, latitudeHemisphere, longitudeHemisphere
    /// Latitude and longitude in one cell, as radio transmitters with EdgeTX write them.
    case place
    /// A number of a fix.
    case field(FixField)
    /// A value of a sensor.
    case sensor(SensorField)
    /// A whole instant, or only a time of day.
    case time
    case timeOfDay, date, milliseconds
    case mode, status, satellites, name, device
    /// What kind of fix the row has, or that it has none, as "SPS" and "No fix".
    case validity
    /// What a logger made the row for: `T` is a point of the track.
    case tag
    /// What the row is in OpenTracks' table, such as `TRACKPOINT`.
    case kindOfPoint
    /// Why a logger made the row, such as a distance or a button. Its rows are all points of the track.
    case recordReason
  }

  let value: Value
  /// Multiplies a number to get the unit of `Fix`.
  let factor: Double
  /// The name in the file.
  let name: String

  /// Recognizes a column by its name; `nil` if the name is not known.
  ///
  /// Upper and lower case are the same, and so are all characters other than letters and digits. A unit may
  /// follow: `speed_m_s`, `Speed (km/h)`, `SpeedMps`. Without a unit, lengths are meters, speeds are m/s and angles are
  /// degrees.
  init?(header: String) {
    guard
      let (value, factor) = Self.meaning(of: Self.simplified(header))
        ?? Self.meaning(of: Self.simplified(Self.words(of: header)))
    else { return nil }
    self.init(value: value, factor: factor, name: header)
  }

  private static func meaning(of name: String) -> (Value, factor: Double)? {
    if let value = value(named: name) { return (value, semicircles[name] ?? 1) }
    // The longest unit is listed first, because `_km_h` ends like a shorter one.
    for (suffix, unit, factor) in units where name.hasSuffix(suffix) {
      guard let value = value(named: String(name.dropLast(suffix.count))) else { continue }
      return unit == value.unit ? (value, factor) : nil
    }
    return nil
  }

  /// `LatitudeDegrees` as `Latitude Degrees`.
  private static func words(of header: String) -> String {
    var words = ""
    for letter in header {
      if letter.isUppercase, words.last?.isLowercase == true { words += " " }
      words.append(letter)
    }
    return words
  }

  /// The column as loggers of their own software write it, if they do not say it: speeds are in km/h, and the
  /// heading is a course, because a logger has no compass.
  var ofLogger: CSVColumn {
    switch value {
    case .field(.speed) where factor == 1 && !name.contains("/"):
      CSVColumn(value: .field(.speed), factor: 1 / 3.6, name: name)
    case .field(.heading): CSVColumn(value: .field(.course), factor: factor, name: name)
    default: self
    }
  }

  private init(value: Value, factor: Double, name: String) {
    (self.value, self.factor, self.name) = (value, factor, name)
  }

  /// The factor of a unit in a cell of the column, such as `km/h`; `nil` if the unit does not fit.
  func factor(of unit: String) -> Double? {
    let word = Self.simplified(unit)
    // No unit, or only a sign such as °.
    if word.isEmpty { return factor }
    let suffix = "_" + word
    return Self.units.first { $0.suffix == suffix && $0.unit == value.unit }?.factor
  }

  /// Lower case, with one underscore for all other characters in a row.
  private static func simplified(_ header: String) -> String {
    var name = ""
    for byte in header.lowercased().utf8 {
      let isWord = (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
      if isWord {
        name.unicodeScalars.append(Unicode.Scalar(byte))
      } else if !name.isEmpty, name.utf8.last != UInt8(ascii: "_") {
        name += "_"
      }
    }
    if name.utf8.last == UInt8(ascii: "_") { name.removeLast() }
    return name.hasPrefix("gps_") ? String(name.dropFirst(4)) : name
  }

  private static func value(named name: String) -> Value? {
    names[name]
      ?? SensorField.all.first { $0.columnNames.contains(name) }.map { .sensor($0) }
  }

  fileprivate enum Unit: Hashable {
    case length, speed, angle, utc
    /// The only unit of a sensor.
    case sensor(SensorField)
  }

  private static let units: [(suffix: String, unit: Unit, factor: Double)] = [
    ("_e7", .angle, 1e-7), ("e7", .angle, 1e-7), ("_degrees", .angle, 1), ("_deg", .angle, 1),
    ("_dd", .angle, 1), ("_wgs84", .angle, 1),
    ("_utc", .utc, 1), ("_gmt", .utc, 1), ("_millis", .utc, 1), ("_ms", .utc, 1),
    ("_km_h", .speed, 1 / 3.6), ("_kmh", .speed, 1 / 3.6), ("_kph", .speed, 1 / 3.6),
    ("_m_s", .speed, 1), ("_mps", .speed, 1), ("_mph", .speed, 0.44704),
    ("_knots", .speed, 1852.0 / 3600), ("_kts", .speed, 1852.0 / 3600),
    ("_kt", .speed, 1852.0 / 3600), ("_kn", .speed, 1852.0 / 3600),
    ("_meters", .length, 1), ("_metres", .length, 1), ("_m", .length, 1),
    ("_feet", .length, 0.3048), ("_ft", .length, 0.3048),
    ("_bpm", .sensor(.heartRate), 1), ("_rpm", .sensor(.cadence), 1),
    ("_watts", .sensor(.power), 1), ("_w", .sensor(.power), 1),
    ("_celsius", .sensor(.temperature), 1), ("_c", .sensor(.temperature), 1),
  ]

  /// The names of FIT's fields, as its tools write them: 2³¹ semicircles are 180°.
  private static let semicircles = [
    "position_lat": 180 / 0x1p31, "position_long": 180 / 0x1p31,
  ]

  private static let names: [String: Value] = [
    "position_lat": .latitude, "position_long": .longitude, "lat": .latitude, "latitude": .latitude,
    "latitude_n_s": .latitude,
    "gps": .place, "coordinate": .place, "coordinates": .place, "latlon": .place, "lat_lon": .place,
    "latlng": .place, "lat_lng": .place, "latitude_longitude": .place,
    "trackpoint_type": .kindOfPoint,
    "longitude_e_w": .longitude, "n_s": .latitudeHemisphere,
    "latitude_ref": .latitudeHemisphere, "lat_ref": .latitudeHemisphere,
    "lat_dir": .latitudeHemisphere, "latitude_hemisphere": .latitudeHemisphere,
    "e_w": .longitudeHemisphere, "longitude_ref": .longitudeHemisphere,
    "lon_ref": .longitudeHemisphere, "lon_dir": .longitudeHemisphere,
    "longitude_hemisphere": .longitudeHemisphere,
    "lon": .longitude, "lng": .longitude, "long": .longitude, "longitude": .longitude,
    "galt": .field(.altitude), "gspd": .field(.speed),
    "accuracy_horizontal": .field(.accuracy), "accuracy_vertical": .field(.verticalAccuracy),
    "alt": .field(.altitude), "altitude": .field(.altitude), "ele": .field(.altitude),
    "elev": .field(.altitude),
    "elevation": .field(.altitude), "height": .field(.altitude), "altitude_msl": .field(.altitude),
    "alt_msl": .field(.altitude),
    "altmsl": .field(.altitude),
    "altitude_ellipsoid": .field(.ellipsoidalAltitude),
    "altitude_hae": .field(.ellipsoidalAltitude),
    "alt_hae": .field(.ellipsoidalAltitude), "althae": .field(.ellipsoidalAltitude),
    "hae": .field(.ellipsoidalAltitude),
    "geoid_separation": .field(.geoidSeparation), "geoidheight": .field(.geoidSeparation),
    "geoid_height": .field(.geoidSeparation),
    "time": .time, "timestamp": .time, "datetime": .time, "date_time": .time, "utc": .time,
    "utc_time": .time, "ts": .time, "point_time": .time, "isotime": .time, "iso_time": .time,
    "iso8601": .time, "epoch": .time,
    "unixtime": .time, "unix_time": .time, "utc_t": .time,
    "gps_time": .time, "fixtime": .time, "fix_time": .time,
    "time_of_day": .timeOfDay, "date": .date, "utc_date": .date, "utc_d": .date,
    "ms": .milliseconds,
    "speed": .field(.speed), "velocity": .field(.speed), "sog": .field(.speed),
    "ground_speed": .field(.speed),
    "speed_over_ground": .field(.speed),
    "course": .field(.course), "bearing": .field(.course), "track": .field(.course),
    "cog": .field(.course), "direction": .field(.course),
    "course_over_ground": .field(.course),
    "heading": .field(.heading), "hdg": .field(.heading),
    "climb": .field(.climb), "vertical_speed": .field(.climb),
    "accuracy": .field(.accuracy), "hacc": .field(.accuracy),
    "horizontal_accuracy": .field(.accuracy),
    "horizontalaccuracy": .field(.accuracy), "verticalaccuracy": .field(.verticalAccuracy),
    "vacc": .field(.verticalAccuracy), "vertical_accuracy": .field(.verticalAccuracy),
    "magnetic_variation": .field(.magneticVariation), "magvar": .field(.magneticVariation),
    "mode": .mode, "fix_mode": .mode, "status": .status,
    "valid": .validity, "validity": .validity, "fix": .validity, "fix_type": .validity,
    "fix_quality": .validity, "fix_status": .validity,
    "tag": .tag, "rcr": .recordReason,
    "satellites": .satellites, "satellites_used": .satellites, "sat": .satellites,
    "sats": .satellites, "nsat": .satellites, "nsat_used_view": .satellites,
    "hdop": .field(.hdop), "vdop": .field(.vdop), "pdop": .field(.pdop),
    "name": .name, "title": .name, "device": .device,
    "battery": .field(.battery), "battery_percent": .field(.battery),
    "battery_level": .field(.battery), "batt": .field(.battery),
  ]
}

extension CSVColumn.Value {
  /// The kind of unit that the column may name.
  fileprivate var unit: CSVColumn.Unit? {
    switch self {
    case .latitude, .longitude: .angle
    case .time, .timeOfDay, .date: .utc
    case .sensor(let field): .sensor(field)
    case .field(let field):
      switch field.quantity {
      case .length: .length
      case .speed, .climb: .speed
      case .angle, .direction: .angle
      default: nil
      }
    default: nil
    }
  }
}
