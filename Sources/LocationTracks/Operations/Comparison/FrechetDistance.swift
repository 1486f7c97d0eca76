import LocationCore

/// The discrete Fréchet distance of two tracks: how long a leash must be so that two walkers, one on each track, come
/// from the first points to the last points, if both only go forward, from point to point.
///
/// Eiter and Mannila, Computing Discrete Fréchet Distance, 1994. It needs a row of numbers, not the whole table.
public struct FrechetDistance: Hashable, Sendable {
  /// The most points of a track that are used. The time grows with the product of the numbers of points.
  static let mostPoints = 10_000

  /// The distance in meters.
  public let distance: Double
  /// Every which point of the tracks was used: 1 is each point, 2 every other. Of a track with more than 10,000 points
  /// only some are used, and the first and the last one; the distance can then be wrong by the way between two of them.
  public let stride: Int

  /// Measures two tracks; `nil` if one of them has no point.
  init?(_ one: [GeocentricPoint], _ other: [GeocentricPoint]) {
    guard !one.isEmpty, !other.isEmpty else { return nil }
    let stride = (max(one.count, other.count) - 1) / Self.mostPoints + 1
    let (outer, inner) = (Self.thinned(one, stride), Self.thinned(other, stride))
    // The leash for each point of the inner track and the points of the outer one so far.
    var row = [Double](repeating: .infinity, count: inner.count)
    for (index, place) in outer.enumerated() {
      var diagonal = index == 0 ? 0 : Double.infinity
      var last = Double.infinity
      for column in row.indices {
        let least = min(diagonal, row[column], last)
        diagonal = row[column]
        last = max(least, place.chord(to: inner[column]))
        row[column] = last
      }
    }
    distance = row[row.count - 1]
    self.stride = stride
  }

  private static func thinned(_ points: [GeocentricPoint], _ stride: Int) -> [GeocentricPoint] {
    guard stride > 1 else { return points }
    var thinned = Swift.stride(from: 0, to: points.count, by: stride).map { points[$0] }
    if (points.count - 1) % stride != 0 { thinned.append(points[points.count - 1]) }
    return thinned
  }
}
