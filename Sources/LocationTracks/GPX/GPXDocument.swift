import LocationCore
import LocationReplay

/// Makes items of the elements of a GPX document.
///
/// Only the open elements and the point that is being read are kept.
final class GPXDocument: XMLEvents {
  private static let deepest = 100
  private static let longestText = 65_536

  /// The items that were completed and not taken yet.
  var items: [TrackItem] = []
  /// When the points of the current piece were received; `nil` if they have to wait for their time.
  var receipt: Date?

  private let source: FixSource
  /// The bytes that belong to no item yet; `nil` if the bytes are not kept.
  private var bytes: RecordedBytes?
  private var open: [GPXElement] = []
  private var point: GPXPoint?
  /// The number of open elements when `point` began, with the point itself.
  private var pointDepth = 0
  /// The text of the innermost element, if that element is used.
  private var text: [UInt8]?
  private var hasTrackPoint = false
  private var isNewSegment = false
  private var isSimulated = false
  private var start: Date?
  private var position: Duration?

  init(source: FixSource, keepsBytes: Bool) {
    self.source = source
    bytes = keepsBytes ? RecordedBytes() : nil
  }

  /// Keeps the bytes of the next piece, if they are kept at all.
  func record(_ piece: UnsafeRawBufferPointer) { bytes?.append(piece) }

  /// Gives away the bytes after the last item.
  func end(at offset: Int) {
    if let rest = bytes?.take(upTo: offset), !rest.isEmpty {
      items.append(TrackItem(nil, position: position, bytes: rest))
    }
  }

  // MARK: XMLEvents

  var openElement: String { open.last?.rawValue ?? "" }

  func begin(_ name: XMLName, _ attributes: XMLAttributes) throws(XMLProblem) {
    let element = GPXElement(name)
    guard !open.isEmpty || element == .gpx else {
      throw XMLProblem("not GPX: the first element is \(name.string), not gpx")
    }
    guard open.count < Self.deepest else { throw XMLProblem("the elements are nested too deeply") }
    open.append(element)
    text = nil
    if point != nil {
      // An extension may have elements of the same names further inside.
      if open.count == pointDepth + 1 { text = [] }
    } else if element.isPoint {
      point = try GPXPoint(element, attributes, source: source)
      pointDepth = open.count
    } else if element == .trk || element == .trkseg {
      isNewSegment = hasTrackPoint
      if element == .trk { isSimulated = false }
    } else if element == .src, open.dropLast().last == .trk {
      text = []
    }
  }

  func text(_ part: UnsafeRawBufferPointer) throws(XMLProblem) {
    guard text != nil else { return }
    text?.append(contentsOf: part)
    guard text?.count ?? 0 <= Self.longestText else {
      throw XMLProblem("the text is longer than \(Self.longestText) bytes")
    }
  }

  func end(_ name: XMLName, at offset: Int) throws(XMLProblem) {
    guard let element = open.popLast() else { return }
    let string = text.take().map { String(decoding: $0, as: UTF8.self) }
    guard let point else {
      // GPXWriter marks simulated tracks so, because GPX has no element for it.
      if element == .src, let string { isSimulated = string.hasSuffix("(simulated)") }
      return
    }
    if open.count == pointDepth, let string {
      self.point?.read(element, string)
    } else if open.count < pointDepth {
      self.point = nil
      append(point, endingAt: offset)
    }
  }

  private func append(_ point: GPXPoint, endingAt offset: Int) {
    let recorded = bytes?.take(upTo: offset) ?? []
    var position: Duration?
    if point.element == .trkpt {
      hasTrackPoint = true
      position = move(to: point.timestamp)
      if isNewSegment {
        isNewSegment = false
        items.append(TrackItem(.segmentStart, position: position))
      }
    }
    items.append(
      TrackItem(
        point.content(isSimulated: isSimulated, receivedAt: receipt), position: position,
        bytes: recorded))
  }

  /// Moves on the track to a time; returns the time since the start of the track, which never decreases.
  private func move(to time: Date?) -> Duration? {
    guard let time else { return position }
    let start = start ?? time
    self.start = start
    // Rounded, because a `Date` has no exact milliseconds.
    let elapsed = Duration.milliseconds(
      Int64((min(max(time.timeIntervalSince(start), 0), 1e12) * 1000).rounded()))
    position = max(position ?? .zero, elapsed)
    return position
  }
}
