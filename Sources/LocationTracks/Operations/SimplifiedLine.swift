package import LocationCore

/// Chooses the points of a line that matter for its shape.
package struct SimplifiedLine {
  /// Ranges that were divided so often are divided in the middle. A wrong order of divisions, such as a zigzag
  /// that grows, would otherwise take time proportional to n².
  private static let deepestDivision = 48

  /// A part of the line between two points that remain.
  private struct Part {
    let first, last: Int
    let depth: Int
    /// The point that is furthest from the straight line, and its distance in meters; `nil` if there is no
    /// point in between.
    var furthest: (index: Int, distance: Double)?
  }

  /// The indices of the points that remain, in order.
  package let kept: [Int]

  /// Keeps the points that a line within `tolerance` meters needs.
  package init(_ line: [Coordinate], tolerance: Double) {
    guard line.count > 2 else {
      kept = Array(line.indices)
      return
    }
    let points = line.map(GeocentricPoint.init)
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[0] = true
    isKept[points.count - 1] = true
    points.withUnsafeBufferPointer { points in
      var parts = [Self.part(0, points.count - 1, depth: 0, of: points)]
      while let part = parts.popLast() {
        guard let furthest = part.furthest, furthest.distance > tolerance else { continue }
        isKept[furthest.index] = true
        let (one, other) = Self.divide(part, at: furthest.index, points)
        parts.append(one)
        parts.append(other)
      }
    }
    kept = isKept.indices.filter { isKept[$0] }
  }

  /// Keeps the most important points of several lines together, the ends of each line first.
  package static func mostImportant(_ count: Int, of lines: [[Coordinate]]) -> [[Int]] {
    let points = lines.map { $0.map(GeocentricPoint.init) }
    var kept = points.map { $0.count > 1 ? [0, $0.count - 1] : Array($0.indices) }
    var total = kept.reduce(0) { $0 + $1.count }
    var queue = PartQueue()
    for (line, points) in points.enumerated() where points.count > 2 {
      queue.insert(points.withUnsafeBufferPointer { part(0, $0.count - 1, depth: 0, of: $0) }, line)
    }
    while total < count, let (part, line) = queue.popFirst() {
      guard let furthest = part.furthest else { continue }
      kept[line].append(furthest.index)
      total += 1
      let (one, other) = points[line].withUnsafeBufferPointer {
        divide(part, at: furthest.index, $0)
      }
      queue.insert(one, line)
      queue.insert(other, line)
    }
    return kept.map { $0.sorted() }
  }

  private static func divide(
    _ part: Part, at index: Int, _ points: UnsafeBufferPointer<GeocentricPoint>
  ) -> (Part, Part) {
    (
      Self.part(part.first, index, depth: part.depth + 1, of: points),
      Self.part(index, part.last, depth: part.depth + 1, of: points)
    )
  }

  /// Measures a part of a line.
  private static func part(
    _ first: Int, _ last: Int, depth: Int, of points: UnsafeBufferPointer<GeocentricPoint>
  ) -> Part {
    guard last - first > 1 else { return Part(first: first, last: last, depth: depth) }
    let chord = GroundLine(from: points[first], to: points[last])
    var index = first + 1
    var greatest = -1.0
    for next in first + 1..<last {
      let distance = chord.squaredDistance(to: points[next])
      if distance > greatest {
        greatest = distance
        index = next
      }
    }
    if depth >= deepestDivision { index = first + (last - first) / 2 }
    return Part(
      first: first, last: last, depth: depth, furthest: (index, greatest.squareRoot()))
  }

  /// Parts of lines, the part with the furthest point first: a binary heap.
  private struct PartQueue {
    private var heap: [(part: Part, line: Int, distance: Double)] = []

    mutating func insert(_ part: Part, _ line: Int) {
      guard let furthest = part.furthest else { return }
      heap.append((part, line, furthest.distance))
      var child = heap.count - 1
      while child > 0, heap[(child - 1) / 2].distance < heap[child].distance {
        heap.swapAt(child, (child - 1) / 2)
        child = (child - 1) / 2
      }
    }

    mutating func popFirst() -> (part: Part, line: Int)? {
      guard let first = heap.first, let last = heap.popLast() else { return nil }
      if heap.isEmpty { return (first.part, first.line) }
      heap[0] = last
      var parent = 0
      while true {
        var child = 2 * parent + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1].distance > heap[child].distance { child += 1 }
        guard heap[child].distance > heap[parent].distance else { break }
        heap.swapAt(child, parent)
        parent = child
      }
      return (first.part, first.line)
    }
  }
}

/// The shortest line over the ground between two places, for distances to it.
///
/// The line is where a plane through both places and the center of the Earth cuts the ellipsoid. It differs
/// from the geodesic by less than a meter over some hundred kilometers.
struct GroundLine {
  private let from: GeocentricPoint
  private let to: GeocentricPoint
  private let (dx, dy, dz): (Double, Double, Double)
  /// The normal vector of the plane.
  private let (nx, ny, nz): (Double, Double, Double)
  private let squaredLength: Double
  private let squaredNormal: Double

  init(from: GeocentricPoint, to: GeocentricPoint) {
    self.from = from
    self.to = to
    (dx, dy, dz) = (to.x - from.x, to.y - from.y, to.z - from.z)
    // The product with the difference is exact also for near places.
    (nx, ny, nz) = (from.y * dz - from.z * dy, from.z * dx - from.x * dz, from.x * dy - from.y * dx)
    squaredLength = dx * dx + dy * dy + dz * dz
    squaredNormal = nx * nx + ny * ny + nz * nz
  }

  /// The square of the distance in meters from a place to the nearest place of the line.
  @inline(__always)
  func squaredDistance(to place: GeocentricPoint) -> Double {
    let (px, py, pz) = (place.x - from.x, place.y - from.y, place.z - from.z)
    let along = px * dx + py * dy + pz * dz
    if along <= 0 || squaredNormal == 0 { return px * px + py * py + pz * pz }
    if along >= squaredLength {
      let (qx, qy, qz) = (place.x - to.x, place.y - to.y, place.z - to.z)
      return qx * qx + qy * qy + qz * qz
    }
    let across = px * nx + py * ny + pz * nz
    return across * across / squaredNormal
  }
}
