/// The effect of the satellites' directions on a position: the covariance of a position if all
/// ranges have independent errors of one meter, one sigma.
struct SatelliteGeometry: Sendable {
  /// East–east, east–north, north–north, in m².
  let horizontal: (ee: Double, en: Double, nn: Double)
  /// Up with east, north and up; `nil` in two dimensions.
  let vertical: (ue: Double, un: Double, uu: Double)?
  /// The clock's variance.
  let time: Double

  /// Computes the geometry from directions in degrees. Four satellites or more give three
  /// dimensions, three satellites give two.
  ///
  /// There is one clock for all systems. `nil` with fewer satellites, or if their directions do not
  /// determine a position.
  init?(_ directions: [(elevation: Double, azimuth: Double)]) {
    guard directions.count >= 3 else { return nil }
    let isFlat = directions.count == 3
    let rows = directions.map { direction -> [Double] in
      let rise = sinCos(degrees: direction.elevation)
      let way = sinCos(degrees: direction.azimuth)
      let plane = [rise.cos * way.sin, rise.cos * way.cos]
      return isFlat ? plane + [1] : plane + [rise.sin, 1]
    }
    let size = isFlat ? 3 : 4
    var normal = [[Double]](repeating: [Double](repeating: 0, count: size), count: size)
    for row in rows {
      for i in 0..<size { for j in 0..<size { normal[i][j] += row[i] * row[j] } }
    }
    guard let inverse = Self.inverted(normal) else { return nil }
    horizontal = (inverse[0][0], inverse[0][1], inverse[1][1])
    vertical = isFlat ? nil : (inverse[2][0], inverse[2][1], inverse[2][2])
    time = inverse[size - 1][size - 1]
  }

  /// Horizontal dilution of precision.
  var hdop: Double { (horizontal.ee + horizontal.nn).squareRoot() }
  /// Vertical; `nil` in two dimensions.
  var vdop: Double? { vertical.map { $0.uu.squareRoot() } }
  /// Position dilution, over all dimensions.
  var pdop: Double { (horizontal.ee + horizontal.nn + (vertical?.uu ?? 0)).squareRoot() }
  /// Time.
  var tdop: Double { time.squareRoot() }
  /// Geometric.
  var gdop: Double { (pdop * pdop + time).squareRoot() }

  /// The inverse of a symmetric, positive definite matrix, by Gauss–Jordan; `nil` if it is nearly
  /// singular.
  private static func inverted(_ matrix: [[Double]]) -> [[Double]]? {
    let size = matrix.count
    var left = matrix
    var right = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0 } }
    for column in 0..<size {
      let pivot = left[column][column]
      guard pivot > 1e-6 else { return nil }
      for j in 0..<size {
        left[column][j] /= pivot
        right[column][j] /= pivot
      }
      for row in 0..<size where row != column {
        let factor = left[row][column]
        for j in 0..<size {
          left[row][j] -= factor * left[column][j]
          right[row][j] -= factor * right[column][j]
        }
      }
    }
    return right
  }
}
