public import LocationCore

/// How a simulated receiver moves.
public enum Motion: Hashable, Sendable {
  /// The receiver stands still, at an altitude in meters above mean sea level.
  case standing(at: Coordinate, altitude: Double = 0)
  /// The receiver goes round a circle.
  case circle(Circle)
  /// The receiver wanders at random.
  case randomWalk(RandomWalk)
  /// The receiver goes from waypoint to waypoint.
  case route(Route)

  /// A circle at a constant speed. It starts in the north of the circle.
  public struct Circle: Hashable, Sendable {
    /// The center.
    public let center: Coordinate
    /// Meters.
    public let radius: Double
    /// m/s.
    public let speed: Double
    /// Meters above mean sea level.
    public let altitude: Double
    /// Whether the receiver goes clockwise.
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

  /// A walk with random changes of course and speed, each correlated with itself over
  /// ``correlationTime``. It turns back to its start at a distance of ``range``.
  public struct RandomWalk: Hashable, Sendable {
    /// The start.
    public let start: Coordinate
    /// The mean speed in m/s; the standard deviation is a fifth of it.
    public let speed: Double
    /// The standard deviation of the turn rate, in degrees per second.
    public let turnRate: Double
    /// The duration of a change of course, in seconds.
    public let correlationTime: Double
    /// The largest distance from the start, in meters.
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
