import GPSDProtocol
import LocationCore
import LocationReplay
import LocationText

/// A track or a route in GeoJSON, while it is written: its positions, and a list for each kind of values.
struct GeoJSONLine {
  /// The values of the positions in their order.
  private struct Values {
    let text = PendingTrack()
    /// Whether a value other than `null` was written.
    var areKnown = false
  }

  private enum Kind: Int, CaseIterable {
    case times, names, altitudes, speeds, courses, accuracies
  }

  private let title: TrackTitle?
  private let positions = PendingTrack()
  private var values = Kind.allCases.map { _ in Values() }
  /// The source of a track; `nil` for a route.
  private var source: FixSource?
  private var count = 0
  private var segments = 0
  private var isInSegment = false
  /// Whether the next position is the first one of its segment.
  private var isFirst = true
  /// The first fix of a segment, until the second one makes it a line.
  private var first: Fix?

  init(_ title: TrackTitle?) { self.title = title }

  /// Whether it has no line. A segment of one fix is none.
  var isEmpty: Bool { count == 0 }

  /// Appends a fix.
  mutating func append(_ fix: Fix) {
    guard isInSegment || first != nil else {
      first = fix
      return
    }
    if let first = first.take() {
      beginSegment()
      write(first)
    }
    write(fix)
  }

  /// Ends a segment. Returns the fix of a segment that has no other.
  mutating func endSegment() -> Fix? {
    isInSegment = false
    return first.take()
  }

  /// Appends a point of a route.
  mutating func append(_ mark: TrackMark) {
    if !isInSegment { beginSegment() }
    write(mark.coordinate, height: nil)
    append(mark.timestamp)
    append(.names, mark.name) { $0.write(jsonString: $1) }
    append(.altitudes, mark.altitude)
    endPosition()
  }

  /// Writes the feature.
  func write(to features: PendingTrack) {
    // A line needs two positions.
    let geometry: StaticString =
      count == 1 ? "MultiPoint" : segments == 1 ? "LineString" : "MultiLineString"
    features.text.write(#"{"type":"Feature","geometry":{"type":""#)
    features.text.write(geometry)
    features.text.write(#"","coordinates":"#)
    write(positions, to: features)
    features.text.write(#"},"properties":{"kind":""#)
    features.text.write(source?.kind.word ?? "route")
    features.text.write("\"")
    features.text.member(#","name":"#, string: title?.name)
    features.text.member(#","desc":"#, string: title?.note)
    features.text.member(#","source":"#, string: source?.name)
    features.text.member(#","device":"#, string: source?.device)
    write(#","coordTimes":"#, .times, to: features)
    var start: StaticString = #","coordinateProperties":{"#
    for (kind, name) in [
      (.names, #""names":"#), (.altitudes, #""altitudes":"#), (.speeds, #""speeds":"#),
      (.courses, #""courses":"#), (.accuracies, #""accuracies":"#),
    ] as [(Kind, StaticString)] where values[kind.rawValue].areKnown {
      features.text.write(start)
      write(name, kind, to: features)
      start = ","
    }
    features.text.write(start.utf8CodeUnitCount == 1 ? "}}}" : "}}")
    features.spill()
  }

  private func write(_ name: StaticString, _ kind: Kind, to features: PendingTrack) {
    guard values[kind.rawValue].areKnown else { return }
    features.text.write(name)
    write(values[kind.rawValue].text, to: features)
  }

  /// Writes a list as an array, or as an array of arrays if there are several segments.
  private func write(_ list: PendingTrack, to features: PendingTrack) {
    features.text.write(segments == 1 ? "[" : "[[")
    features.append(list)
    features.text.write(segments == 1 ? "]" : "]]")
  }

  private mutating func beginSegment() {
    if segments > 0 {
      positions.text.write("],[")
      for value in values { value.text.text.write("],[") }
    }
    segments += 1
    isInSegment = true
    isFirst = true
  }

  private mutating func write(_ fix: Fix) {
    source = source ?? fix.source
    write(fix.coordinate, height: fix.ellipsoidalAltitude)
    append(fix.timestamp)
    append(.altitudes, fix.altitude)
    append(.speeds, fix.speed)
    append(.courses, fix.course)
    append(.accuracies, fix.horizontalAccuracy)
    endPosition()
  }

  private mutating func write(_ coordinate: Coordinate, height: Double?) {
    if !isFirst { positions.text.write(",") }
    positions.text.position(coordinate, height: height)
  }

  private mutating func endPosition() {
    positions.spill()
    isFirst = false
    count += 1
  }

  private mutating func append(_ timestamp: Date?) {
    append(.times, timestamp.flatMap(UTCTime.init)) { text, time in
      text.write("\"")
      text.write(time)
      text.write("\"")
    }
  }

  private mutating func append(_ kind: Kind, _ value: Double?) {
    append(kind, value.flatMap { FixedPoint($0, places: 3) }) { $0.write(trimming: $1) }
  }

  /// Appends a value to its list: what `body` writes, or `null`.
  private mutating func append<Value>(
    _ kind: Kind, _ value: Value?, _ body: (inout ByteText, Value) -> Void
  ) {
    let list = values[kind.rawValue].text
    if !isFirst { list.text.write(",") }
    if let value {
      body(&list.text, value)
      values[kind.rawValue].areKnown = true
    } else {
      list.text.write("null")
    }
    list.spill()
  }
}

extension ByteText {
  /// Writes a position: longitude, latitude, and perhaps the height above the ellipsoid (RFC 7946, section 4).
  mutating func position(_ coordinate: Coordinate, height: Double?) {
    member("[", trimming: coordinate.longitude, places: 9)
    member(",", trimming: coordinate.latitude, places: 9)
    member(",", trimming: height, places: 4)
    write("]")
  }
}
