public import LocationCore

/// Waypoints, joined by the shortest lines on the ellipsoid, and how a receiver travels them.
public struct Route: Hashable, Sendable {
  /// What happens at the last waypoint.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// The run ends there.
    case stop
    /// The receiver continues to the first waypoint and starts again.
    case loop
    /// The receiver turns and goes back, again and again.
    case `return`
  }

  /// The places, at least two.
  public let waypoints: [Waypoint]
  /// The planned speed; `nil` to pass every waypoint at its own time.
  public let speed: SpeedPlan?
  /// The largest change of speed, up or down, in m/s²; `nil` for no limit. With a limit the vehicle
  /// starts from rest and brakes for corners and for its stop.
  public let acceleration: Double?
  /// The largest change of course, in degrees per second; `nil` for no limit. With a limit the
  /// vehicle takes corners on circles, and does not touch every waypoint.
  public internal(set) var turnRate: Double?
  /// What happens at the last waypoint.
  public var ending: Ending

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - waypoints: the places, at least two different ones. Their altitudes are finite.
  ///   - speed: the planned speed; `nil` if all waypoints have times, in order, the first at 0.
  ///   - acceleration: in m/s², positive and finite.
  ///   - turnRate: in degrees per second, positive and finite.
  ///   - ending: what happens at the last waypoint.
  /// - Throws: ``ScenarioError`` when there are not two different places, times are missing or out
  ///   of order, or a number is out of range.
  public init(
    _ waypoints: [Waypoint], speed: SpeedPlan?, acceleration: Double? = nil,
    turnRate: Double? = nil, ending: Ending = .stop
  ) throws(ScenarioError) {
    guard let first = waypoints.first,
      waypoints.contains(where: { !$0.isSamePlace(as: first) })
    else {
      throw ScenarioError(
        path: "waypoints", problem: "a route needs at least two different places")
    }
    if let bad = waypoints.firstIndex(where: { $0.altitude?.isFinite == false }) {
      throw ScenarioError(path: "waypoints[\(bad)]", problem: "the altitude is not a number")
    }
    if let problem = speed?.problem { throw ScenarioError(path: "speed", problem: problem) }
    if speed == nil, let problem = Self.problemWithTimes(of: waypoints) {
      throw ScenarioError(path: "speed", problem: problem)
    }
    try Self.check(acceleration, "acceleration", "m/s²")
    try Self.check(turnRate, "turnRate", "degrees a second")
    self.waypoints = waypoints
    self.speed = speed
    self.acceleration = acceleration
    self.turnRate = turnRate
    self.ending = ending
  }

  private static func problemWithTimes(of waypoints: [Waypoint]) -> String? {
    let times = waypoints.compactMap(\.time)
    guard times.count == waypoints.count else {
      return "missing; a route without a speed needs a time for every waypoint"
    }
    guard times.first == .zero else { return "the first waypoint's time is not 0" }
    let isOrdered = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    return isOrdered ? nil : "the waypoints' times are not in order, and no speed is given"
  }

  private static func check(
    _ limit: Double?, _ path: String, _ unit: String
  ) throws(ScenarioError) {
    guard let limit, !(limit > 0 && limit.isFinite) else { return }
    throw ScenarioError(
      path: path, problem: "expected a positive number of \(unit), not \(limit)")
  }
}

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
