public import LocationCore

/// How a simulated receiver moves.
///
/// Any number is valid as an altitude. From an altitude that no satellite's signal reaches, such as an
/// infinite one, there is no fix.
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
    /// On a smaller circle, angles would become infinite.
    static let radii = 0.001...1e9

    /// The center.
    public let center: Coordinate
    /// Meters, 0.001 … 10⁹.
    public let radius: Double
    /// m/s, 0 … 100,000.
    public let speed: Double
    /// Meters above mean sea level, finite.
    public let altitude: Double
    /// Whether the receiver goes clockwise.
    public let isClockwise: Bool

    /// Makes a circle.
    ///
    /// - Precondition: radius, speed and altitude are within their ranges.
    public init(
      center: Coordinate, radius: Double, speed: Double, altitude: Double = 0,
      isClockwise: Bool = true
    ) {
      precondition(
        Self.radii.contains(radius), "a circle's radius is within 0.001...1e9 m, not \(radius)")
      precondition(
        (0...100_000).contains(speed), "a circle's speed is within 0...100000 m/s, not \(speed)")
      precondition(altitude.isFinite, "a circle's altitude is a number, not \(altitude)")
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
    /// The mean speed in m/s, 0 … 10⁹; the standard deviation is a fifth of it.
    public let speed: Double
    /// The standard deviation of the turn rate, in degrees per second, 0 … 10⁹.
    public let turnRate: Double
    /// The duration of a change of course, in seconds, 0 … 10⁹.
    public let correlationTime: Double
    /// The largest distance from the start, in meters, 0 … 10⁹.
    public let range: Double
    /// Meters above mean sea level, finite.
    public let altitude: Double

    /// Makes a random walk.
    ///
    /// - Precondition: all numbers are within their ranges.
    public init(
      start: Coordinate, speed: Double = 1.4, turnRate: Double = 6, correlationTime: Double = 10,
      range: Double = 500, altitude: Double = 0
    ) {
      precondition(
        [speed, turnRate, correlationTime, range].allSatisfy { (0...1e9).contains($0) },
        "the numbers of a random walk are within 0...1e9")
      precondition(altitude.isFinite, "a random walk's altitude is a number, not \(altitude)")
      self.start = start
      self.speed = speed
      self.turnRate = turnRate
      self.correlationTime = correlationTime
      self.range = range
      self.altitude = altitude
    }
  }
}

/// Where a simulated receiver truly is, and how it truly moves. The receiver's positions differ
/// from it by their errors.
public struct GroundTruth: Hashable, Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// Meters above mean sea level.
  public var altitude: Double
  /// Over ground, in m/s.
  public var speed: Double
  /// Degrees from true north, 0 ..< 360; during a halt the direction of the next movement.
  public var course: Double
  /// m/s, up positive.
  public var climb: Double
}

extension Coordinate {
  /// The place at this distance in meters.
  func moved(north: Double, east: Double) -> Coordinate {
    destination(
      bearing: LocationSimulation.bearing(north: north, east: east),
      distance: (north * north + east * east).squareRoot())
  }
}
