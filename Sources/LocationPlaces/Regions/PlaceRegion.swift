public import LocationCore

/// The area of a place.
public enum PlaceRegion: Hashable, Sendable {
  /// All places up to a distance from a center.
  case circle(CircleRegion)
  /// The inside of a ring of places.
  case polygon(PolygonRegion)
  /// All places up to a distance from a track.
  case corridor(CorridorRegion)

  /// A circle with a radius in meters, 1 … 5,000,000.
  ///
  /// - Throws: ``PlaceErrorCode/invalidPlace`` if the radius is out of range.
  public static func circle(
    around center: Coordinate, radius: Double
  ) throws(PlaceError) -> PlaceRegion {
    .circle(try CircleRegion(center: center, radius: radius))
  }

  /// The radius of a circle or a corridor, in meters; `nil` for a polygon.
  package var radius: Double? {
    switch self {
    case .circle(let circle): circle.radius
    case .corridor(let corridor): corridor.radius
    case .polygon: nil
    }
  }

  /// The distance in meters from a place to the border of the region over the WGS 84 ellipsoid:
  /// positive outside, negative inside, 0 on the border.
  ///
  /// The error is less than a centimeter. Inside a corridor that touches itself, the border of the
  /// nearest part counts.
  public func borderDistance(from place: Coordinate) -> Double {
    switch self {
    case .circle(let circle): circle.center.distance(to: place) - circle.radius
    case .polygon(let polygon): polygon.borderDistance(from: place)
    case .corridor(let corridor): corridor.path.distance(from: place) - corridor.radius
    }
  }

  /// Whether a place is inside the region or on its border.
  public func contains(_ place: Coordinate) -> Bool { borderDistance(from: place) <= 0 }

  /// A place in the middle of the region. It may be outside of a bent one.
  public var center: Coordinate {
    switch self {
    case .circle(let circle): circle.center
    case .polygon(let polygon): polygon.center
    case .corridor(let corridor): corridor.path.center ?? corridor.track[0]
    }
  }

  /// A distance in meters from ``center`` that no place of the region exceeds.
  var reach: Double {
    switch self {
    case .circle(let circle): circle.radius
    case .polygon(let polygon): polygon.border.reach(from: center)
    case .corridor(let corridor): corridor.path.reach(from: center) + corridor.radius
    }
  }

  /// About the greatest distance in meters of an inner place from the border.
  ///
  /// For a polygon it is the best of some places in a grid, so it may be less than the truth.
  var depth: Double {
    switch self {
    case .circle(let circle): return circle.radius
    case .corridor(let corridor): return corridor.radius
    case .polygon(let polygon):
      let (center, reach) = (polygon.center, reach)
      var depth = max(0, -polygon.borderDistance(from: center))
      for ring in 1...4 {
        for direction in stride(from: 0.0, to: 360, by: 30) {
          let place = center.destination(bearing: direction, distance: reach * Double(ring) / 5)
          depth = max(depth, -polygon.borderDistance(from: place))
        }
      }
      return depth
    }
  }
}
