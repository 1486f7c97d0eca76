import LocationCore
import LocationReplay

/// Makes items of the elements of a TCX document.
///
/// An activity has its notes after its points, and the notes are its title, so its points are kept until then.
final class TCXDocument: TrackDocument {
  /// A point a second for more than a day.
  private static let mostHeld = 100_000

  // Unchecked for the same reason as in GPXDocument.
  @exclusivity(unchecked) var items: ParsedItems

  private let source: FixSource
  @exclusivity(unchecked) private var open = OpenElements<TCXElement>(of: "TCX", root: .database)
  @exclusivity(unchecked) private var point: TCXPoint?
  @exclusivity(unchecked) private var text = XMLText()
  /// The title of the current activity or course, and its points so far; `nil` if they do not wait.
  @exclusivity(unchecked) private var title = TrackTitle()
  @exclusivity(unchecked) private var held: [TCXStep]?
  /// Complete activities, whose items are made in portions.
  @exclusivity(unchecked) private var ready: [TCXStep] = []
  /// Whether the current lap has a track.
  @exclusivity(unchecked) private var lapHasTrack = false
  /// The number of laps that have ended in the file.
  @exclusivity(unchecked) private var laps = 0
  /// The last point of the current lap.
  @exclusivity(unchecked) private var lastPoint: TCXPoint?
  /// The end of the last lap, until a point follows it: the end of an activity is no lap of interest.
  @exclusivity(unchecked) private var lapEnd: TCXStep?

  init(source: FixSource, items: ParsedItems) { (self.source, self.items) = (source, items) }

  // MARK: XMLEvents

  var openElement: String { open.name }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(FormatProblem) {
    let element = TCXElement(name)
    let parent = try open.begin(element, name) ?? .other
    text.drop()
    switch (element, parent) {
    case (.activity, _), (.course, _):
      (title, held) = (TrackTitle(), [])
      // Other says nothing.
      if let sport = attributes["Sport"]?.trimmingXMLSpace, sport != "Other", !sport.isEmpty {
        title.type = sport
      }
      (lapHasTrack, lastPoint, lapEnd) = (false, nil, nil)
    case (.lap, .activity): lapHasTrack = false
    case (.track, .lap), (.track, .course): beginTrack()
    case (.trackpoint, .track), (.coursePoint, .course): point = TCXPoint()
    case (.notes, .activity), (.notes, .course): text.begin()
    case (.id, .activity), (.name, .course), (.name, .coursePoint), (.time, .trackpoint),
      (.time, .coursePoint), (.latitude, .position), (.longitude, .position),
      (.altitude, .trackpoint), (.altitude, .coursePoint), (.speed, .pointExtension),
      (.value, .heartRate), (.cadence, .trackpoint), (.runCadence, .pointExtension),
      (.watts, .pointExtension):
      text.begin()
    default: break
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(FormatProblem) { text.append(part) }

  func end(_ name: XMLName, at offset: Int) throws(FormatProblem) {
    guard let ended = open.end() else { return }
    // A heart rate has an element around its number.
    let element = ended == .value ? .heartRate : ended
    defer { text.drop() }
    if !text.isKept { noteSkipped(element, name) }
    if text.isKept {
      if point == nil {
        readTitle(element)
      } else {
        if point?.read(element, text) == false, !text.isBlank {
          items.skipped.add(unreadable: element.rawValue)
        }
      }
    }
    switch element {
    case .trackpoint:
      if let point = point.take() { takePoint(point, endingAt: offset) }
    case .coursePoint:
      guard let point = point.take() else { break }
      if let mark = point.mark {
        take(.waypoint(mark, end: offset))
      } else {
        items.skipped.addImpossiblePosition()
      }
    case .lap where open.innermost == .activity: endLap(at: offset)
    case .activity, .course: endTrack()
    default: break
    }
  }

  private func takePoint(_ point: TCXPoint, endingAt offset: Int) {
    guard point.hasPlace else {
      if point.statesPosition { items.skipped.addImpossiblePosition() }
      return items.skipped.add(withoutPoint: point.sensors)
    }
    if let lapEnd = lapEnd.take() { take(lapEnd) }
    lastPoint = point
    take(.fix(point, end: offset))
  }

  private func endLap(at offset: Int) {
    laps += 1
    lapEnd = lastPoint.take()?.endOfLap(laps).map { .waypoint($0, end: offset) } ?? lapEnd
  }

  /// Counts an element that has just ended and that was not read: a value of a point, or the summary of a lap.
  private func noteSkipped(_ element: TCXElement, _ name: XMLName) {
    switch (open.innermost, element) {
    case (.trackpoint, .other), (.coursePoint, .other):
      if !(name == "Extensions") { items.skipped.add(name.bytes) }
    case (.pointExtension, _), (.coursePoint, .notes), (.course, .lap):
      items.skipped.add(name.bytes)
    case (.activity, .lap): items.skipped.add("summary of a lap")
    default: break
    }
  }

  /// Begins a segment, unless this is the first track of a lap: the recording continues from lap to lap.
  private func beginTrack() {
    if lapHasTrack { take(.segment) }
    lapHasTrack = true
  }

  /// Reads an element of an activity or a course.
  private func readTitle(_ element: TCXElement) {
    switch element {
    // Most programs write the time of the start as the identifier, which is no name.
    case .id: title.name = text.time(assumesUTC: true) == nil ? text.words : nil
    case .name: title.name = text.words
    case .notes where held == nil: items.skipped.add(element.rawValue)
    case .notes where open.innermost == .activity:
      // As TCXWriter writes it: the name in the first line.
      let lines = text.string.split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      func words(_ line: Substring?) -> String? {
        let words = String(line ?? "").trimmingXMLSpace
        return words.isEmpty ? nil : words
      }
      title.name = words(lines.first) ?? title.name
      title.note = words(lines.dropFirst().first)
    case .notes: title.note = text.words
    default: break
    }
  }

  // MARK: TrackDocument

  func finish() { endTrack() }

  var isWaiting: Bool { !ready.isEmpty }

  func makeItems(upTo limit: Int) {
    for step in ready.prefix(limit) {
      switch step {
      case .track(let title): items.beginTrack(title)
      case .segment: items.beginSegment()
      case .fix(let point, let end):
        if let fix = point.fix(from: source) {
          items.append(fix, sensors: point.sensors, endingAt: end)
        }
      case .waypoint(let mark, let end): items.append(.waypoint(mark), endingAt: end)
      }
    }
    ready.removeFirst(min(limit, ready.count))
  }

  private func take(_ step: TCXStep) {
    guard held != nil else { return ready.append(step) }
    held?.append(step)
    // The points of a longer activity would take too much memory. Its notes come too late.
    if held?.count == Self.mostHeld { endTrack() }
  }

  private func endTrack() {
    guard let steps = held.take() else { return }
    ready.append(.track(title))
    ready += steps
  }
}

/// What a document adds to its items.
private enum TCXStep {
  case track(TrackTitle)
  case segment
  case fix(TCXPoint, end: Int)
  case waypoint(TrackWaypoint, end: Int)
}
