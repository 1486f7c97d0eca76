import LocationCore
import LocationReplay
import LocationText

extension FileFormat {
  /// Google's Timeline: Takeout's `Records.json`, its months of `timelineObjects`, and what phones export.
  package static let timeline = FileFormat(
    "timeline", title: "Google Timeline", hasExtension: false,
    signature: .document(
      .json,
      [
        #""latitudeE7""#, #""timestampMs""#, #""timelineObjects""#, #""semanticSegments""#,
        #""rawSignals""#,
        #""timelinePath""#, #""hierarchyLevel""#, #""geo:"#,
      ]),
    reading: .parser { TimelineParser(TimelineElements(source: $0.fixSource), items: $0.items) },
    help: ReadingHelp(advice: ReadingHelp.noSentences))
}

extension TrackInputFormat {
  /// Google's Timeline.
  public static let timeline = TrackInputFormat(.timeline)
}

/// Parses JSON that is one long list: an array of objects, or an object with such arrays. Only one element is in
/// memory, because these files may have hundreds of megabytes.
struct TimelineParser: TrackParser {
  /// Longer elements are left out.
  private static let longest = 8 << 20

  private var elements: TimelineElements
  private var items: ParsedItems
  private var json = JSONPieces()
  /// The bytes of the open element, and those after it.
  private var bytes = RecordedBytes()
  /// How many arrays and objects are open in an element.
  private var depth = 0
  /// The member of the file that has the open element; empty in a file that is an array.
  private var list = ""
  /// Where the open element begins; `nil` outside.
  private var start: Int?

  init(_ elements: TimelineElements, items: ParsedItems) {
    self.elements = elements
    self.items = items
  }

  var skipped: SkippedParts { items.skipped }

  mutating func takeItems() -> [TrackItem] { items.take() }

  mutating func parse(
    _ piece: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    items.receive(piece, at: receipt)
    bytes.append(piece)
    try read(piece, isLast: false)
    if let start, json.end - start > Self.longest {
      items.skipped.add(unreadable: list)
      self.start = nil
    }
    _ = bytes.take(upTo: start ?? json.end)
  }

  mutating func finish() throws(TrackFileError) {
    try read(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    items.end(at: json.end)
  }

  private mutating func read(
    _ piece: UnsafeRawBufferPointer, isLast: Bool
  ) throws(TrackFileError) {
    var json = JSONPieces()
    swap(&json, &self.json)
    defer { swap(&json, &self.json) }
    try json.read(piece, isLast: isLast) { token, scanner, end throws(FormatProblem) in
      take(token, scanner, endingAt: end)
    }
  }

  private mutating func take(
    _ token: JSONScanner.Token, _ scanner: JSONScanner, endingAt end: Int
  ) {
    switch token {
    case .name where scanner.depth == 1: list = scanner.text
    case .beginArray where scanner.depth == 1: depth = 2
    case .beginObject where scanner.depth == 1: depth = 3
    case .beginObject where scanner.depth == depth: start = end - 1
    case .endObject where scanner.depth == depth - 1:
      guard let start else { break }
      self.start = nil
      guard let element = try? JSONValue(bytes.bytes(from: start, upTo: end)) else {
        return items.skipped.add(unreadable: list)
      }
      elements.read(element, of: list, into: &items, endingAt: end)
    default: break
    }
  }
}
