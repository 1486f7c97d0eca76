import LocationCore
import LocationReplay

/// Makes items of the elements of a GPX document.
///
/// Only the open elements and the point that is being read are kept.
final class GPXDocument: TrackDocument {
  // Unchecked, because dynamic checks of exclusive access took a seventh of the time.
  @exclusivity(unchecked) var items: ParsedItems

  private let source: FixSource
  @exclusivity(unchecked) private var open = OpenElements<GPXElement>(of: "GPX", root: .gpx)
  @exclusivity(unchecked) private var point: GPXPoint?
  /// The number of open elements when `point` began, with the point itself.
  @exclusivity(unchecked) private var pointDepth = 0
  /// The offset of its first byte.
  @exclusivity(unchecked) private var pointStart = 0
  /// Whether the text of the point is kept, so that nothing in it is lost.
  @exclusivity(unchecked) private var keepsPoint = false
  @exclusivity(unchecked) private(set) var original: OriginalDocument?
  /// The prefixes in points whose text is kept.
  @exclusivity(unchecked) private var prefixes = GPXPrefixes()
  @exclusivity(unchecked) private var text = XMLText()
  /// Whether an element ended in the innermost open one.
  @exclusivity(unchecked) private var hasChild = false
  @exclusivity(unchecked) private var isSimulated = false

  init(source: FixSource, items: ParsedItems) { (self.source, self.items) = (source, items) }

  // MARK: XMLEvents

  var openElement: String { open.name }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(FormatProblem) {
    let element = GPXElement(name)
    let parent = try open.begin(element, name)
    text.drop()
    hasChild = false
    defer {
      if original != nil {
        let depth = open.count
        prefixes.begin(name, attributes, depth: depth, in: keepsPoint ? pointDepth : nil)
      }
    }
    if point != nil {
      if isValue(element, name) { text.begin() }
      return
    }
    switch element {
    case .trkpt, .rtept, .wpt:
      point = GPXPoint(element, attributes)
      pointDepth = open.count
      pointStart = attributes.start
      keepsPoint = original != nil && (element != .trkpt || items.keptElements == .all)
      if keepsPoint { prefixes.beginPoint() }
    case .gpx: if parent == nil { readRoot(attributes) }
    case .trk:
      items.beginTrack()
      isSimulated = false
    case .rte: items.beginRoute()
    case .trkseg: items.beginSegment()
    case .name: if parent == .trk || parent == .rte { text.begin() }
    case .desc: if parent == .trk || parent == .rte { text.begin() }
    case .src, .type: if parent == .trk { text.begin() }
    default: break
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(FormatProblem) { text.append(part) }

  func end(_ name: XMLName, at offset: Int) throws(FormatProblem) {
    guard let element = open.end() else { return }
    if !text.isKept { noteSkipped(element, name) }
    if original != nil, prefixes.end(depth: open.count, at: offset) {
      items.skipped.add(name.bytes)
    }
    defer {
      text.drop()
      hasChild = true
    }
    if point == nil {
      if text.isKept { readTitle(element) }
    } else if open.count < pointDepth {
      append(endingAt: offset)
    } else if text.isKept {
      let isRead =
        open.count == pointDepth
        ? point?.read(element, text) : point?.readExtension(element, text)
      if isRead == false, !keepsPoint, !text.isBlank {
        items.skipped.add(unreadable: element.rawValue)
      }
    }
  }

  /// Whether the innermost open element has a value of the point. An extension may have elements with the
  /// names of GPX, which mean something else.
  private func isValue(_ element: GPXElement, _ name: XMLName) -> Bool {
    let depth = open.count - pointDepth
    if depth == 1 { return element != .other && element != .type }
    switch open.outer {
    case .trackPointExtension:
      // In GPX 1.0, extensions have no element around them.
      return depth <= 3 && (element == .speed || element == .course || isSensor(element))
    case .powerExtension: return depth <= 3 && isSensor(element)
    case .extensions:
      if depth != 2 { return false }
      let isOsmAnd = name.prefix.isEmpty || name.prefix.elementsEqual("osmand".utf8)
      return isOsmAnd && element.isOsmAndValue || isSensor(element)
    default: return false
    }
  }

  /// Whether an element in an extension has a value of a sensor. Only track points have such values.
  private func isSensor(_ element: GPXElement) -> Bool {
    point?.element == .trkpt && element.sensor != nil
  }

  /// Counts an element that has just ended and that was not read: a value in an extension, or a part of a
  /// point, a track or a route.
  private func noteSkipped(_ element: GPXElement, _ name: XMLName) {
    let isUnread = element == .other || element == .type
    guard isUnread || !hasChild, point == nil || !keepsPoint else { return }
    if open.contains(.extensions) || open.contains(.trackPointExtension) {
      if !hasChild { items.skipped.add(name.bytes) }
      return
    }
    guard isUnread else { return }
    switch open.innermost {
    case .trkpt, .wpt, .rtept, .trk, .rte: items.skipped.add(name.bytes)
    default: break
    }
  }

  private func readTitle(_ element: GPXElement) {
    switch (element, open.innermost) {
    case (.name, .rte): items.entitleRoute { $0.name = text.words }
    case (.desc, .rte): items.entitleRoute { $0.note = text.words }
    case (.name, _): items.entitleTrack { $0.name = text.words }
    case (.type, _): items.entitleTrack { $0.type = text.words }
    case (.desc, _): items.entitleTrack { $0.note = text.words }
    // GPXWriter marks simulated tracks so, because GPX has no element for it.
    case (.src, _): isSimulated = text.string.hasSuffix("(simulated)")
    default: break
    }
  }

  private func append(endingAt offset: Int) {
    guard let point = point.take() else { return }
    var element: OriginalElement?
    if let original, keepsPoint {
      let text = prefixes.complete(items.bytes(from: pointStart, upTo: offset), from: pointStart)
      element = text.map { OriginalElement($0, in: original) }
    }
    let keepsPoint = self.keepsPoint
    self.keepsPoint = false
    switch point.element {
    case .rtept, .wpt:
      guard let mark = point.mark(element) else { return items.skipped.addImpossiblePosition() }
      items.append(point.element == .wpt ? .waypoint(mark) : .routePoint(mark), endingAt: offset)
    default:
      if !point.hasFix, !keepsPoint { items.skipped.add("place of a point without a fix") }
      let update = point.update(
        from: source, receivedAt: items.receipt, isSimulated: isSimulated)
      guard let update else { return items.skipped.addImpossiblePosition() }
      if point.hasFix {
        items.append(
          update, name: point.name, sensors: point.sensors, original: element, endingAt: offset)
      } else {
        if !keepsPoint { items.skipped.add(withoutPoint: point.sensors) }
        items.append(update, name: point.name, original: element, endingAt: offset)
      }
    }
  }

  /// Keeps elements if they can be copied into a document of this library: GPX 1.1 in UTF-8.
  private func readRoot(_ attributes: XMLAttributes) {
    guard items.keptElements != .none,
      attributes["xmlns"].map({ $0 == GPXWriter.namespace }) ?? true,
      attributes["version"].map({ $0 == "1.1" }) ?? true
    else { return }
    let declaration = String(
      decoding: items.bytes(from: 0, upTo: attributes.start), as: UTF8.self
    ).lowercased()
    guard !declaration.contains("encoding") || declaration.contains("utf-8") else { return }
    let all = attributes.all
    // Some programs write `xsi:schemaLocation` and do not declare `xsi`.
    let kept = all.filter { name, _ in
      guard let prefix = name.split(separator: ":").first, prefix != name else { return false }
      return prefix == "xmlns" || all.contains { $0.name == "xmlns:\(prefix)" }
    }
    original = OriginalDocument(
      attributes: kept.map { OriginalDocument.Attribute(name: $0.name, value: $0.value) })
  }
}

/// The elements of GPX 1.0 and 1.1, and of common extensions, that the reader uses.
enum GPXElement: String, CaseIterable {
  // The most frequent come first, because they are found fastest.
  case trkpt, ele, time, speed, course, extensions
  case trackPointExtension = "TrackPointExtension"
  case fix, sat, hdop, vdop, pdop, magvar, geoidheight, name, desc, heading, bearing
  case hr, cad, atemp, power, heartrate, cadence, temp
  case powerExtension = "PowerExtension"
  case powerInWatts = "PowerInWatts"
  case rtept, wpt, trkseg, trk, rte, src, type, ageofdgpsdata, dgpsid, gpx
  /// Any other element.
  case other = ""

  private static let names = XMLElementNames<GPXElement>()

  init(_ name: XMLName) { self = Self.names.element(name) ?? .other }

  /// Whether OsmAnd writes a value of a track point in an element of this name.
  var isOsmAndValue: Bool {
    self == .speed || self == .course || self == .bearing || self == .heading
  }
}
