import LocationCore
import LocationPOSIX

/// A place on the ellipsoid, in meters from the center of the Earth: x to 0° north 0° east, y to 0°
/// north 90° east, z to the north pole.
struct GeocentricPoint: Sendable {
  let x, y, z: Double

  init(_ place: Coordinate) {
    let latitude = place.latitude * .pi / 180
    let longitude = place.longitude * .pi / 180
    let sine = sin(latitude)
    // The radius of curvature in the prime vertical.
    let normal =
      Ellipsoid.semiMajorAxis / (1 - Ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    x = normal * cos(latitude) * cos(longitude)
    y = normal * cos(latitude) * sin(longitude)
    z = normal * (1 - Ellipsoid.eccentricitySquared) * sine
  }

  /// The length of the straight line through the Earth. It is never longer than the way over the
  /// surface.
  func chord(to other: GeocentricPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}

/// The plane that touches the ellipsoid at a place. East and north are its axes.
///
/// A projection onto it shortens a distance of 5 km by half a millimeter.
struct TangentPlane {
  /// A point of the plane in meters from the place, and its height above the plane.
  struct Point {
    var east, north, up: Double
  }

  private let origin: GeocentricPoint
  private let sinLatitude, cosLatitude, sinLongitude, cosLongitude: Double

  init(at place: Coordinate) {
    origin = GeocentricPoint(place)
    sinLatitude = sin(place.latitude * .pi / 180)
    cosLatitude = cos(place.latitude * .pi / 180)
    sinLongitude = sin(place.longitude * .pi / 180)
    cosLongitude = cos(place.longitude * .pi / 180)
  }

  func point(_ place: GeocentricPoint) -> Point {
    let (dx, dy, dz) = (place.x - origin.x, place.y - origin.y, place.z - origin.z)
    let outward = cosLongitude * dx + sinLongitude * dy
    return Point(
      east: cosLongitude * dy - sinLongitude * dx,
      north: cosLatitude * dz - sinLatitude * outward,
      up: cosLatitude * outward + sinLatitude * dz)
  }
}
