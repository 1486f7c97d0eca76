/// An area between two parallels and two meridians, borders included.
///
/// If ``west`` is greater than ``east``, the box crosses the antimeridian.
public struct CoordinateBox: Hashable, Sendable {
  /// The southern and the northern border in degrees, −90 … 90.
  public let south, north: Double
  /// The western and the eastern border in degrees, −180 … 180.
  public let west, east: Double

  /// Makes a box from its south-western and its north-eastern corner; `nil` if the second corner is south
  /// of the first one.
  public init?(southWest: Coordinate, northEast: Coordinate) {
    guard southWest.latitude <= northEast.latitude else { return nil }
    self.init(
      south: southWest.latitude, west: southWest.longitude, north: northEast.latitude,
      east: northEast.longitude)
  }

  package init(south: Double, west: Double, north: Double, east: Double) {
    (self.south, self.west, self.north, self.east) = (south, west, north, east)
  }

  /// Whether the box crosses the antimeridian.
  public var crossesAntimeridian: Bool { west > east }

  /// The width in degrees, 0 … 360.
  public var width: Double { crossesAntimeridian ? east - west + 360 : east - west }

  /// Whether a place is inside the box or on its border. −180° and 180° are the same meridian.
  public func contains(_ place: Coordinate) -> Bool {
    guard place.latitude >= south, place.latitude <= north else { return false }
    if isBetween(place.longitude) { return true }
    return abs(place.longitude) == 180 && isBetween(-place.longitude)
  }

  private func isBetween(_ longitude: Double) -> Bool {
    crossesAntimeridian
      ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
  }
}

extension CoordinateBox: Codable {
  /// - Throws: `DecodingError` if a border is not on Earth, or if the southern one is north of the other.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let border = { try values.decode(Double.self, forKey: $0) }
    let (south, west) = (try border(.south), try border(.west))
    let (north, east) = (try border(.north), try border(.east))
    guard let southWest = try? Coordinate(latitude: south, longitude: west),
      let northEast = try? Coordinate(latitude: north, longitude: east),
      let box = CoordinateBox(southWest: southWest, northEast: northEast)
    else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "these borders enclose no area"))
    }
    self = box
  }
}

/// Finds the smallest ``CoordinateBox`` around places that come one by one.
///
/// The box leaves out the widest range of longitudes without a place. So it is right at the antimeridian and
/// depends on no order. Memory is fixed: only the outermost places of each degree are kept.
package struct CoordinateBounds: Hashable, Sendable {
  private var south = Double.infinity
  private var north = -Double.infinity
  /// The westernmost and the easternmost longitude in each degree from −180.
  private var west = [Double](repeating: .infinity, count: 360)
  private var east = [Double](repeating: -.infinity, count: 360)

  package init() {}

  package mutating func add(_ place: Coordinate) {
    south = min(south, place.latitude)
    north = max(north, place.latitude)
    // 180° is −180°: the two must not be a gap apart.
    let longitude = place.longitude == 180 ? -180 : place.longitude
    let degree = min(max(Int((longitude + 180).rounded(.down)), 0), 359)
    west[degree] = min(west[degree], longitude)
    east[degree] = max(east[degree], longitude)
  }

  /// The box; `nil` without a place.
  package var box: CoordinateBox? {
    let degrees = west.indices.filter { west[$0] <= east[$0] }
    guard let first = degrees.first, let last = degrees.last else { return nil }
    // The gap over the antimeridian comes first: among equal gaps, the box does not cross it.
    var widest = west[first] + 360 - east[last]
    var (start, end) = (west[first], east[last])
    for (one, next) in zip(degrees, degrees.dropFirst()) where west[next] - east[one] > widest {
      widest = west[next] - east[one]
      (start, end) = (west[next], east[one])
    }
    return CoordinateBox(south: south, west: start, north: north, east: end)
  }
}
