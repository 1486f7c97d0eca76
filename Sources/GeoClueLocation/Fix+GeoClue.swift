import LocationCore
import LocationIO

extension Fix {
  /// A location of GeoClue; `nil` if its place is missing or not on Earth.
  ///
  /// GeoClue marks unknown values with numbers: speed and heading with −1, altitude with the smallest
  /// `Double`. They are out of range, and become `nil`.
  ///
  /// The rule for the accuracy: GeoClue's number is passed on as the horizontal error if it is greater
  /// than zero. For a receiver that sends NMEA, GeoClue guesses the accuracy from the HDOP and states
  /// 0.0 for a good one, which is no accuracy.
  init?(geoClue properties: [String: DBusValue], source: FixSource) {
    guard let latitude = properties["Latitude"]?.double,
      let longitude = properties["Longitude"]?.double,
      let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(coordinate: coordinate, source: source)
    altitude = properties["Altitude"]?.double
    speed = properties["Speed"]?.double
    course = properties["Heading"]?.double
    if let value = properties["Accuracy"]?.double, value > 0 { errors.horizontal = value }
    timestamp = Self.date(properties["Timestamp"])
  }

  /// The date from seconds and microseconds since 1970; `nil` if it is missing or zero.
  private static func date(_ value: DBusValue?) -> Date? {
    guard let parts = value?.elements, parts.count == 2, let seconds = parts[0].integer,
      let microseconds = parts[1].integer, seconds > 0, (0..<1_000_000).contains(microseconds)
    else { return nil }
    return Date(timeIntervalSince1970: Double(seconds) + Double(microseconds) / 1_000_000)
  }
}
