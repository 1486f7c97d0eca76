import LocationCore
import LocationReplay

/// Makes items of the elements of a KML document.
///
/// Only the open elements, and the points and lists of the open placemark, are kept. Its times may follow its line, so the
/// line waits for them unless it is long. The fixes of points that waited are made in portions, because a fix needs many
/// times the memory of its position.
final class KMLTrackDocument: TrackDocument {
  private static let mostPoints = 65_536
  /// The most positions of a line that wait for the times of its placemark.
  private static let mostHeld = 10_000

  // Unchecked, because dynamic checks of exclusive access took a sixth of the time.
  @exclusivity(unchecked) var items: ParsedItems

  private let source: FixSource
  @exclusivity(unchecked) private var open = OpenElements<KMLElement>(of: "KML", root: .kml)
  @exclusivity(unchecked) private var feature: KMLFeature?
  /// The number of open elements when `feature` began, with the placemark itself.
  @exclusivity(unchecked) private var featureDepth = 0
  @exclusivity(unchecked) private var text = XMLText()
  @exclusivity(unchecked) private var isReadingLine = false
  @exclusivity(unchecked) private var line = KMLCoordinates()
  /// The points of the `gx:Track` or the line that is being read.
  @exclusivity(unchecked) private var track: KMLTrack?
  /// What waits for the end of the open placemark.
  @exclusivity(unchecked) private var held: [KMLStep] = []
  /// Whether a line of the open placemark is too long to wait.
  @exclusivity(unchecked) private var isLong = false
  /// What the altitudes of the geometry that is being read are.
  @exclusivity(unchecked) private var altitudes = Altitudes.ignored
  /// The values that the schema of the file announces.
  @exclusivity(unchecked) private var announced: Set<KMLArray> = []
  /// Whether the value of the next `Data` is the kind of the placemark.
  @exclusivity(unchecked) private var isReadingKind = false
  /// The value whose field or array is being read.
  @exclusivity(unchecked) private var value: KMLArray?
  /// A complete track whose points waited for their values, and all steps after it.
  @exclusivity(unchecked) private var waiting: [KMLStep] = []

  init(source: FixSource, items: ParsedItems) { (self.source, self.items) = (source, items) }

  // MARK: XMLEvents

  var openElement: String { open.name }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(FormatProblem) {
    let element = KMLElement(name)
    let parent = try open.begin(element, name) ?? .other
    text.drop()
    if feature != nil {
      begin(element, in: parent, attributes)
    } else {
      switch (element, parent) {
      case (.placemark, _):
        (feature, isLong) = (KMLFeature(), false)
        featureDepth = open.count
      case (.arrayField, _): announce(attributes)
      case (.displayName, .arrayField): text.begin()
      default: break
      }
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(FormatProblem) {
    if isReadingLine {
      try line.read(part, appendLinePoint)
    } else {
      text.append(part)
    }
  }

  func end(_ name: XMLName, at offset: Int) throws(FormatProblem) {
    guard let element = open.end() else { return }
    if isReadingLine {
      // A line has text only. Anything else in it is ignored.
      guard element == .coordinates else { return }
      isReadingLine = false
      try line.finish(appendLinePoint)
      return endTrack()
    }
    if text.isKept { try read(element) }
    text.drop()
    switch element {
    case .track: endTrack()
    case .placemark where open.count == featureDepth - 1: endFeature(at: offset)
    default: break
    }
  }

  // MARK: TrackDocument

  func finish() {
    endTrack()
    release()
  }

  var isWaiting: Bool { !waiting.isEmpty }

  func makeItems(upTo limit: Int) {
    var left = limit
    var done = 0
    while left > 0, done < waiting.count {
      if case .points(let track, let start) = waiting[done] {
        let end = min(track.count, start + left)
        for index in start..<end { items.append(fix(of: track, at: index), endingAt: nil) }
        left -= end - start
        guard end == track.count else {
          waiting[done] = .points(track, from: end)
          break
        }
      } else {
        waiting[done].take(in: &items)
        left -= 1
      }
      done += 1
    }
    waiting.removeFirst(done)
  }

  /// Takes a step, or lets it wait behind the points that wait.
  private func take(_ step: KMLStep) {
    if waiting.isEmpty, !step.isPoints { step.take(in: &items) } else { waiting.append(step) }
  }

  /// Lets a step wait for the end of the placemark.
  private func hold(_ step: KMLStep) {
    held.append(step)
    if held.count == Self.mostPoints { release() }
  }

  /// Takes all steps that wait for the end of the placemark.
  private func release() {
    for step in held { take(step) }
    held = []
  }

  // MARK: Elements of a placemark

  private func begin(
    _ element: KMLElement, in parent: KMLElement, _ attributes: XMLAttributes
  ) {
    let depth = open.count - featureDepth
    switch (element, parent) {
    // A style or a link in the placemark may have elements with these names, too.
    case (.name, _): if depth == 1 { text.begin() }
    // A description may contain whole pictures.
    case (.note, _): if depth == 1 { text.begin() }
    case (.when, .timeStamp), (.begin, .timeSpan), (.end, .timeSpan):
      if depth == 2 { text.begin() }
    case (.point, _), (.line, _), (.multiTrack, _): altitudes = .ignored
    case (.track, _):
      if parent != .multiTrack { altitudes = .ignored }
      track = KMLTrack(waitsForValues: !announced.isEmpty)
      beginSegment()
    case (.altitudeMode, _), (.coordinates, .point), (.when, .track), (.coord, .track):
      text.begin()
    case (.coordinates, .line):
      isReadingLine = true
      line.begin()
      track = KMLTrack(waitsForValues: true)
      beginSegment()
    case (.arrayData, _):
      value = attributes["name"].flatMap(KMLArray.named).flatMap {
        announced.contains($0) ? $0 : nil
      }
      if value == nil { items.skipped.add(attributes["name"] ?? element.rawValue) }
    case (.data, _) where attributes["name"] == "kind": isReadingKind = true
    case (.value, .data): if isReadingKind { text.begin() }
    case (.data, _), (.simpleData, _): items.skipped.add(attributes["name"] ?? element.rawValue)
    case (.polygon, _): items.skipped.add(element.rawValue)
    case (.value, .arrayData): if value != nil { text.begin() }
    default: break
    }
  }

  /// Reads the text of an element that has just ended.
  private func read(_ element: KMLElement) throws(FormatProblem) {
    switch (element, open.innermost) {
    case (.name, _): feature?.name = text.words
    case (.note, _): feature?.note = text.words
    case (.when, .track): try track?.append(time(element))
    case (.when, _): feature?.time = time(element)
    case (.begin, _): feature?.begin = time(element)
    case (.end, _): feature?.end = time(element)
    case (.altitudeMode, _): altitudes = text.words.map(Altitudes.init) ?? .ignored
    case (.coordinates, _): try readPoint()
    case (.coord, _):
      // An empty element says that the position at that time is missing.
      let position = text.isBlank ? nil : position(hasCommas: false)
      if let point = try track?.append(position) {
        release()
        take(.fix(fix(at: point.position, point.time)))
      }
    case (.value, .data):
      isReadingKind = false
      feature?.isRoute = text.words == "route"
    case (.value, _): if let value { try track?.append(text.number, of: value) }
    case (.displayName, _):
      // My Tracks and OpenTracks write "Speed (m/s)".
      if let value, value.field == .speed, let unit = text.words, unit.contains("("),
        !unit.contains("m/s")
      {
        announced.remove(value)
      }
    default: break
    }
  }

  private func time(_ element: KMLElement) -> Date? {
    let time = text.time()
    if time == nil, !text.isBlank { items.skipped.add(unreadable: element.rawValue) }
    return time
  }

  private func announce(_ attributes: XMLAttributes) {
    value = attributes["name"].flatMap(KMLArray.named)
    if let value { announced.insert(value) }
  }

  // MARK: Points

  private func readPoint() throws(FormatProblem) {
    guard !text.isBlank else { return }
    guard let count = feature?.points.count, count < Self.mostPoints else {
      throw FormatProblem("the placemark has more than \(Self.mostPoints) points")
    }
    if let position = position(hasCommas: true) { feature?.points.append(position) }
  }

  /// The position in the text; `nil` if it is no possible one.
  private func position(hasCommas: Bool) -> KMLPosition? {
    read(
      Result { () throws(FormatProblem) in
        try text.withBytes { bytes throws(FormatProblem) in
          try KMLPosition(XMLValue.trimmed(bytes), hasCommas: hasCommas)
        }
      })
  }

  /// The position that was read; `nil`, and counted, if it is no possible one.
  private func read(_ position: KMLCoordinates.Reading) -> KMLPosition? {
    guard let position = try? position.get() else {
      items.skipped.addImpossiblePosition()
      return nil
    }
    return altitudes.areKnown(position.altitude) ? position : position.withoutAltitude
  }

  private func appendLinePoint(_ position: KMLCoordinates.Reading) throws(FormatProblem) {
    guard let position = read(position) else { return }
    if feature?.isRoute == true {
      return hold(.routePoint(TrackWaypoint(position.coordinate, altitude: position.altitude)))
    }
    if track?.count == Self.mostHeld {
      endTrack()
      release()
      isLong = true
    }
    if isLong { take(.fix(fix(at: position, nil))) } else { _ = try track?.append(position) }
  }

  private func fix(at position: KMLPosition, _ time: Date?) -> Fix {
    var fix = Fix(coordinate: position.coordinate, source: source)
    fix.altitude = position.altitude
    fix.timestamp = time
    return fix
  }

  private func fix(of track: KMLTrack, at index: Int) -> Fix {
    let (position, time) = track[index]
    var fix = fix(at: position, time)
    track.readValues(at: index, into: &fix)
    return fix
  }

  /// Begins a track with the first line or `gx:Track` of a placemark, and a segment with each later one.
  private func beginSegment() {
    guard let feature else { return }
    if feature.isRoute { return hold(.route(feature.title)) }
    hold(feature.hasTrack ? .segment : .track(feature.title))
    self.feature?.hasTrack = true
  }

  private func endTrack() {
    guard let track = track.take(), track.count > 0 else { return }
    hold(.points(track, from: 0))
  }

  /// Gives the first and the last point of the placemark the times of its `TimeSpan`, as Google's Timeline means it.
  private func spreadTimes() {
    let indices = held.indices.filter { held[$0].isPoints }
    guard !isLong, let feature, let first = indices.first, let last = indices.last,
      !held.contains(where: \.isTimed)
    else { return }
    held[first].setTime(feature.begin, ofLast: false)
    held[last].setTime(feature.end, ofLast: true)
  }

  private func endFeature(at offset: Int) {
    spreadTimes()
    release()
    if let feature, feature.isRecord {
      for point in feature.points { take(.fix(fix(at: point, feature.time))) }
    } else {
      for mark in feature?.marks ?? [] { take(.waypoint(mark)) }
    }
    feature = nil
    take(.bytes(end: offset))
  }
}

/// What a document adds to its items.
private enum KMLStep {
  case track(TrackTitle)
  case segment
  case fix(Fix)
  case waypoint(TrackWaypoint)
  case route(TrackTitle)
  case routePoint(TrackWaypoint)
  /// The bytes before an offset, which belong to no item.
  case bytes(end: Int)
  /// The points of a track that waited for their values, from an index on.
  case points(KMLTrack, from: Int)

  func take(in items: inout ParsedItems) {
    switch self {
    case .track(let title): items.beginTrack(title)
    case .segment: items.beginSegment()
    case .fix(let fix): items.append(fix, endingAt: nil)
    case .waypoint(let mark): items.append(.waypoint(mark), endingAt: nil)
    case .route(let title): items.beginRoute(title)
    case .routePoint(let mark): items.append(.routePoint(mark), endingAt: nil)
    case .bytes(let end): items.end(at: end)
    case .points: break
    }
  }

  var isPoints: Bool { if case .points = self { true } else { false } }

  /// Whether these are points with a time.
  var isTimed: Bool { if case .points(let track, _) = self { track.isTimed } else { false } }

  mutating func setTime(_ time: Date?, ofLast isLast: Bool) {
    guard case .points(var track, let start) = self else { return }
    track.setTime(time, ofLast: isLast)
    self = .points(track, from: start)
  }
}

/// What altitudes are, by an `altitudeMode`.
private enum Altitudes {
  /// Above mean sea level.
  case absolute
  /// They are ignored on a map, and so is a missing mode. Programs write real altitudes then, or 0 without one.
  case ignored
  /// Above the ground or the sea floor, which are not known.
  case relative

  init(_ mode: String) {
    self = mode == "absolute" ? .absolute : mode.hasPrefix("relativeTo") ? .relative : .ignored
  }

  func areKnown(_ altitude: Double?) -> Bool {
    switch self {
    case .absolute: true
    case .ignored: altitude != 0
    case .relative: false
    }
  }
}
