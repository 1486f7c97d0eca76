import LocationCore
import LocationReplay

/// A complete feature of GeoJSON. It makes its items in portions, because a fix needs many times the memory
/// of its coordinates.
struct GeoJSONFeature {
  /// A geometry of a type that is read.
  typealias Shape = (kind: GeoJSONGeometry.Kind, geometry: GeoJSONGeometry)

  private let shapes: [Shape]
  private let properties: GeoJSONProperties
  /// The number of positions of all shapes. A list with another number of values belongs to other positions.
  private let count: Int
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
    count = shapes.reduce(0) { $0 + $1.geometry.positions.count }
  }

  /// Whether all items were made.
  var isOver: Bool { shape == shapes.count }

  /// Appends the next items.
  ///
  /// - Parameter limit: the largest number of positions to append.
  /// - Returns: the number of positions.
  mutating func append(upTo limit: Int, from source: FixSource, to items: inout ParsedItems) -> Int
  {
    var made = 0
    while !isOver {
      let (kind, geometry) = shapes[shape]
      while position < geometry.positions.count {
        guard made < limit else { return made }
        let isMark = !isTrack && (kind == .point || kind == .multiPoint)
        if properties.isRoute {
          if position == 0 { items.beginRoute(properties.title) }
        } else if !isMark {
          beginLine(of: geometry, in: &items)
        }
        if let place = geometry.positions[position] {
          if properties.isRoute {
            items.append(.routePoint(routePoint(place)), endingAt: end)
          } else if isMark {
            append(properties.content(of: place, source: source), to: &items)
          } else {
            items.append(
              .fix(fix(at: place, source)), name: value(properties.names), endingAt: end)
          }
        }
        position += 1
        made += 1
      }
      passed += position
      (shape, line, position) = (shape + 1, 0, 0)
    }
    return made
  }

  /// Whether all shapes are segments of one track. ``GeoJSONLine`` writes points for segments of one fix.
  private var isTrack: Bool {
    properties.isRecorded && (shapes.count > 1 || shapes.first?.kind == .multiPoint)
  }

  /// Begins a track at the first position, and a segment at the first position of each later line.
  private mutating func beginLine(of geometry: GeoJSONGeometry, in items: inout ParsedItems) {
    if position == 0 {
      if isTrack, shape > 0 { items.beginSegment() } else { items.beginTrack(properties.title) }
    }
    while line < geometry.lineEnds.count, geometry.lineEnds[line] <= position {
      line += 1
      items.beginSegment()
    }
  }

  private func routePoint(_ place: GeoJSONGeometry.Position) -> TrackWaypoint {
    TrackWaypoint(
      place.coordinate, altitude: place.altitude, timestamp: value(properties.times),
      name: value(properties.names))
  }

  private func fix(at position: GeoJSONGeometry.Position, _ source: FixSource) -> Fix {
    var fix = Fix(coordinate: position.coordinate, source: source)
    fix.timestamp = value(properties.times)
    fix.altitude = position.altitude
    fix.source.device = properties.device
    for (number, list) in properties.numberLists { number.set(value(list), of: &fix) }
    return fix
  }

  /// The value of the current position in a list.
  private func value<Value>(_ list: [Value?]) -> Value? {
    list.count == count ? list[passed + position] : nil
  }

  private func append(_ content: TrackItem.Content, to items: inout ParsedItems) {
    if case .update(let update) = content {
      items.append(update, endingAt: end)
    } else {
      items.append(content, endingAt: end)
    }
  }
}
