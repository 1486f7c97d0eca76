import LocationCore
import LocationReplay
import LocationText

/// Parses GeoJSON (RFC 7946): one object, or one after the other.
///
/// A `LineString` and a `MultiLineString` are tracks with a segment for each line, and with the times of
/// `coordTimes` and the values of `coordinateProperties` if there is one for each position. A feature of the
/// kind `route` is a route. A `Point` and a `MultiPoint` are waypoints, or fixes if
/// ``GeoJSONWriter`` wrote them or if they have a time and no name, as phones log them. Overland's object with `locations` is
/// read like a collection. The third number of a position is the altitude. Polygons have no item.
struct GeoJSONParser: TrackParser {
  /// The largest number of items that are taken at once.
  private static let portion = 4096

  private let source: FixSource
  private var json = JSONPieces()
  private var document = GeoJSONDocument()
  private var items: ParsedItems
  private var isAtEnd = false

  init(source: FixSource, items: ParsedItems) {
    self.source = source
    self.items = items
  }

  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    items.receive(bytes, at: receipt)
    try read(bytes, isLast: false)
  }

  mutating func finish() throws(TrackFileError) {
    try read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    guard document.hasObject else {
      throw TrackFileError(line: 1, problem: "expected a GeoJSON object, not nothing")
    }
    isAtEnd = true
  }

  var skipped: SkippedParts { document.skipped }

  mutating func takeItems() -> [TrackItem] {
    var left = Self.portion
    var over = 0
    while left > 0, over < document.features.count {
      left -= document.features[over].append(upTo: left, from: source, to: &items)
      if document.features[over].isOver { over += 1 }
    }
    document.features.removeFirst(over)
    if isAtEnd, document.features.isEmpty {
      isAtEnd = false
      items.end(at: json.end)
    }
    return items.take()
  }

  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool
  ) throws(TrackFileError) {
    try json.read(bytes, isLast: isLast) { token, scanner, end throws(FormatProblem) in
      try document.read(token, scanner, endingAt: end)
    }
  }
}
