import LocationCore
import LocationReplay
import LocationText

/// KML 2.2 with Google's extension: a placemark for each track. It has a `gx:Track` for each segment whose
/// points have times, and a `LineString` for each other segment. Waypoints are points. Routes are lines, whose
/// extended data say that they are routes. Speed, course, errors and other numbers are in arrays, as My Tracks
/// writes them.
///
/// A `gx:Track` has all its times before its positions, so the document is written at the end. Until then it
/// is in temporary files without names.
struct KMLWriter: FormatWriter {
  /// The placemark of a track.
  private struct Track {
    let isTimed: Bool
    var segment: KMLSegment?
  }

  private let isWaypoint: Bool
  private let marks = PendingTrack()
  private let tracks = PendingTrack()
  private var track: Track?
  private var title: TrackTitle?
  private var isRouteOpen = false
  /// The texts that ``writeRest(into:)`` still has to write; `nil` before the end.
  private var rest: ArraySlice<PendingTrack>?

  /// Writes a waypoint, or all items.
  init(isWaypoint: Bool) { self.isWaypoint = isWaypoint }

  var holds: TrackContents {
    TrackContents(FixField.listed.compactMap(\.content)).union([
      .waypoint, .lap, .waypointName, .waypointNote, .waypointTime, .waypointAltitude, .routePoint,
      .routeName, .routeNote, .routePointAltitude, .untimedPoint, .trackName, .trackNote,
      .trackBreak, .segmentBreak, .time,
    ])
  }

  func lacking(of fix: Fix) -> TrackContents {
    TrackContents(fix).subtracting(fix.timestamp == nil ? [.untimedPoint, .altitude] : holds)
  }

  func begin(into text: inout ByteText) {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document>
      <Schema id="schema">

      """)
    for array in KMLArray.all {
      text.write(#"<gx:SimpleArrayField name=""#)
      text.write(text: array.name)
      text.write(#"" type="float"><displayName>"#)
      text.write(text: array.displayName)
      text.write("</displayName></gx:SimpleArrayField>\n")
    }
    text.write("</Schema>\n")
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .fixLost: endSegment()
    case .sky, .authorization: break
    }
  }

  mutating func write(_ item: TrackItem, into text: inout ByteText) {
    switch item.content {
    case .update(let update): write(update, into: &text)
    case .waypoint(let mark): write(waypoint: mark)
    case .routeStart(let title): beginRoute(title)
    case .routePoint(let mark):
      if !isRouteOpen { beginRoute(TrackTitle()) }
      marks.text.position(mark.coordinate, mark.altitude, separator: ",")
      marks.text.write("\n")
      marks.spill()
    case .trackStart(let title):
      endTrack()
      self.title = title
    case .segmentStart: endSegment()
    case nil: break
    }
  }

  mutating func write(fix: Fix, into text: inout ByteText) {
    if isWaypoint {
      write(
        waypoint: TrackWaypoint(fix.coordinate, altitude: fix.altitude, timestamp: fix.timestamp))
      return
    }
    let time = fix.timestamp.flatMap(UTCTime.init)
    if let track, track.isTimed != (time != nil) { endTrack(keepsTitle: true) }
    var track = self.track ?? beginTrack(isTimed: time != nil)
    var segment = track.segment ?? KMLSegment(isTimed: track.isTimed, first: fix, in: tracks)
    segment.write(fix, time, into: tracks)
    track.segment = segment
    self.track = track
  }

  mutating func end(into text: inout ByteText) {
    endRoute()
    endTrack()
    rest = [marks, tracks]
  }

  mutating func writeRest(into text: inout ByteText) -> Bool {
    guard rest != nil else { return false }
    if rest?.appendNext(to: &text) == true { return true }
    rest = nil
    text.write("</Document>\n</kml>\n")
    return true
  }

  // MARK: Tracks

  private mutating func beginTrack(isTimed: Bool) -> Track {
    tracks.text.write("<Placemark>\n")
    tracks.text.element("<name>", title?.name, "</name>\n")
    tracks.text.element("<description>", title?.note, "</description>\n")
    tracks.text.write(isTimed ? "<gx:MultiTrack>\n" : "<MultiGeometry>\n")
    return Track(isTimed: isTimed)
  }

  private mutating func endSegment() {
    track?.segment?.end(in: tracks)
    track?.segment = nil
  }

  /// - Parameter keepsTitle: whether the next placemark continues the same track.
  private mutating func endTrack(keepsTitle: Bool = false) {
    endSegment()
    if let track = track.take() {
      tracks.text.write(track.isTimed ? "</gx:MultiTrack>\n" : "</MultiGeometry>\n")
      tracks.text.write("</Placemark>\n")
    }
    if !keepsTitle { title = nil }
  }

  // MARK: Waypoints and routes

  private mutating func write(waypoint mark: TrackWaypoint) {
    endRoute()
    marks.text.write("<Placemark>\n")
    marks.text.element("<name>", mark.name, "</name>\n")
    marks.text.element("<description>", mark.note, "</description>\n")
    if let time = mark.timestamp.flatMap(UTCTime.init) {
      marks.text.write("<TimeStamp><when>")
      marks.text.write(time)
      marks.text.write("</when></TimeStamp>\n")
    }
    marks.text.write("<Point>")
    if mark.altitude != nil { marks.text.write("<altitudeMode>absolute</altitudeMode>") }
    marks.text.write("<coordinates>")
    marks.text.position(mark.coordinate, mark.altitude, separator: ",")
    marks.text.write("</coordinates></Point>\n</Placemark>\n")
    marks.spill()
  }

  private mutating func beginRoute(_ title: TrackTitle) {
    endRoute()
    isRouteOpen = true
    marks.text.write("<Placemark>\n")
    marks.text.element("<name>", title.name, "</name>\n")
    marks.text.element("<description>", title.note, "</description>\n")
    // KML has no routes. The reader looks for this.
    marks.text.write(
      """
      <ExtendedData><Data name="kind"><value>route</value></Data></ExtendedData>
      <LineString><coordinates>

      """)
  }

  private mutating func endRoute() {
    guard isRouteOpen else { return }
    marks.text.write("</coordinates></LineString>\n</Placemark>\n")
    isRouteOpen = false
  }
}

/// A segment of a track in KML, while it is written.
struct KMLSegment {
  private let isTimed: Bool
  /// The positions of a `gx:Track`, which follow all its times.
  private let positions = PendingTrack()
  private var numbers = KMLArray.all.map { ($0, ValueList()) }

  /// Begins a segment.
  ///
  /// - Parameter first: the first fix. If it has an altitude, the altitudes of the segment count.
  init(isTimed: Bool, first: Fix, in track: PendingTrack) {
    self.isTimed = isTimed
    track.text.write(isTimed ? "<gx:Track>\n" : "<LineString>\n")
    if first.altitude != nil { track.text.write("<altitudeMode>absolute</altitudeMode>\n") }
    if !isTimed { track.text.write("<coordinates>\n") }
  }

  mutating func write(_ fix: Fix, _ time: UTCTime?, into track: PendingTrack) {
    guard let time else {
      track.text.position(fix.coordinate, fix.altitude, separator: ",")
      track.text.write("\n")
      track.spill()
      return
    }
    track.text.write("<when>")
    track.text.write(time)
    track.text.write("</when>\n")
    track.spill()
    positions.text.write("<gx:coord>")
    positions.text.position(fix.coordinate, fix.altitude, separator: " ")
    positions.text.write("</gx:coord>\n")
    positions.spill()
    for index in numbers.indices {
      numbers[index].1.text.text.write("<gx:value>")
      numbers[index].1.append(number: numbers[index].0.field.number(of: fix), unknown: "")
      numbers[index].1.text.text.write("</gx:value>\n")
    }
  }

  func end(in track: PendingTrack) {
    guard isTimed else { return track.text.write("</coordinates></LineString>\n") }
    track.append(positions)
    guard numbers.contains(where: { $0.1.isKnown }) else {
      return track.text.write("</gx:Track>\n")
    }
    track.text.write("<ExtendedData><SchemaData schemaUrl=\"#schema\">\n")
    for (array, values) in numbers where values.isKnown {
      track.text.write(#"<gx:SimpleArrayData name=""#)
      track.text.write(text: array.name)
      track.text.write("\">\n")
      track.append(values.text)
      track.text.write("</gx:SimpleArrayData>\n")
    }
    track.text.write("</SchemaData></ExtendedData>\n</gx:Track>\n")
    track.spill()
  }
}

extension ByteText {
  fileprivate mutating func position(
    _ coordinate: Coordinate, _ altitude: Double?, separator: StaticString
  ) {
    member("", trimming: coordinate.longitude, places: 9)
    member(separator, trimming: coordinate.latitude, places: 9)
    member(separator, trimming: altitude, places: 3)
  }
}
