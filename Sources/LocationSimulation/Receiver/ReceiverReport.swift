import LocationCore
import NMEA0183

/// What a receiver says of one instant, rounded as its sentences round it: the one origin of fixes,
/// sky views and sentences, which therefore agree.
struct ReceiverReport: Sendable {
  /// A position and what is known of it.
  struct Position: Hashable, Sendable {
    var coordinate: Coordinate
    /// `nil` in two dimensions, as what follows from it.
    var altitude: Double?
    var geoidSeparation: Double?
    var climb: Double?
    /// Knots.
    var speed: Double
    var course: Double?
    var accuracy: StatedAccuracy
    var geometry: SatelliteGeometry
    var satellitesUsed: Int
  }

  /// `nil` as long as the receiver does not know it.
  var instant: ReceiverInstant?
  /// `nil` without a fix.
  var position: Position?
  /// `nil` when it does not speak of satellites this time.
  var sights: [SkyModel.Sight]?
  var source: FixSource
}

extension ReceiverReport.Position {
  /// Below this speed, in knots, a receiver does not know its course.
  private static let leastSpeedWithCourse = 0.4

  /// Rounds a position.
  ///
  /// - Parameters:
  ///   - velocity: m/s to the north and east.
  ///   - height: m above the sea; `nil` in two dimensions.
  init(
    at place: Coordinate, height: Double?, geoidSeparation: Double?,
    velocity: (north: Double, east: Double), climb: Double, accuracy: StatedAccuracy,
    geometry: SatelliteGeometry, satellitesUsed: Int
  ) {
    coordinate = place.roundedToSentence
    altitude = height.map { rounded($0, decimals: 1) }
    self.geoidSeparation = height == nil ? nil : geoidSeparation.map { rounded($0, decimals: 1) }
    self.climb = height == nil ? nil : rounded(climb, decimals: 2)
    let meters = (velocity.north * velocity.north + velocity.east * velocity.east).squareRoot()
    speed = rounded(meters / metersPerSecondInKnot, decimals: 2)
    course =
      speed < Self.leastSpeedWithCourse
      ? nil
      : wrapped(
        degrees: rounded(bearing(north: velocity.north, east: velocity.east), decimals: 1))
    self.accuracy = accuracy
    self.geometry = geometry
    self.satellitesUsed = satellitesUsed
  }
}

extension Coordinate {
  /// The place in whole 10⁻⁵ minutes, as the decoder computes it from a sentence.
  fileprivate var roundedToSentence: Coordinate {
    let unit = 60.0 * 100_000
    // Rounded numbers of degrees are within the range if the degrees were.
    return
      (try? Coordinate(
        latitude: (latitude * unit).rounded() / unit + 0,
        longitude: (longitude * unit).rounded() / unit + 0)) ?? self
  }
}

/// Meters per second in a knot: 1852 m an hour.
let metersPerSecondInKnot = 1852.0 / 3600.0

/// A number rounded to so many decimals; never −0.
func rounded(_ value: Double, decimals: Int) -> Double {
  let unit = (0..<decimals).reduce(1.0) { unit, _ in unit * 10 }
  return (value * unit).rounded() / unit + 0
}
