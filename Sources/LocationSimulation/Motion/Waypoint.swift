public import LocationCore

/// A place on a ``Route``.
public struct Waypoint: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// Meters above mean sea level; `nil` for the altitude of the waypoints around it.
  public var altitude: Double?
  /// When it is passed, counted from the first waypoint, where a recorded track says so.
  public var time: Duration?

  /// Makes a waypoint.
  public init(_ coordinate: Coordinate, altitude: Double? = nil, time: Duration? = nil) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.time = time
  }
}

extension Waypoint {
  /// Whether no way leads from one to the other: at a pole or on the antimeridian, coordinates may
  /// differ all the same.
  func isSamePlace(as other: Waypoint) -> Bool { coordinate.distance(to: other.coordinate) == 0 }
}
