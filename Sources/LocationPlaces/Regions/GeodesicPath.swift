import LocationCore
import LocationPOSIX

/// Places joined by the shortest lines over the ellipsoid: the track of a corridor, or the ring of a
/// polygon. It needs no special case for the antimeridian and the poles.
struct GeodesicPath: Hashable, Sendable {
  /// A line up to this length, in meters, is straight in the tangent plane of a place near it. The
  /// error is less than a centimeter.
  private static let shortEdge = 20_000.0
  /// Up to this distance, in meters, the tangent plane replaces the ellipsoid.
  private static let nearby = 5_000.0
  /// How far below its tangent plane a place may lie that is compared in the plane: 1,000 km, a
  /// distance of 3,500 km. The plane would show a place on the other side of the Earth at the wrong
  /// distance.
  private static let horizon = -1e6

  /// The corners, without a repetition of the first one at the end of a ring.
  let vertices: [Coordinate]
  /// Whether a line leads from the last corner to the first.
  let isRing: Bool
  private let points: [GeocentricPoint]
  /// The numbers of the lines that are longer than ``shortEdge``.
  private let longEdges: [Int]

  init(_ vertices: [Coordinate], isRing: Bool) {
    self.vertices = vertices
    self.isRing = isRing
    let points = vertices.map { GeocentricPoint($0) }
    self.points = points
    let count = isRing ? vertices.count : max(0, vertices.count - 1)
    longEdges = (0..<count).filter {
      points[$0].chord(to: points[($0 + 1) % points.count]) > Self.shortEdge
    }
  }

  static func == (one: GeodesicPath, other: GeodesicPath) -> Bool {
    one.vertices == other.vertices && one.isRing == other.isRing
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(vertices)
    hasher.combine(isRing)
  }

  private var edgeCount: Int { isRing ? vertices.count : vertices.count - 1 }

  private func end(of edge: Int) -> Int { edge + 1 == vertices.count ? 0 : edge + 1 }

  // MARK: Inside and outside

  /// Whether the ring goes round a place. The place must be closer to the ring than to its antipode.
  func surrounds(_ place: Coordinate) -> Bool {
    let plane = TangentPlane(at: place)
    var isInside = false
    guard let last = points.last else { return false }
    var from = plane.point(last)
    for point in points {
      let to = plane.point(point)
      // A ray from the place to the east crosses the border an odd number of times.
      if (from.north > 0) != (to.north > 0) {
        let side = from.east * to.north - from.north * to.east
        if (side > 0) == (to.north > from.north) { isInside.toggle() }
      }
      from = to
    }
    return isInside
  }

  // MARK: Distance

  /// The length in meters of the shortest way from a place to the path.
  func distance(from place: Coordinate) -> Double {
    guard edgeCount > 0 else { return vertices.first?.distance(to: place) ?? .infinity }
    let near = distanceInPlane(from: place)
    if near < Self.nearby {
      return longEdges.reduce(near) { min($0, distance(from: place, toEdge: $1)) }
    }
    let point = GeocentricPoint(place)
    var shortest = Double.infinity
    for edge in 0..<edgeCount {
      let (first, last) = (points[edge], points[end(of: edge)])
      // No point of the line is closer than this.
      let bound = point.chord(to: first) - 1.01 * first.chord(to: last)
      if bound < shortest { shortest = min(shortest, distance(from: place, toEdge: edge)) }
    }
    return shortest
  }

  /// The shortest distance to a short line in the tangent plane of the place.
  private func distanceInPlane(from place: Coordinate) -> Double {
    let plane = TangentPlane(at: place)
    var shortest = Double.infinity
    var skipped = longEdges[...]
    var from = plane.point(points[0])
    for edge in 0..<edgeCount {
      let to = plane.point(points[end(of: edge)])
      defer { from = to }
      if skipped.first == edge {
        skipped.removeFirst()
        continue
      }
      guard from.up > Self.horizon else { continue }
      let (east, north) = (to.east - from.east, to.north - from.north)
      let length = east * east + north * north
      let along = length > 0 ? -(from.east * east + from.north * north) / length : 0
      let share = min(max(along, 0), 1)
      let (nearEast, nearNorth) = (from.east + share * east, from.north + share * north)
      shortest = min(shortest, nearEast * nearEast + nearNorth * nearNorth)
    }
    return shortest.squareRoot()
  }

  /// The distance to one line, exact for any length: steps along the line to the foot of the
  /// perpendicular, as long as it is on a sphere.
  private func distance(from place: Coordinate, toEdge edge: Int) -> Double {
    let (first, last) = (vertices[edge], vertices[end(of: edge)])
    let length = first.distance(to: last)
    guard let bearing = first.bearing(to: last) else { return first.distance(to: place) }
    let radius = Ellipsoid.semiMajorAxis
    var foot = first
    var offset = 0.0
    for _ in 0..<16 {
      let distance = foot.distance(to: place)
      let ahead = offset < length / 2 ? foot.bearing(to: last) : foot.bearing(to: first)
      guard let toPlace = foot.bearing(to: place), let ahead else { break }
      let angle = (toPlace - ahead + (offset < length / 2 ? 0 : 180)) * .pi / 180
      let step = radius * atan2(sin(distance / radius) * cos(angle), cos(distance / radius))
      let next = min(max(offset + step, 0), length)
      let isThere = abs(next - offset) < 0.001
      offset = next
      foot = first.destination(bearing: bearing, distance: offset)
      if isThere { break }
    }
    return foot.distance(to: place)
  }

  // MARK: Extent

  /// A place in the middle of the corners; `nil` if they are all around the Earth.
  var center: Coordinate? {
    let sum = points.reduce((x: 0.0, y: 0.0, z: 0.0)) { ($0.x + $1.x, $0.y + $1.y, $0.z + $1.z) }
    let equatorial = (sum.x * sum.x + sum.y * sum.y).squareRoot()
    let size = (equatorial * equatorial + sum.z * sum.z).squareRoot()
    guard size > 1e-6 * Ellipsoid.semiMajorAxis * Double(max(1, points.count)) else { return nil }
    // From the geocentric to the geographic latitude.
    let flat = equatorial * (1 - Ellipsoid.eccentricitySquared)
    let latitude = atan2(sum.z, flat) * 180 / .pi
    let longitude = equatorial > 0 ? atan2(sum.y, sum.x) * 180 / .pi : 0
    return Coordinate(unchecked: min(max(latitude, -90), 90), min(max(longitude, -180), 180))
  }

  /// A distance in meters from `center` that no point of the path exceeds.
  func reach(from center: Coordinate) -> Double {
    let farthest = vertices.reduce(0) { max($0, $1.distance(to: center)) }
    // A disk smaller than a hemisphere contains the lines between its places.
    if farthest < 9_000_000 { return farthest }
    return .infinity
  }

  /// The area that a ring encloses in m², as on a plane that touches at `center`.
  func area(around center: Coordinate) -> Double {
    let plane = TangentPlane(at: center)
    guard let last = points.last else { return 0 }
    var from = plane.point(last)
    var sum = 0.0
    for point in points {
      let to = plane.point(point)
      sum += from.east * to.north - from.north * to.east
      from = to
    }
    return abs(sum) / 2
  }
}
