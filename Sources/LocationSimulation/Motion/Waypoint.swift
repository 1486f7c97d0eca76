public import LocationCore

/// A place on a ``Route``.
public struct Waypoint: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// Meters above mean sea level, finite; `nil` takes the altitude of the waypoints around it.
  public var altitude: Double?
  /// When the receiver passes it, counted from the first waypoint; `nil` without a recorded time.
  public var time: Duration?

  /// Makes a waypoint.
  public init(_ coordinate: Coordinate, altitude: Double? = nil, time: Duration? = nil) {
    self.coordinate = coordinate
    self.altitude = altitude
    self.time = time
  }
}

extension Waypoint {
  /// Whether the distance is 0. At a pole or on the antimeridian, coordinates of one place may
  /// differ.
  func isSamePlace(as other: Waypoint) -> Bool { coordinate.distance(to: other.coordinate) == 0 }
}
