/// The accuracy that a simulated receiver states: circles and bands that contain the true place
/// with a known probability.
///
/// A fix has ``horizontal68`` as `errors.horizontal` and ``vertical68`` as `errors.vertical`, both
/// rounded to the centimeter. The decoder of this package computes the radius from GST's two axes;
/// so that it gets the same radius, GST states each axis up to 7 % larger than its own one sigma.
public struct StatedAccuracy: Hashable, Sendable {
  /// The radius in meters that contains the true place with a probability of 68.3 %.
  public let horizontal68: Double
  /// The same for 95 %.
  public let horizontal95: Double
  /// The distance above and below the altitude, in meters, for 68.3 %; `nil` in two dimensions.
  public let vertical68: Double?
  /// The same for 95 %.
  public let vertical95: Double?

  /// The shares of the axes in the radius; their squares add up to the square of the radius.
  let east68: Double
  let north68: Double

  /// The standard deviations that the rounding of a sentence adds, in meters: 10⁻⁵ minutes of
  /// latitude, and 0.1 m of altitude.
  private static let placeRounding = 0.0054
  private static let altitudeRounding = 0.029

  init(_ geometry: SatelliteGeometry, rangeError: Double) {
    let variance = rangeError * rangeError
    let rounding = Self.placeRounding * Self.placeRounding
    let ee = variance * geometry.horizontal.ee + rounding
    let nn = variance * geometry.horizontal.nn + rounding
    let en = variance * geometry.horizontal.en
    // The principal axes of the ellipse.
    let middle = (ee + nn) / 2
    let spread = ((ee - nn) * (ee - nn) / 4 + en * en).squareRoot()
    let major = (middle + spread).squareRoot()
    let flattening = max(0, middle - spread).squareRoot() / major
    horizontal68 = major * Self.interpolated(Self.radii68, at: flattening)
    horizontal95 = major * Self.interpolated(Self.radii95, at: flattening)
    let scale = horizontal68 / (ee + nn).squareRoot()
    east68 = scale * ee.squareRoot()
    north68 = scale * nn.squareRoot()
    let sigma = geometry.vertical.map { vertical in
      (variance * vertical.uu + Self.altitudeRounding * Self.altitudeRounding).squareRoot()
    }
    vertical68 = sigma
    vertical95 = sigma.map { 1.959_964 * $0 }
  }

  /// The radii that contain 68.27 % and 95 % of a normal distribution in the plane, divided by the
  /// larger of its two standard deviations. One row for each ratio of the two, 0 to 1 in tenths.
  /// The integral of the distribution was solved numerically.
  private static let radii68 = [
    1.0, 1.0050, 1.0207, 1.0491, 1.0939, 1.1529, 1.2201, 1.2915, 1.3650, 1.4397, 1.5152,
  ]
  private static let radii95 = [
    1.9600, 1.9625, 1.9704, 1.9842, 2.0051, 2.0359, 2.0813, 2.1460, 2.2303, 2.3318, 2.4477,
  ]

  private static func interpolated(_ table: [Double], at ratio: Double) -> Double {
    let place = ratio * Double(table.count - 1)
    let index = min(max(0, Int(place)), table.count - 2)
    return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
  }
}
