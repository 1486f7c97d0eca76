/// What the directions of the satellites in use do to a position: the covariance of a position whose
/// ranges are all equally and independently wrong by one meter.
struct SatelliteGeometry: Hashable, Sendable {
  /// East–east, east–north, north–north, in m².
  let horizontal: (ee: Double, en: Double, nn: Double)
  /// Up with east, north and up; `nil` in two dimensions.
  let vertical: (ue: Double, un: Double, uu: Double)?
  /// The clock's variance.
  let time: Double

  /// From directions in degrees. Four satellites or more make three dimensions, three make two.
  ///
  /// There is one clock: the systems are taken to keep the same time. `nil` with fewer satellites,
  /// or where their directions do not settle a position.
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
  /// Position: of all its dimensions.
  var pdop: Double { (horizontal.ee + horizontal.nn + (vertical?.uu ?? 0)).squareRoot() }
  /// Time.
  var tdop: Double { time.squareRoot() }
  /// Geometric.
  var gdop: Double { (pdop * pdop + time).squareRoot() }

  /// A symmetric, positive definite matrix inverted by Gauss–Jordan; `nil` where it is nearly
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

  static func == (one: SatelliteGeometry, other: SatelliteGeometry) -> Bool {
    one.horizontal == other.horizontal && one.time == other.time && one.vdop == other.vdop
  }

  func hash(into hasher: inout Hasher) { hasher.combine(time) }
}
