import LocationPOSIX

/// A disk that hides a private place, such as a home: no location inside it is published.
///
/// A circle around the place itself would reveal it, because three points of a circle give its center. A circle
/// with a random radius or center in each journey does so too: the average of many circles is the place. So the
/// zone is always the same, and it depends only on the cell of a fixed grid that contains the place. All places
/// of a cell have the same zone. Even a person who knows the whole zone and this method learns the cell, and
/// nothing about where in the cell the place is.
///
/// A cell is at least as wide and as high as the radius. The zone contains everything up to the radius around each
/// place of its cell, and ends at most 3.6 times the radius from its center. The cells of a greater radius consist
/// of whole cells of a smaller one, so several radii, several programs and several people of one home reveal no
/// more than the smallest cell.
///
/// The zone does not hide directions: many straight ways point at the place where they meet, however much of
/// them is cut. Choose a radius that contains some bends and junctions.
public struct PrivacyZone: Hashable, Sendable {
  /// No place on Earth is farther from another one, in meters.
  private static let farthest = 20_003_932.0
  /// The least height of a cell, as a share of the radius. The width is at least this by the square root of two.
  private static let leastHeight = 2.0.squareRoot()

  /// The center.
  public let center: Coordinate
  /// Meters from the center, over the WGS 84 ellipsoid.
  public let radius: Double

  /// Makes a zone that is known, for example from a file.
  ///
  /// - Parameters:
  ///   - center: the center.
  ///   - radius: in meters; more than half of the way around the Earth counts as this half.
  /// - Precondition: the radius is positive.
  public init(center: Coordinate, radius: Double) {
    precondition(radius > 0, "a radius is positive, not \(radius)")
    self.center = center
    self.radius = min(radius, Self.farthest)
  }

  /// Makes the zone of a place.
  ///
  /// - Parameters:
  ///   - place: the place to hide.
  ///   - radius: meters around the place that are hidden in any case.
  /// - Precondition: the radius is positive.
  public init(hiding place: Coordinate, radius: Double) {
    precondition(radius > 0, "a radius is positive, not \(radius)")
    let radius = min(radius, Self.farthest)
    // Rows and columns are powers of two, so that small cells lie in large ones.
    let leastMetersPerDegree = 110_574.0
    let mostRows = 180 * leastMetersPerDegree / (Self.leastHeight * radius)
    let rows = exp2(max(log2(mostRows), 0).rounded(.down))
    let height = 180 / rows
    let row = min(((place.latitude + 90) / height).rounded(.down), rows - 1)
    let latitude = -90 + (row + 0.5) * height
    let parallel = GeocentricPoint(Coordinate(unchecked: latitude, 0)).x / Ellipsoid.semiMajorAxis
    let columns = exp2(log2(2 * rows * parallel).rounded())
    let width = 360 / columns
    // All names of a pole and of the antimeridian are in the first column.
    let isFirst = place.longitude == 180 || place.latitude.magnitude == 90
    let column = min((isFirst ? 0 : (place.longitude + 180) / width).rounded(.down), columns - 1)
    let middle = Coordinate(unchecked: latitude, -180 + (column + 0.5) * width)
    // The corners are the places of the cell that are farthest from its center.
    let reach = [latitude - height / 2, latitude + height / 2].reduce(0) { reach, border in
      max(reach, middle.distance(to: Coordinate(unchecked: border, middle.longitude - width / 2)))
    }
    self.init(center: middle, radius: (radius + reach).rounded(.up))
  }

  /// Whether a place is in the zone.
  public func contains(_ place: Coordinate) -> Bool { center.distance(to: place) <= radius }

  /// Whether everything up to a distance in meters around a place is in the zone.
  public func contains(_ place: Coordinate, radius: Double) -> Bool {
    self.radius == Self.farthest || center.distance(to: place) + radius <= self.radius
  }

  /// Whether the receiver may have been in the zone. Twice the estimated error of the fix counts: it is seldom
  /// exceeded, so the scattered fixes of a receiver that stays at the place are not published either.
  public func hides(_ fix: Fix) -> Bool {
    if let original = fix.original, hides(original) { return true }
    return center.distance(to: fix.coordinate) - 2 * (fix.horizontalAccuracy ?? 0) <= radius
  }
}

extension Fix {
  /// The fix without speed, course, heading and climb. Beside a hidden part of a track, they would tell where the
  /// receiver came from.
  package var withoutMotion: Fix {
    var fix = self
    (fix.speed, fix.course, fix.heading, fix.climb) = (nil, nil, nil, nil)
    (fix.errors.speed, fix.errors.course, fix.errors.climb) = (nil, nil, nil)
    fix.derived = nil
    fix.original = nil
    fix.sentences = nil
    return fix
  }
}
