public import LocationCore

/// The description of a simulated run: the receiver's motion, its view of the sky, its errors and
/// its faults.
///
/// Take a built-in scenario (``named(_:)``), read a file (``init(json:name:routes:)``), or set the
/// properties:
///
/// ```swift
/// var scenario = Scenario(name: "pier", motion: .standing(at: pier, altitude: 3))
/// scenario.environment = .city
/// scenario.faults = [Fault(.dropout, at: .seconds(60), for: .seconds(30))]
/// ```
public struct Scenario: Hashable, Sendable {
  /// The default start of a scenario: 1 June 2025, 08:00 UTC. It is never the host's time.
  public static let defaultStart = Date(timeIntervalSince1970: 1_748_764_800)

  /// The name.
  public var name: String
  /// The purpose, in one line.
  public var summary: String
  /// The receiver's time at the start of the track, UTC; kept to the millisecond. Sentences have no
  /// date outside the years 1900 … 9999. A date that is not a number counts as ``defaultStart``.
  public var start: Date
  /// Positions per second, 1 … 20; other values are clamped.
  public var rate: Int
  /// The duration of the run; `nil` for the whole motion. Only a route that stops has an end. A run
  /// of zero or less has no steps.
  public var duration: Duration?
  /// The seed of all random numbers, any number; a receiver or provider may replace it.
  public var seed: UInt64
  /// How the receiver moves.
  public var motion: Motion
  /// The height of the geoid above the ellipsoid along the whole track, in meters. With `nil`, the
  /// receiver knows neither this height nor its own height above the ellipsoid. A number that is not
  /// finite counts as `nil`.
  public var geoidSeparation: Double?
  /// The surroundings, which affect signals and errors.
  public var environment: ReceiverEnvironment
  /// The satellite systems that it receives. Without any it never has a fix.
  public var systems: [Constellation]
  /// The faults, in any order.
  public var faults: [Fault]

  /// Makes a scenario under an open sky, without faults.
  public init(name: String, summary: String = "", motion: Motion) {
    self.name = name
    self.summary = summary
    self.motion = motion
    start = Self.defaultStart
    rate = 1
    seed = 1
    environment = .openSky
    systems = [.gps, .glonass, .galileo, .beidou]
    faults = []
  }

  /// Replaces the motion by the way from one place to another, and the duration by the travel time.
  ///
  /// - Parameters:
  ///   - origin: the start.
  ///   - destination: the end.
  ///   - speed: in m/s, positive, up to 100,000.
  ///   - mode: the limits of acceleration and turns; `nil` for a constant speed from the first second to the last.
  /// - Throws: ``ScenarioError`` if the speed is out of range or the places are the same.
  public mutating func travel(
    from origin: Coordinate, to destination: Coordinate, speed: Double,
    by mode: TravelMode? = nil
  ) throws(ScenarioError) {
    guard origin != destination else {
      throw ScenarioError(source: name, problem: "the start and the end are the same place")
    }
    motion = .route(
      try Route(
        [Waypoint(origin), Waypoint(destination)], speed: .constant(speed),
        acceleration: mode?.acceleration, turnRate: mode?.turnRate))
    duration = nil
  }
}
