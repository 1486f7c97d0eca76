public import LocationCore

/// All places up to a distance from a track: a road, a river, a ferry line.
///
/// The lines between the places of the track are the shortest ones over the WGS 84 ellipsoid.
public struct CorridorRegion: Hashable, Sendable {
  /// The greatest distance from the track in meters, 1 … 5,000,000: half of the corridor's width.
  public let radius: Double
  let path: GeodesicPath

  /// The places of the track, at least two.
  public var track: [Coordinate] { path.vertices }

  /// Makes a corridor.
  ///
  /// - Parameters:
  ///   - track: at least two different places.
  ///   - radius: the greatest distance from the track, in meters, 1 … 5,000,000.
  /// - Throws: ``PlaceErrorCode/invalidPlace``, if there are fewer places or the radius is out of range.
  public init(along track: [Coordinate], radius: Double) throws(PlaceError) {
    guard let first = track.first, track.contains(where: { $0.distance(to: first) > 0 }) else {
      throw PlaceError(.invalidPlace, detail: "a corridor needs at least two different places")
    }
    self.radius = try CircleRegion.checked(radius)
    path = GeodesicPath(track, isRing: false)
  }
}
