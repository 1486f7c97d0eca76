public import LocationCore

/// A place that a track names without saying that a receiver was there: a waypoint, or a point of a
/// planned route.
public struct TrackWaypoint: Hashable, Sendable {
  /// The place, WGS 84.
  public var coordinate: Coordinate
  /// Meters above mean sea level.
  public var altitude: Double?
  /// When it was saved, UTC.
  public var timestamp: Date?
  /// Its name.
  public var name: String?
  /// A text about it, of one or more lines.
  public var note: String?
  /// Whether a watch or a bicycle computer made the mark at the end of a lap. A lap has a time.
  public var isLapEnd = false
  /// The seconds of the lap that ends here; `nil` if the file does not state them.
  package var lapDuration: Double?
  /// The text in the file; `nil` unless the reader was asked for it. Whoever changes the mark removes it.
  package var original: OriginalElement?

  /// Makes a mark.
  public init(
    _ coordinate: Coordinate, altitude: Double? = nil, timestamp: Date? = nil, name: String? = nil,
    note: String? = nil
  ) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.timestamp = timestamp
    self.name = name
    self.note = note
  }

  /// Marks the end of a lap, and names it `LAP001`, as other programs name it.
  package init(
    endOfLap number: Int, _ coordinate: Coordinate, altitude: Double? = nil, timestamp: Date?
  ) {
    let digits = String(number)
    let name = "LAP" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    self.init(coordinate, altitude: altitude, timestamp: timestamp, name: name)
    isLapEnd = timestamp != nil
  }
}
