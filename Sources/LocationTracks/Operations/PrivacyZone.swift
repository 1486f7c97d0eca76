public import LocationCore

/// A zone around a place that tracks must not reveal, such as a home.
///
/// A circle around the place itself would reveal it: the ends of some tracks are on the circle, and three
/// points of a circle give its center. A circle with a random radius for each track has the same center,
/// which the average of many ends reveals. So the zone does not depend on the place, but only on the cell of
/// a fixed grid that the place is in. All places of a cell have the same zone. Even all tracks together cannot
/// show in which part of the cell the place is.
///
/// The cells are about 1.4 times as wide and as high as the radius. Each trim also draws another cut distance,
/// so that the ends of tracks are not all on one circle. Everything up to the radius is always removed; the
/// cut is at most 4 times the radius away.
///
/// Use the same radius for all tracks. Two radii have two grids, and the place is where both cells overlap.
///
/// The zone does not hide directions: many straight ways point at the place where they meet, however much of
/// them is cut. Choose a radius that contains some bends and junctions.
public struct PrivacyZone: Hashable, Sendable {
  /// The least and the greatest radius in meters.
  public static let radii = 1.0...1_000_000

  /// The center of the cell.
  let center: Coordinate
  /// Meters from the center of the cell within which everything is removed.
  let innerRadius: Double
  /// The greatest random length in meters that is added to the inner radius.
  let greatestExtra: Double

  /// Makes the zone of a place.
  ///
  /// - Parameters:
  ///   - place: the place to hide.
  ///   - radius: meters around the place that are removed in any case, within ``radii``.
  public init(around place: Coordinate, radius: Double) {
    precondition(Self.radii.contains(radius), "a radius is within 1...1000000 m, not \(radius)")
    // A cell has the radius as half of its diagonal.
    let metersPerDegree = 111_000.0
    let rows = max((180 * metersPerDegree / (radius * 2.0.squareRoot())).rounded(.down), 1)
    let height = 180 / rows
    let row = min(((place.latitude + 90) / height).rounded(.down), rows - 1)
    let latitude = -90 + (row + 0.5) * height
    // As many cells as the parallel of the row is long; at a pole at least three.
    let parallel = GeocentricPoint(Coordinate(unchecked: latitude, 0)).x / Ellipsoid.semiMajorAxis
    let columns = max((2 * rows * parallel).rounded(.down), 3)
    let width = 360 / columns
    let east = place.longitude == 180 ? 0 : place.longitude + 180
    let column = min((east / width).rounded(.down), columns - 1)
    let longitude = -180 + (column + 0.5) * width
    let middle = Coordinate(unchecked: latitude, longitude)
    center = middle
    // The corners are the places of the cell that are furthest from its center.
    let halfDiagonal = [latitude - height / 2, latitude + height / 2].map {
      middle.distance(to: Coordinate(unchecked: $0, longitude - width / 2))
    }
    innerRadius = radius + (halfDiagonal.max() ?? radius)
    greatestExtra = radius / 2
  }

  /// A radius around the center of the cell, chosen at random.
  func cutRadius(using generator: inout some RandomNumberGenerator) -> Double {
    innerRadius + Double.random(in: 0...greatestExtra, using: &generator)
  }
}
