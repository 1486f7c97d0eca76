import LocationPOSIX

/// A place, in meters from the center of the Earth: x to 0° north 0° east, y to 0°
/// north 90° east, z to the north pole.
package struct GeocentricPoint: Sendable {
  package let x, y, z: Double

  package init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  /// A place on the ellipsoid.
  package init(_ place: Coordinate) { self.init(place, height: 0) }

  /// - Parameter height: meters above the ellipsoid.
  package init(_ place: Coordinate, height: Double) {
    let latitude = place.latitude * .pi / 180
    let longitude = place.longitude * .pi / 180
    let sine = sin(latitude)
    // The radius of curvature in the prime vertical.
    let normal =
      Ellipsoid.semiMajorAxis / (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    x = (normal + height) * cos(latitude) * cos(longitude)
    y = (normal + height) * cos(latitude) * sin(longitude)
    z = (normal * (1 - Ellipsoid.eccentricitySquared) + height) * sine
  }

  /// The length of the straight line through the Earth. It is never longer than the way over the
  /// surface.
  package func chord(to other: GeocentricPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}
