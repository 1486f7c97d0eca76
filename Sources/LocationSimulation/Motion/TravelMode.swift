/// How a simulated receiver travels a route: its usual speed, and the limits of its acceleration and its turns.
public enum TravelMode: String, Hashable, Sendable, CaseIterable {
  /// On foot, at 1.4 m/s.
  case walk
  /// On a bicycle, at 5 m/s.
  case cycle
  /// In a car through a town, at 50 km/h.
  case drive

  /// The usual speed, in m/s.
  public var speed: Double {
    switch self {
    case .walk: 1.4
    case .cycle: 5
    case .drive: 50 / 3.6
    }
  }

  /// The largest change of speed, up or down, in m/s².
  public var acceleration: Double {
    switch self {
    case .walk, .cycle: 0.8
    case .drive: 1.8
    }
  }

  /// The largest change of course, in degrees per second.
  public var turnRate: Double {
    switch self {
    case .walk: 60
    case .cycle: 30
    case .drive: 25
    }
  }
}

extension Route {
  /// Makes a route that starts from rest, slows down for corners and stops at its end.
  ///
  /// - Parameters:
  ///   - waypoints: the places, at least two different ones. Their times are ignored.
  ///   - mode: the limits of acceleration and turns.
  ///   - speed: the highest speed in m/s, positive, up to 100,000; `nil` for the usual one of `mode`.
  /// - Throws: ``ScenarioError`` as ``init(_:speed:acceleration:turnRate:ending:)``.
  public init(
    _ waypoints: [Waypoint], by mode: TravelMode, speed: Double? = nil
  ) throws(ScenarioError) {
    try self.init(
      waypoints, speed: .constant(speed ?? mode.speed), acceleration: mode.acceleration,
      turnRate: mode.turnRate)
  }
}
