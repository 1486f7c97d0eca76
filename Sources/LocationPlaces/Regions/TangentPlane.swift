import LocationCore
import LocationPOSIX

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
