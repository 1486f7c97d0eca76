import LocationPOSIX

/// The plane that touches the ellipsoid at a place, or is as high above it. East and north are its axes.
///
/// A projection onto it shortens a distance of 5 km by half a millimeter.
package struct TangentPlane: Sendable {
  /// A point of the plane in meters from the place, and its height above the plane.
  package struct Point: Sendable {
    package var east, north, up: Double
  }

  private let origin: GeocentricPoint
  private let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

  /// - Parameter height: meters above the ellipsoid.
  package init(at place: Coordinate, height: Double = 0) {
    origin = GeocentricPoint(place, height: height)
    sinLatitude = sin(place.latitude * .pi / 180)
    cosLatitude = cos(place.latitude * .pi / 180)
    sinLongitude = sin(place.longitude * .pi / 180)
    cosLongitude = cos(place.longitude * .pi / 180)
  }

  package func point(_ place: GeocentricPoint) -> Point {
    let (dx, dy, dz) = (place.x - origin.x, place.y - origin.y, place.z - origin.z)
    let outward = cosLongitude * dx + sinLongitude * dy
    return Point(
      east: cosLongitude * dy - sinLongitude * dx,
      north: cosLatitude * dz - sinLatitude * outward,
      up: cosLatitude * outward + sinLatitude * dz)
  }
}
