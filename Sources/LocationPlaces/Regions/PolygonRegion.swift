public import LocationCore

/// The inside of a ring of places, without its holes.
///
/// The lines between the corners are the shortest ones over the WGS 84 ellipsoid. GeoJSON draws them
/// straight on a map instead: at 60° north, a line of 3 km differs by 0.3 m, and the difference grows with the
/// square of the length. A polygon may cross the antimeridian and contain a pole: the inside is the side
/// with the smaller area. Where a ring crosses itself, inside and outside alternate.
public struct PolygonRegion: Hashable, Sendable {
  /// The greatest distance of a corner from the middle of the polygon, in meters.
  static let extent = 5_000_000.0

  let border: GeodesicPath
  let holePaths: [GeodesicPath]

  /// The corners of the border, at least three. The first one is not repeated at the end.
  public var corners: [Coordinate] { border.vertices }
  /// The corners of each hole, at least three.
  public var holes: [[Coordinate]] { holePaths.map(\.vertices) }

  /// Makes a polygon.
  ///
  /// The direction of the rings does not matter. A last corner that repeats the first one is dropped.
  ///
  /// - Parameters:
  ///   - corners: at least three different places that enclose an area, none farther than 5,000 km from
  ///     their middle.
  ///   - holes: the same for each hole, inside the border.
  /// - Throws: ``PlaceErrorCode/invalidPlace`` if a condition is not met.
  public init(corners: [Coordinate], holes: [[Coordinate]] = []) throws(PlaceError) {
    border = try Self.ring(corners, "a polygon")
    var paths: [GeodesicPath] = []
    for hole in holes {
      let path = try Self.ring(hole, "a hole")
      for corner in path.vertices where !border.surrounds(corner) {
        // Rounding may move a common corner out of the border.
        guard border.distance(from: corner) < 1 else {
          throw PlaceError(
            .invalidPlace, detail: "a hole is outside of its polygon at \(corner)")
        }
      }
      paths.append(path)
    }
    holePaths = paths
  }

  /// The middle of the corners.
  var center: Coordinate { border.center ?? corners[0] }

  /// The distance in meters to the nearest border, negative inside.
  func borderDistance(from place: Coordinate) -> Double {
    let distance = holePaths.reduce(border.distance(from: place)) {
      min($0, $1.distance(from: place))
    }
    return contains(place) ? -distance : distance
  }

  private func contains(_ place: Coordinate) -> Bool {
    // From the other side of the Earth, a ring seems to surround the place too.
    guard place.distance(to: center) < 2 * Self.extent, border.surrounds(place) else {
      return false
    }
    return !holePaths.contains { $0.surrounds(place) }
  }

  private static func ring(
    _ corners: [Coordinate], _ name: String
  ) throws(PlaceError) -> GeodesicPath {
    var corners = corners
    if corners.count > 1, corners.first == corners.last { corners.removeLast() }
    guard Set(corners).count >= 3 else {
      throw PlaceError(
        .invalidPlace, detail: "\(name) needs at least three corners, not \(corners.count)")
    }
    let path = GeodesicPath(corners, isRing: true)
    guard let center = path.center, path.reach(from: center) <= extent else {
      throw PlaceError(
        .invalidPlace, detail: "the corners of \(name) are within 5,000 km of their middle")
    }
    guard path.area(around: center) >= 1 else {
      throw PlaceError(.invalidPlace, detail: "\(name) encloses less than a square meter")
    }
    return path
  }
}
