public import LocationCore

/// Everything about a simulated run but its seed's numbers: how the receiver moves, what it sees of
/// the sky, how wrong it is, and what goes wrong with it.
///
/// Take a built-in one (``named(_:)``), read a file (``init(json:name:routes:)``), or set the
/// properties:
///
/// ```swift
/// var scenario = Scenario(name: "pier", motion: .standing(at: pier, altitude: 3))
/// scenario.environment = .city
/// scenario.faults = [Fault(.dropout, at: .seconds(60), for: .seconds(30))]
/// ```
public struct Scenario: Hashable, Sendable {
  /// The date a scenario starts at unless it says otherwise: 1 June 2025, 08:00 UTC. Never the
  /// host's.
  public static let defaultStart = Date(timeIntervalSince1970: 1_748_764_800)

  /// What it is called.
  public var name: String
  /// What it is for, in one line.
  public var summary: String
  /// The receiver's time at the start of the track, UTC; kept to the millisecond.
  public var start: Date
  /// How many positions a second, 1 … 20; anything else is clamped.
  public var rate: Int
  /// How long the run takes; `nil` until the motion comes to its end, which only a route that is
  /// driven once has: others go on for ever.
  public var duration: Duration?
  /// The seed of all that is random, unless another is asked for.
  public var seed: UInt64
  /// How the receiver moves.
  public var motion: Motion
  /// The height of the geoid above the ellipsoid along the whole track, in meters; `nil` and the
  /// receiver does not know it, nor its height above the ellipsoid.
  public var geoidSeparation: Double?
  /// Where the receiver is, as far as its signals are concerned.
  public var environment: Environment
  /// The satellite systems it receives; empty and it never has a fix.
  public var systems: [Constellation]
  /// What goes wrong, and when; in any order.
  public var faults: [Fault]

  /// Makes a scenario under an open sky in which nothing goes wrong.
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

  /// Replaces the motion by the way from one place to another, and the duration by the time that
  /// takes.
  ///
  /// - Parameters:
  ///   - origin: where it starts.
  ///   - destination: where it ends.
  ///   - speed: in m/s, positive.
  /// - Throws: ``ScenarioError`` when the speed is not positive or the places are the same.
  public mutating func travel(
    from origin: Coordinate, to destination: Coordinate, speed: Double
  ) throws(ScenarioError) {
    guard origin != destination else {
      throw ScenarioError(source: name, problem: "from and to are the same place")
    }
    motion = .route(
      try Route([Waypoint(origin), Waypoint(destination)], speed: .constant(speed)))
    duration = nil
  }
}
