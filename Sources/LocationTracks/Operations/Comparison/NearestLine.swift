import LocationCore

/// Finds how far places are from the nearest place of a line.
///
/// The parts of the line are the leaves of a binary tree, whose nodes are spheres around their parts. So a search looks
/// at few parts of a long line.
struct NearestLine {
  private static let leafSize = 8
  private static let diameterOfEarth = 12_756_000.0

  /// A part of the line between two points.
  private typealias Part = (from: GeocentricPoint, to: GeocentricPoint)

  /// Parts of the line, and a sphere around them.
  private struct Node {
    let parts: Range<Int>
    let center: GeocentricPoint
    let radius: Double
  }

  private let parts: [Part]
  /// The children of the node `i` are `2 * i + 1` and `2 * i + 2`, as in a heap.
  private let nodes: [Node?]

  /// Prepares a search; `nil` without a point.
  ///
  /// - Parameter segments: the lines. Nothing is between the end of one and the start of the next one.
  init?(_ segments: [[GeocentricPoint]]) {
    let parts = segments.flatMap { points -> [Part] in
      if points.count == 1 { return [(points[0], points[0])] }
      return zip(points, points.dropFirst()).map { ($0, $1) }
    }
    guard !parts.isEmpty else { return nil }
    var nodes: [Node?] = []
    func grow(_ index: Int, _ range: Range<Int>) {
      if index >= nodes.count {
        nodes += [Node?](repeating: nil, count: index + 1 - nodes.count)
      }
      nodes[index] = Self.node(range, of: parts)
      guard range.count > Self.leafSize else { return }
      let middle = range.lowerBound + range.count / 2
      grow(2 * index + 1, range.lowerBound..<middle)
      grow(2 * index + 2, middle..<range.upperBound)
    }
    grow(0, 0..<parts.count)
    self.parts = parts
    self.nodes = nodes
  }

  private static func node(_ range: Range<Int>, of parts: [Part]) -> Node {
    let center = parts[range.lowerBound + range.count / 2].from
    var radius = 0.0
    for part in parts[range] {
      // A long part bulges out of the straight line between its ends.
      let length = part.from.chord(to: part.to)
      let bulge = length * length / (4 * diameterOfEarth)
      let farthest = max(center.chord(to: part.from), center.chord(to: part.to))
      radius = max(radius, farthest + bulge)
    }
    return Node(parts: range, center: center, radius: radius)
  }

  /// Meters from a place to the nearest place of the line.
  func distance(to place: GeocentricPoint) -> Double {
    var best = Double.infinity
    search(0, place, &best)
    return best.squareRoot()
  }

  /// - Parameter best: the square of the smallest distance so far.
  private func search(_ index: Int, _ place: GeocentricPoint, _ best: inout Double) {
    guard let node = nodes[index] else { return }
    guard node.parts.count > Self.leafSize else {
      for part in parts[node.parts] {
        let line = GroundLine(from: part.from, to: part.to)
        best = min(best, line.squaredDistance(to: place))
      }
      return
    }
    let children = [2 * index + 1, 2 * index + 2].map { ($0, least(to: place, $0)) }
    let nearFirst = children[0].1 <= children[1].1 ? children : children.reversed()
    for (child, least) in nearFirst where least * least < best { search(child, place, &best) }
  }

  /// No part of a node is nearer than this.
  private func least(to place: GeocentricPoint, _ index: Int) -> Double {
    nodes[index].map { max(0, $0.center.chord(to: place) - $0.radius) } ?? .infinity
  }
}
