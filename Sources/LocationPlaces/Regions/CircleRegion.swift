public import LocationCore

/// All places up to a distance from a center, over the WGS 84 ellipsoid.
public struct CircleRegion: Hashable, Sendable {
  /// The radii of regions in meters: 1 m … 5,000 km.
  static let radii = 1.0...5_000_000

  /// The center.
  public let center: Coordinate
  /// The radius in meters, 1 … 5,000,000.
  public let radius: Double

  /// Makes a circle.
  ///
  /// - Parameters:
  ///   - center: the center, WGS 84.
  ///   - radius: in meters, 1 … 5,000,000.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` if the radius is out of range.
  public init(center: Coordinate, radius: Double) throws(PlaceError) {
    self.center = center
    self.radius = try Self.checked(radius)
  }

  /// - Throws: an error with the value and the range.
  static func checked(_ radius: Double) throws(PlaceError) -> Double {
    guard radii.contains(radius) else {
      throw PlaceError(
        .invalidPlace, detail: "a radius is within 1...5000000 m, not \(radius)")
    }
    return radius
  }
}
