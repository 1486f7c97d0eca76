/// Waypoints, joined by the shortest lines over the ellipsoid, and how they are traveled.
public struct Route: Hashable, Sendable {
  /// What happens at the last waypoint.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// The run ends there.
    case stop
    /// It goes on to the first waypoint, and round again.
    case loop
    /// It turns and goes back, and so on to and fro.
    case `return`
  }

  /// The places, two at least.
  public let waypoints: [Waypoint]
  /// How fast; `nil` to pass every waypoint at its own time.
  public let speed: SpeedPlan?
  /// The most by which the speed changes, in m/s², faster or slower; `nil` without limit. With one
  /// the vehicle starts from rest and brakes for corners and its stop.
  public var acceleration: Double?
  /// The most by which the course changes, in degrees a second; `nil` without limit. With one it
  /// rounds the corners, on circles, instead of touching every waypoint.
  public var turnRate: Double?
  /// What happens at the last waypoint.
  public var ending: Ending

  /// Makes a route.
  ///
  /// - Parameters:
  ///   - waypoints: the places.
  ///   - speed: how fast; `nil` for waypoints that all have their times, in order, the first at 0.
  ///   - acceleration: in m/s², positive.
  ///   - turnRate: in degrees a second, positive.
  ///   - ending: what happens at the last waypoint.
  /// - Throws: ``ScenarioError`` when there are not two different places, times are missing or out
  ///   of order, or a number is not positive.
  public init(
    _ waypoints: [Waypoint], speed: SpeedPlan?, acceleration: Double? = nil,
    turnRate: Double? = nil, ending: Ending = .stop
  ) throws(ScenarioError) {
    guard let first = waypoints.first,
      waypoints.contains(where: { !$0.isSamePlace(as: first) })
    else {
      throw ScenarioError(
        path: "waypoints", problem: "a route needs two different places at least")
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
      return "missing; only waypoints that all have times need none"
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
