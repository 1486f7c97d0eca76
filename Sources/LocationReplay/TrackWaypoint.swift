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
}
