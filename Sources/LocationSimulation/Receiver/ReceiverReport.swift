import LocationCore
import LocationText
import NMEA0183

/// The report of a receiver for one instant, rounded to the digits of its sentences. Fixes, sky
/// views and sentences are all made from it, so they agree.
struct ReceiverReport: Sendable {
  /// A position, its motion and its accuracy.
  struct Position: Sendable {
    var coordinate: Coordinate
    /// `nil` in two dimensions; then all values that depend on it are `nil` too.
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

  /// `nil` while the receiver does not know the time.
  var instant: ReceiverInstant?
  /// `nil` without a fix.
  var position: Position?
  /// `nil` if this report has no satellites.
  var satellites: [SkyModel.VisibleSatellite]?
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
    // Rounding keeps degrees within their range.
    return
      (try? Coordinate(
        latitude: (latitude * unit).rounded() / unit + 0,
        longitude: (longitude * unit).rounded() / unit + 0)) ?? self
  }
}

/// Meters per second in a knot: 1852 m an hour.
let metersPerSecondInKnot = 1852.0 / 3600.0

/// A number rounded to a count of decimals; never −0.
func rounded(_ value: Double, decimals: Int) -> Double {
  let unit = powerOfTen(decimals)
  return (value * unit).rounded() / unit + 0
}
