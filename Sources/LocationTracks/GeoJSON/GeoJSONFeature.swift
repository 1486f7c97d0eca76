import LocationCore
import LocationReplay

/// A complete feature of GeoJSON. It makes its items in portions, because a fix needs many times the memory
/// of its coordinates.
struct GeoJSONFeature {
  /// A geometry of a type that is read.
  typealias Shape = (kind: GeoJSONGeometry.Kind, geometry: GeoJSONGeometry)

  private let shapes: [Shape]
  private let properties: GeoJSONProperties
  /// A time for each position of all shapes, or none at all.
  private let times: [Date?]
  /// The offset in the file of the first byte after the feature.
  private let end: Int

  // The next item.
  private var shape = 0
  private var line = 0
  private var position = 0
  /// The number of positions in the shapes before the current one.
  private var passed = 0

  init(_ shapes: [Shape], _ properties: GeoJSONProperties, endingAt end: Int) {
    self.shapes = shapes
    self.properties = properties
    self.end = end
    let count = shapes.reduce(0) { $0 + $1.geometry.positions.count }
    // A different number of times belongs to other positions.
    times = properties.times.count == count ? properties.times : []
  }

  /// Whether all items were made.
  var isOver: Bool { shape == shapes.count }

  /// Appends the next items.
  ///
  /// - Parameter limit: the largest number of positions to append.
  /// - Returns: the number of positions.
  mutating func append(upTo limit: Int, from source: FixSource, to items: inout ParsedItems) -> Int
  {
    var count = 0
    while !isOver {
      let (kind, geometry) = shapes[shape]
      while position < geometry.positions.count {
        guard count < limit else { return count }
        switch kind {
        case .point, .multiPoint:
          append(
            properties.content(of: geometry.positions[position], source: source), to: &items)
        case .lineString, .multiLineString:
          beginLine(of: geometry, in: &items)
          items.append(fix(at: geometry.positions[position], source), endingAt: end)
        }
        position += 1
        count += 1
      }
      passed += position
      (shape, line, position) = (shape + 1, 0, 0)
    }
    return count
  }

  /// Begins a track at the first position, and a segment at the first position of each later line.
  private mutating func beginLine(of geometry: GeoJSONGeometry, in items: inout ParsedItems) {
    if position == 0 { items.beginTrack(properties.title) }
    while line < geometry.lineEnds.count, geometry.lineEnds[line] <= position {
      line += 1
      items.beginSegment()
    }
  }

  private func fix(at position: GeoJSONGeometry.Position, _ source: FixSource) -> Fix {
    var fix = Fix(coordinate: position.coordinate, source: source)
    let index = passed + self.position
    fix.timestamp = index < times.count ? times[index] : nil
    fix.ellipsoidalAltitude = position.height
    fix.mode = position.height == nil ? .twoD : .threeD
    return fix
  }

  private func append(_ content: TrackItem.Content, to items: inout ParsedItems) {
    if case .update(let update) = content {
      items.append(update, endingAt: end)
    } else {
      items.append(content, endingAt: end)
    }
  }
}
