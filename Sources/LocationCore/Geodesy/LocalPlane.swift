import LocationPOSIX

/// A plane that touches the WGS 84 ellipsoid: meters east and north of its origin.
///
/// Places survive the way to the plane and back. Five kilometers from the origin and between 70° south and 70° north,
/// lengths are wrong by 0.3 % at most.
package struct LocalPlane: Hashable, Sendable {
  package let origin: Coordinate
  /// Meters in a degree of longitude and of latitude.
  private let scale: SIMD2<Double>

  package init(at origin: Coordinate) {
    self.origin = origin
    let angle = origin.latitude * .pi / 180
    let sine = sin(angle)
    let share = 1 - Ellipsoid.eccentricitySquared * sine * sine
    // The radii of curvature in the prime vertical and in the meridian. At a pole all longitudes are one place.
    let normal = Ellipsoid.semiMajorAxis / share.squareRoot()
    let meridional = normal * (1 - Ellipsoid.eccentricitySquared) / share
    scale = SIMD2(max(normal * cos(angle), 1), meridional) * (.pi / 180)
  }

  /// Meters east and north of the origin.
  package func meters(_ place: Coordinate) -> SIMD2<Double> {
    let east = (place.longitude - origin.longitude).remainder(dividingBy: 360)
    return SIMD2(east, place.latitude - origin.latitude) * scale
  }

  /// The place at meters east and north of the origin. A latitude beyond a pole is that of the pole.
  package func place(_ meters: SIMD2<Double>) -> Coordinate {
    let degrees = meters / scale
    let latitude = min(max(origin.latitude + degrees.y, -90), 90)
    return Coordinate(
      unchecked: latitude, (origin.longitude + degrees.x).remainder(dividingBy: 360))
  }
}

extension SIMD2<Double> {
  /// The vector of length one in a direction in degrees from north.
  package init(direction degrees: Double) {
    let angle = degrees * .pi / 180
    self.init(sin(angle), cos(angle))
  }

  package var length: Double { (x * x + y * y).squareRoot() }

  /// The direction in degrees from north, 0 ..< 360.
  package var direction: Double {
    let degrees = atan2(x, y) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}
