import LocationCore
import LocationReplay
import LocationText

/// TCX (Garmin's Training Center Database, version 2): an activity with one lap for each track, and a
/// `Track` for each segment.
///
/// TCX states the duration and the length of a lap before its points, so the document is written at the end.
/// Until then it is in temporary files without names. TCX has no place for a point without a time, for the
/// course, for waypoints and for routes.
struct TCXWriter: FormatWriter {
  /// The lap that is being written.
  private struct Lap {
    let points = PendingTrack()
    let title: TrackTitle?
    let start: UTCTime
    let startTime: Date
    var end: Date
    var length = 0.0
    /// The last point of the segment; `nil` if the next point begins a segment.
    var last: Coordinate?
  }

  private let activities = PendingTrack()
  private var lap: Lap?
  /// The title of the track that begins with the next fix.
  private var title: TrackTitle?
  private var hasActivity = false
  /// Whether ``writeRest(into:)`` still has something to write.
  private var isAtEnd = false

  var holds: TrackContents {
    [.trackName, .trackNote, .trackBreak, .segmentBreak, .time, .altitude, .speed]
  }

  func lacking(of fix: Fix) -> TrackContents {
    fix.timestamp == nil ? [.untimedPoint] : TrackContents(fix).subtracting(holds)
  }

  func begin(into text: inout ByteText) {
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <TrainingCenterDatabase \
      xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2" \
      xmlns:ns3="http://www.garmin.com/xmlschemas/ActivityExtension/v2">

      """)
  }

  mutating func write(_ update: LocationUpdate, into text: inout ByteText) {
    switch update {
    case .fix(let fix): write(fix: fix, into: &text)
    case .fixLost: lap?.last = nil
    case .sky, .authorization: break
    }
  }

  mutating func write(_ item: TrackItem, into text: inout ByteText) {
    switch item.content {
    case .update(let update): write(update, into: &text)
    case .trackStart(let title):
      endLap()
      self.title = title
    case .segmentStart: lap?.last = nil
    case .waypoint, .routeStart, .routePoint, nil: break
    }
  }

  mutating func write(fix: Fix, into text: inout ByteText) {
    guard let timestamp = fix.timestamp, let time = UTCTime(timestamp) else { return }
    var lap =
      self.lap ?? Lap(title: title.take(), start: time, startTime: timestamp, end: timestamp)
    if let last = lap.last {
      lap.length += last.distance(to: fix.coordinate)
    } else {
      if self.lap != nil { lap.points.text.write("</Track>\n") }
      lap.points.text.write("<Track>\n")
    }
    lap.last = fix.coordinate
    lap.end = max(lap.end, timestamp)
    lap.points.text.trackpoint(fix, time)
    lap.points.spill()
    self.lap = lap
  }

  mutating func end(into text: inout ByteText) {
    endLap()
    isAtEnd = true
  }

  mutating func writeRest(into text: inout ByteText) -> Bool {
    guard isAtEnd else { return false }
    if activities.appendNext(to: &text) { return true }
    isAtEnd = false
    if hasActivity { text.write("</Activities>\n") }
    text.write("</TrainingCenterDatabase>\n")
    return true
  }

  /// Writes the activity whose points are complete.
  private mutating func endLap() {
    guard let lap = lap.take() else { return }
    if !hasActivity { activities.text.write("<Activities>\n") }
    hasActivity = true
    activities.text.write("<Activity Sport=\"Other\">\n<Id>")
    activities.text.write(lap.start)
    activities.text.write("</Id>\n<Lap StartTime=\"")
    activities.text.write(lap.start)
    activities.text.write("\">\n")
    activities.text.total(
      "<TotalTimeSeconds>", lap.end.timeIntervalSince(lap.startTime), "</TotalTimeSeconds>\n")
    activities.text.total("<DistanceMeters>", lap.length, "</DistanceMeters>\n")
    // The schema demands these three. Nothing is known about them.
    activities.text.write(
      """
      <Calories>0</Calories>
      <Intensity>Active</Intensity>
      <TriggerMethod>Manual</TriggerMethod>

      """)
    activities.append(lap.points)
    activities.text.write("</Track>\n</Lap>\n")
    // TCX has one text for both: the name is its first line.
    if let title = lap.title, title.name != nil || title.note != nil {
      let note = title.note.map { "\n" + $0 } ?? ""
      activities.text.element("<Notes>", (title.name ?? "") + note, "</Notes>\n")
    }
    activities.text.write("</Activity>\n")
    activities.spill()
  }
}

extension ByteText {
  /// Writes a sum of a whole lap, which the schema demands. It may have more digits than a measurement.
  fileprivate mutating func total(_ start: StaticString, _ sum: Double, _ end: StaticString) {
    write(start)
    write(FixedPoint(digits: Int((sum * 1000).rounded()), decimals: 3))
    write(end)
  }

  fileprivate mutating func trackpoint(_ fix: Fix, _ time: UTCTime) {
    write("<Trackpoint><Time>")
    write(time)
    write("</Time><Position>")
    element("<LatitudeDegrees>", fix.coordinate.latitude, places: 9, "</LatitudeDegrees>")
    element("<LongitudeDegrees>", fix.coordinate.longitude, places: 9, "</LongitudeDegrees>")
    write("</Position>")
    element("<AltitudeMeters>", fix.altitude, places: 3, "</AltitudeMeters>")
    if let speed = fix.speed {
      write("<Extensions><ns3:TPX>")
      element("<ns3:Speed>", speed, places: 3, "</ns3:Speed>")
      write("</ns3:TPX></Extensions>")
    }
    write("</Trackpoint>\n")
  }
}
