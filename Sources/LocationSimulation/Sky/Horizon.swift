import LocationCore

/// A place on Earth and its directions, to compute the directions of satellites.
struct Horizon: Sendable {
  private static let semiMajorAxis = 6_378_137.0
  private static let eccentricitySquared = 6.694_379_990_141_316e-3

  private let place: Vector
  private let latitude: (sin: Double, cos: Double)
  private let longitude: (sin: Double, cos: Double)

  /// - Parameter height: meters above the ellipsoid.
  init(_ coordinate: Coordinate, height: Double) {
    latitude = sinCos(degrees: coordinate.latitude)
    longitude = sinCos(degrees: coordinate.longitude)
    let curvature =
      Self.semiMajorAxis
      / (1 - Self.eccentricitySquared * latitude.sin * latitude.sin).squareRoot()
    let across = (curvature + height) * latitude.cos
    place = Vector(
      x: across * longitude.cos, y: across * longitude.sin,
      z: (curvature * (1 - Self.eccentricitySquared) + height) * latitude.sin)
  }

  /// The direction to a point: degrees above the horizon, and degrees from true north.
  func direction(to target: Vector) -> (elevation: Double, azimuth: Double) {
    let line = target - place
    let along = longitude.cos * line.x + longitude.sin * line.y
    let east = longitude.cos * line.y - longitude.sin * line.x
    let north = latitude.cos * line.z - latitude.sin * along
    let up = latitude.cos * along + latitude.sin * line.z
    let horizontal = (east * east + north * north).squareRoot()
    return (
      LocationSimulation.elevation(up: up, horizontal: horizontal),
      bearing(north: north, east: east)
    )
  }
}
