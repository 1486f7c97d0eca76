import GPSDProtocol
import LocationCore
import LocationReplay
import LocationText

/// GPX 1.1 (https://www.topografix.com/GPX/1/1/): a track for each receiver that begins a new segment
/// after each loss of the fix, or one waypoint. The items of a file keep their tracks, routes, waypoints
/// and names.
///
/// GPX wants waypoints before routes, and routes before tracks, and a track cannot be written into another
/// one. So only the first receiver's track is written at once, and the others follow at the end. If the items
/// come in any order, all routes and tracks follow at the end.
struct GPXWriter: FormatWriter {
  /// What the document contains.
  enum Contents {
    case waypoint
    /// Items in the order of GPX. An item that comes too late is written at the end, which readers accept
    /// although the schema does not.
    case ordered
    /// Items in any order.
    case unordered
  }

  private struct Track {
    let device: String?
    var position = Position.beforeTrack
    /// The text of the track; `nil` if it is written at once.
    var pending: PendingTrack?
  }

  private enum Position {
    case beforeTrack, inSegment, betweenSegments
  }

  /// A source rarely has so many receivers. Further ones share the last track, so that a server that invents
  /// names cannot fill the memory.
  private static let maximumTracks = 64

  private let contents: Contents
  private var tracks: [Track] = []
  /// The title of the track that begins with the next fix.
  private var title: TrackTitle?
  private var isRouteOpen = false
  /// Whether a route was written at once, so that no waypoint may follow.
  private var isRouteBegun = false
  /// The routes, if they are not written at once.
  private var routes: PendingTrack?
  /// The waypoints and routes that come after the beginning of a track.
  private var late: PendingTrack?
  /// The texts that ``writeRest(into:)`` still has to write; `nil` before the end.
  private var rest: ArraySlice<PendingTrack>?

  /// The document whose elements are copied; `nil` if everything is written anew.
  private let original: OriginalDocument?

  /// - Parameter original: the document whose elements are copied; `nil` if everything is written anew.
  init(_ contents: Contents, copying original: OriginalDocument? = nil) {
    self.contents = contents
    self.original = original
  }

  /// The namespace of GPX 1.1.
  static let namespace = "http://www.topografix.com/GPX/1/1"

  var copiesElements: Bool { original != nil }

  var holds: TrackContents {
    TrackContents.all.subtracting([
      .loss, .satellites, .timeOfDay, .ellipsoidalAltitude, .pressureAltitude, .climb, .accuracy,
      .verticalAccuracy, .otherErrors, .otherDilutions, .battery,
    ])
  }

  func lacking(of fix: Fix) -> TrackContents {
    var lacking = TrackContents(fix).subtracting(holds)
    // An element `fix` has either the status or the mode, and few statuses.
    switch fix.status {
    case nil, .simulated: break
    case .differential, .precise: lacking.insert(.mode, if: fix.mode != nil)
    default: lacking.insert(.status)
    }
    return lacking
  }

  func begin(into text: inout ByteText) {
    if let original { return begin(copying: original, into: &text) }
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="swift-location" xmlns="http://www.topografix.com/GPX/1/1" \
      xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
      xmlns:gpxpx="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
      xmlns:osmand="https://osmand.net" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation=\
      "http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">

      """)
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .fixLost(let loss): interrupt(loss.source.device)
    case .sky, .authorization: break
    }
  }

  private func begin(copying original: OriginalDocument, into text: inout ByteText) {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="swift-location" xmlns="http://www.topografix.com/GPX/1/1"
      """)
    for attribute in original.attributes { text.write(attribute) }
    text.write(">\n")
  }

  mutating func write(fix: Fix, into text: inout ByteText) {
    write(fix: fix, of: TrackItem(nil), into: &text)
  }

  mutating func write(_ item: TrackItem, into text: inout ByteText) {
    switch item.content {
    case .update(.fix(let fix)):
      write(fix: fix, of: item, into: &text)
    case .update(.fixLost(let loss)) where item.original != nil && copiesElements:
      if let element = item.original { write(element, from: loss.source, into: &text) }
    case .update(let update): write(update, into: &text)
    case .waypoint(let mark): write(waypoint: mark, into: &text)
    case .routeStart(let title): beginRoute(title, into: &text)
    case .routePoint(let mark): write(routePoint: mark, into: &text)
    case .trackStart(let title):
      endTracks(into: &text)
      self.title = title
    case .segmentStart: interrupt(nil)
    case nil: break
    }
  }

  mutating func end(into text: inout ByteText) {
    endRoute(into: &text)
    endTracks(into: &text)
    let rest = [routes].compactMap { $0 } + tracks.compactMap(\.pending) + [late].compactMap { $0 }
    if rest.isEmpty { text.write("</gpx>\n") } else { self.rest = rest[...] }
  }

  mutating func writeRest(into text: inout ByteText) -> Bool {
    guard rest != nil else { return false }
    if rest?.appendNext(to: &text) == true { return true }
    rest = nil
    text.write("</gpx>\n")
    return true
  }

  // MARK: Tracks

  private mutating func write(
    fix: Fix, of item: TrackItem, into text: inout ByteText
  ) {
    let (name, sensors) = (item.name, item.sensors)
    if contents == .waypoint {
      text.point(
        "<wpt lat=\"", fix, name: name, sensors: sensors, isWaypoint: true, end: "</wpt>\n")
      return
    }
    let (original, declares) = (original, copiesElements)
    writePoint(fix.source, isSimulated: fix.isSimulated, into: &text) { text in
      if let element = item.original, let original {
        text.write(element, into: original)
      } else {
        text.point(
          "<trkpt lat=\"", fix, name: name, sensors: sensors, declares: declares,
          end: "</trkpt>\n")
      }
    }
  }

  /// Writes a track point without a fix as it was.
  private mutating func write(
    _ element: OriginalElement, from source: FixSource, into text: inout ByteText
  ) {
    guard let original else { return }
    writePoint(source, isSimulated: false, into: &text) { $0.write(element, into: original) }
  }

  /// Begins the track or the segment that the next point needs, and writes the point.
  private mutating func writePoint(
    _ source: FixSource, isSimulated: Bool, into text: inout ByteText,
    _ body: (inout ByteText) -> Void
  ) {
    endRoute(into: &text)
    let index = track(of: source.device)
    if let pending = tracks[index].pending {
      begin(at: index, source, isSimulated, into: &pending.text)
      body(&pending.text)
      pending.spill()
    } else {
      begin(at: index, source, isSimulated, into: &text)
      body(&text)
    }
    tracks[index].position = .inSegment
  }

  /// The index of a receiver's track, which begins if it is new.
  private mutating func track(of device: String?) -> Int {
    if let index = tracks.firstIndex(where: { $0.device == device }) { return index }
    guard tracks.count < Self.maximumTracks else { return tracks.count - 1 }
    let isWrittenAtOnce = tracks.isEmpty && contents == .ordered
    tracks.append(Track(device: device, pending: isWrittenAtOnce ? nil : PendingTrack()))
    return tracks.count - 1
  }

  /// Begins the track or the segment that the next point needs.
  private mutating func begin(
    at index: Int, _ source: FixSource, _ isSimulated: Bool, into text: inout ByteText
  ) {
    switch tracks[index].position {
    case .beforeTrack:
      text.write("<trk>\n")
      let title = title.take()
      text.element("<name>", title?.name ?? source.device, "</name>\n")
      text.element("<desc>", title?.note, "</desc>\n")
      text.write(source, isSimulated: isSimulated)
      text.write("\n")
      text.element("<type>", title?.type, "</type>\n")
      text.write("<trkseg>\n")
    case .betweenSegments: text.write("</trkseg>\n<trkseg>\n")
    case .inSegment: break
    }
  }

  /// Ends the segment of a receiver; with `nil`, those of all receivers.
  private mutating func interrupt(_ device: String?) {
    for index in tracks.indices where device == nil || tracks[index].device == device {
      if tracks[index].position == .inSegment { tracks[index].position = .betweenSegments }
    }
  }

  private mutating func endTracks(into text: inout ByteText) {
    for index in tracks.indices where tracks[index].position != .beforeTrack {
      if let pending = tracks[index].pending {
        pending.text.write("</trkseg>\n</trk>\n")
      } else {
        text.write("</trkseg>\n</trk>\n")
      }
      tracks[index].position = .beforeTrack
    }
  }

  // MARK: Waypoints and routes

  /// Whether a track that is written at once has begun, so that no route may follow.
  private var isTrackBegun: Bool { tracks.first.map { $0.pending == nil } ?? false }

  private mutating func write(waypoint mark: TrackWaypoint, into text: inout ByteText) {
    endRoute(into: &text)
    if isTrackBegun || isRouteBegun {
      withLate { [original] in $0.mark("<wpt lat=\"", mark, original, end: "</wpt>\n") }
    } else {
      text.mark("<wpt lat=\"", mark, original, end: "</wpt>\n")
    }
  }

  private mutating func beginRoute(_ title: TrackTitle, into text: inout ByteText) {
    endRoute(into: &text)
    isRouteOpen = true
    withRoutes(&text) {
      $0.write("<rte>\n")
      $0.element("<name>", title.name, "</name>\n")
      $0.element("<desc>", title.note, "</desc>\n")
    }
  }

  private mutating func write(routePoint mark: TrackWaypoint, into text: inout ByteText) {
    if !isRouteOpen { beginRoute(TrackTitle(), into: &text) }
    withRoutes(&text) { [original] in $0.mark("<rtept lat=\"", mark, original, end: "</rtept>\n") }
  }

  private mutating func endRoute(into text: inout ByteText) {
    guard isRouteOpen else { return }
    withRoutes(&text) { $0.write("</rte>\n") }
    isRouteOpen = false
  }

  /// Calls `body` with the text to which routes are written.
  private mutating func withRoutes(_ text: inout ByteText, _ body: (inout ByteText) -> Void) {
    if contents == .unordered {
      let routes = routes ?? PendingTrack()
      self.routes = routes
      body(&routes.text)
      routes.spill()
    } else if isTrackBegun {
      withLate(body)
    } else {
      isRouteBegun = true
      body(&text)
    }
  }

  private mutating func withLate(_ body: (inout ByteText) -> Void) {
    let late = late ?? PendingTrack()
    self.late = late
    body(&late.text)
    late.spill()
  }
}
