public import LocationCore

/// How a simulated receiver moves.
public enum Motion: Hashable, Sendable {
  /// It stays where it is, at an altitude in metres above mean sea level.
  case standing(at: Coordinate, altitude: Double = 0)
  /// It goes round and round.
  case circle(Circle)
  /// It wanders.
  case randomWalk(RandomWalk)
  /// It goes from waypoint to waypoint.
  case route(Route)

  /// A circle, travelled at a constant speed, starting in its north.
  public struct Circle: Hashable, Sendable {
    /// The centre.
    public var center: Coordinate
    /// Metres, positive.
    public var radius: Double
    /// m/s.
    public var speed: Double
    /// Metres above mean sea level.
    public var altitude: Double
    /// Which way round.
    public var isClockwise: Bool

    /// Makes a circle.
    public init(
      center: Coordinate, radius: Double, speed: Double, altitude: Double = 0,
      isClockwise: Bool = true
    ) {
      self.center = center
      self.radius = radius
      self.speed = speed
      self.altitude = altitude
      self.isClockwise = isClockwise
    }
  }

  /// A walk whose course and speed waver: each is correlated with itself over
  /// ``correlationTime``. It turns back to its start when it is ``range`` away from it.
  public struct RandomWalk: Hashable, Sendable {
    /// Where it starts.
    public var start: Coordinate
    /// The speed in m/s around which it wavers, by a fifth.
    public var speed: Double
    /// How much the course changes, in degrees a second, as a standard deviation.
    public var turnRate: Double
    /// For how long a change of course lasts, in seconds.
    public var correlationTime: Double
    /// How far it goes from its start, in metres.
    public var range: Double
    /// Metres above mean sea level.
    public var altitude: Double

    /// Makes a random walk.
    public init(
      start: Coordinate, speed: Double = 1.4, turnRate: Double = 6, correlationTime: Double = 10,
      range: Double = 500, altitude: Double = 0
    ) {
      self.start = start
      self.speed = speed
      self.turnRate = turnRate
      self.correlationTime = correlationTime
      self.range = range
      self.altitude = altitude
    }
  }
}
