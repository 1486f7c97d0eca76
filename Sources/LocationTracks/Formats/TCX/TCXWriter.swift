import LocationCore
import LocationReplay
import LocationText

/// TCX (Garmin's Training Center Database, version 2): an activity for each track. Its laps are those of the source, or
/// one. A lap has a `Track` for each segment.
///
/// TCX states the duration and the length of a lap before its points, so the document is written at the end.
/// Until then it is in temporary files without names. TCX has no place for a point without a time, for the
/// course, for waypoints and for routes.
struct TCXWriter: FormatWriter {
  /// The lap that is being written.
  private struct Lap {
    let points = PendingTrack()
    let start: UTCTime
    let startTime: Date
    var end: Date
    var length = 0.0
    /// The last point of the segment; `nil` if the next point begins a segment.
    var last: Coordinate?
  }

  private let activities = PendingTrack()
  private var lap: Lap?
  /// The title of the current track.
  private var title: TrackTitle?
  private var hasActivity = false
  /// Whether a lap of the current track was written.
  private var isActivityOpen = false
  /// When laps end, in the order of time. A file may state them before its tracks.
  private var lapEnds: [Date] = []
  /// The seconds of the laps that state them.
  private var lapDurations: [Date: Double] = [:]
  /// Whether ``writeRest(into:)`` still has something to write.
  private var isAtEnd = false

  var holds: TrackContents {
    [
      .lap, .trackName, .trackNote, .trackType, .trackBreak, .segmentBreak, .time, .altitude,
      .speed,
      .heartRate, .cadence, .power,
    ]
  }

  func lacking(of fix: Fix) -> TrackContents {
    guard let time = fix.timestamp else { return [.untimedPoint] }
    var lacking = TrackContents(fix).subtracting(holds)
    // A new lap continues its track, so it cannot begin a segment.
    if let lap, lap.last == nil, endsLap(lap, before: time) { lacking.insert(.lap) }
    return lacking
  }

  func lacking(of title: TrackTitle) -> TrackContents {
    let isHeld = title.type.map { TCXSport($0) != .other } ?? true
    return isHeld ? [] : [.trackType]
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
    case .update(.fix(let fix)): write(fix: fix, item.sensors, into: &text)
    case .update(let update): write(update, into: &text)
    case .trackStart(let title):
      endActivity()
      self.title = title
    case .segmentStart: lap?.last = nil
    case .waypoint(let mark) where mark.isLapEnd: note(lapEnd: mark)
    case .waypoint, .routeStart, .routePoint, nil: break
    }
  }

  mutating func write(fix: Fix, into text: inout ByteText) {
    write(fix: fix, SensorValues(), into: &text)
  }

  private mutating func write(fix: Fix, _ sensors: SensorValues, into text: inout ByteText) {
    guard let timestamp = fix.timestamp, let time = UTCTime(timestamp) else { return }
    let last = lap?.last
    if let lap, last != nil, endsLap(lap, before: timestamp) { endLap() }
    var lap = self.lap ?? Lap(start: time, startTime: timestamp, end: timestamp)
    if let last { lap.length += last.distance(to: fix.coordinate) }
    if lap.last == nil {
      if self.lap != nil { lap.points.text.write("</Track>\n") }
      lap.points.text.write("<Track>\n")
    }
    lap.last = fix.coordinate
    lap.end = max(lap.end, timestamp)
    lap.points.text.trackpoint(fix, time, sensors)
    lap.points.spill()
    self.lap = lap
  }

  /// Notes when a lap ends. In a file with the laps between the points, it ends with the last point so far.
  private mutating func note(lapEnd mark: TrackWaypoint) {
    guard let stated = mark.timestamp else { return }
    let time = max(stated, lap?.end ?? stated)
    lapEnds.insert(time, at: firstLapEnd(from: time))
    if time == stated { lapDurations[time] = mark.lapDuration }
  }

  /// The seconds of a lap: those that its source states, if the lap is not over before its last point.
  private func duration(of lap: Lap) -> Double {
    let measured = lap.end.timeIntervalSince(lap.startTime)
    let index = firstLapEnd(from: lap.end)
    guard index < lapEnds.count, let stated = lapDurations[lapEnds[index]],
      lap.startTime >= lapEnds[index].addingTimeInterval(-stated)
    else { return measured }
    return stated
  }

  /// Whether a lap ends between its last point and a time.
  private func endsLap(_ lap: Lap, before time: Date) -> Bool {
    if lapEnds.isEmpty { return false }
    let index = firstLapEnd(from: lap.end)
    return index < lapEnds.count && lapEnds[index] < time
  }

  /// The index of the first lap that ends at a time or later.
  private func firstLapEnd(from time: Date) -> Int {
    var (low, high) = (0, lapEnds.count)
    while low < high {
      let middle = (low + high) / 2
      if lapEnds[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func end(into text: inout ByteText) {
    endActivity()
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

  /// Writes the lap whose points are complete.
  private mutating func endLap() {
    guard let lap = lap.take() else { return }
    if !hasActivity { activities.text.write("<Activities>\n") }
    hasActivity = true
    if !isActivityOpen {
      activities.text.write("<Activity Sport=\"")
      activities.text.write(text: (title?.type.map { TCXSport($0) } ?? .other).rawValue)
      activities.text.write("\">\n<Id>")
      activities.text.write(lap.start)
      activities.text.write("</Id>\n")
    }
    isActivityOpen = true
    activities.text.write("<Lap StartTime=\"")
    activities.text.write(lap.start)
    activities.text.write("\">\n")
    activities.text.total(
      "<TotalTimeSeconds>", duration(of: lap), "</TotalTimeSeconds>\n")
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
    activities.spill()
  }

  /// Writes the rest of the activity whose track is complete.
  private mutating func endActivity() {
    endLap()
    guard isActivityOpen else { return }
    isActivityOpen = false
    // TCX has one text for both: the name is its first line.
    if let title = title.take(), title.name != nil || title.note != nil {
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

  fileprivate mutating func trackpoint(_ fix: Fix, _ time: UTCTime, _ sensors: SensorValues) {
    write("<Trackpoint><Time>")
    write(time)
    write("</Time><Position>")
    member("<LatitudeDegrees>", fix.coordinate.latitude, places: 9, "</LatitudeDegrees>")
    member("<LongitudeDegrees>", fix.coordinate.longitude, places: 9, "</LongitudeDegrees>")
    write("</Position>")
    member("<AltitudeMeters>", fix.altitude, places: 3, "</AltitudeMeters>")
    element("<HeartRateBpm><Value>", sensors, .heartRate, "</Value></HeartRateBpm>")
    element("<Cadence>", sensors, .cadence, "</Cadence>")
    if fix.speed != nil || sensors.power != nil {
      write("<Extensions><ns3:TPX>")
      member("<ns3:Speed>", fix.speed, places: 3, "</ns3:Speed>")
      element("<ns3:Watts>", sensors, .power, "</ns3:Watts>")
      write("</ns3:TPX></Extensions>")
    }
    write("</Trackpoint>\n")
  }
}
