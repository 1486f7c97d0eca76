import LocationCore
import LocationReplay

/// Makes items of the elements of a TCX document.
///
/// Only the open elements and the point that is being read are kept.
final class TCXDocument: TrackDocument {
  // Unchecked for the same reason as in GPXDocument.
  @exclusivity(unchecked) var items: ParsedItems

  private let source: FixSource
  @exclusivity(unchecked) private var open = OpenElements<TCXElement>(of: "TCX", root: .database)
  @exclusivity(unchecked) private var point: TCXPoint?
  @exclusivity(unchecked) private var text = XMLText()
  /// Whether the current lap has a track.
  @exclusivity(unchecked) private var lapHasTrack = false

  /// - Parameters:
  ///   - source: the name of the file, for the source of its fixes.
  ///   - keepsBytes: whether items carry their original bytes.
  init(source: String, keepsBytes: Bool = false) {
    self.source = FixSource(kind: .replayed, name: source)
    items = ParsedItems(keepsBytes: keepsBytes)
  }

  // MARK: XMLEvents

  var openElement: String { open.name }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(XMLProblem) {
    let element = TCXElement(name)
    let parent = try open.begin(element, name) ?? .other
    text.drop()
    switch (element, parent) {
    case (.activity, _), (.course, _):
      items.beginTrack()
      lapHasTrack = false
    case (.lap, .activity): lapHasTrack = false
    case (.track, .lap), (.track, .course): beginTrack()
    case (.trackpoint, .track), (.coursePoint, .course): point = TCXPoint()
    case (.id, .activity), (.name, .course), (.name, .coursePoint), (.time, .trackpoint),
      (.time, .coursePoint), (.latitude, .position), (.longitude, .position),
      (.altitude, .trackpoint), (.altitude, .coursePoint), (.speed, .pointExtension):
      text.begin()
    default: break
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(XMLProblem) { try text.append(part) }

  func end(_ name: XMLName, at offset: Int) throws(XMLProblem) {
    guard let element = open.end() else { return }
    defer { text.drop() }
    if !text.isKept { noteSkipped(element, name) }
    if text.isKept {
      if point == nil {
        readTitle(element)
      } else {
        do throws(XMLProblem) {
          try point?.read(element, text)
        } catch {
          // The error names the element.
          open.reopen(element)
          throw error
        }
      }
    }
    switch element {
    case .trackpoint:
      if let fix = point.take()?.fix(from: source) { items.append(fix, endingAt: offset) }
    case .coursePoint:
      if let mark = point.take()?.mark { items.append(.waypoint(mark), endingAt: offset) }
    default: break
    }
  }

  /// Counts an element that has just ended and that was not read: a value of a point, or the summary of a lap.
  private func noteSkipped(_ element: TCXElement, _ name: XMLName) {
    switch (open.innermost, element) {
    case (.trackpoint, .other), (.coursePoint, .other):
      if !(name == "Extensions") { items.skipped.add(name.bytes) }
    case (.pointExtension, _), (.coursePoint, .notes), (.activity, .lap), (.course, .lap):
      items.skipped.add(name.bytes)
    default: break
    }
  }

  /// Begins a segment, unless this is the first track of a lap: the recording continues from lap to lap.
  private func beginTrack() {
    if lapHasTrack { items.beginSegment() }
    lapHasTrack = true
  }

  /// Reads an element of an activity or a course.
  private func readTitle(_ element: TCXElement) {
    if element == .id || element == .name { items.entitleTrack { $0.name = text.words } }
  }
}
