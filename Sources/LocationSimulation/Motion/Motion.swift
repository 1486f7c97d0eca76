public import LocationCore

/// How a simulated receiver moves.
public enum Motion: Hashable, Sendable {
  /// It stays where it is, at an altitude in meters above mean sea level.
  case standing(at: Coordinate, altitude: Double = 0)
  /// It goes round and round.
  case circle(Circle)
  /// It wanders.
  case randomWalk(RandomWalk)
  /// It goes from waypoint to waypoint.
  case route(Route)

  /// A circle, traveled at a constant speed, starting in its north.
  public struct Circle: Hashable, Sendable {
    /// The center.
    public let center: Coordinate
    /// Meters.
    public let radius: Double
    /// m/s.
    public let speed: Double
    /// Meters above mean sea level.
    public let altitude: Double
    /// Which way round.
    public let isClockwise: Bool

    /// Makes a circle.
    ///
    /// - Precondition: the radius is positive, the speed is not negative, and all are finite.
    public init(
      center: Coordinate, radius: Double, speed: Double, altitude: Double = 0,
      isClockwise: Bool = true
    ) {
      precondition(radius > 0 && radius.isFinite, "a circle needs a radius, not \(radius)")
      precondition(speed >= 0 && speed.isFinite && altitude.isFinite, "a circle needs numbers")
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
    public let start: Coordinate
    /// The speed in m/s around which it wavers, by a fifth.
    public let speed: Double
    /// How much the course changes, in degrees a second, as a standard deviation.
    public let turnRate: Double
    /// For how long a change of course lasts, in seconds.
    public let correlationTime: Double
    /// How far it goes from its start, in meters.
    public let range: Double
    /// Meters above mean sea level.
    public let altitude: Double

    /// Makes a random walk.
    ///
    /// - Precondition: no number but the altitude is negative, and all are finite.
    public init(
      start: Coordinate, speed: Double = 1.4, turnRate: Double = 6, correlationTime: Double = 10,
      range: Double = 500, altitude: Double = 0
    ) {
      precondition(
        [speed, turnRate, correlationTime, range].allSatisfy { $0 >= 0 && $0.isFinite }
          && altitude.isFinite, "a random walk needs numbers that are not negative")
      self.start = start
      self.speed = speed
      self.turnRate = turnRate
      self.correlationTime = correlationTime
      self.range = range
      self.altitude = altitude
    }
  }
}
