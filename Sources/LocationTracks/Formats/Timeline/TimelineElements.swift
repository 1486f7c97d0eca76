import LocationCore
import LocationReplay
import LocationText

/// Makes items of the elements of Google's Timeline. There are three shapes:
///
///     {"locations": [{"latitudeE7": 481234567, "longitudeE7": 115678901, "timestamp": "…", "accuracy": 12}]}
///     {"timelineObjects": [{"activitySegment": {…}}, {"placeVisit": {…}}]}
///     {"semanticSegments": [{"timelinePath": [{"point": "48.1°, 11.5°", "time": "…"}]}], "rawSignals": […]}
///
/// The first is Takeout's `Records.json`, the second one of its months, the third what Android exports. iOS exports the
/// segments of the third without the object around, with `geo:48.1,11.5` for a place. A record is a fix; a segment
/// is a track, and a visit a waypoint.
struct TimelineElements {
  private let source: FixSource
  /// The list of the last record.
  private var lastList: String?

  init(source: FixSource) { self.source = source }

  /// Appends the items of an element.
  ///
  /// - Parameter list: the member of the file that has the element.
  mutating func read(
    _ element: JSONValue, of list: String, into items: inout ParsedItems, endingAt end: Int
  ) {
    if let record = element["position"] ?? (list == "locations" ? element : nil) {
      // The signals repeat the segments before them.
      if lastList != list { items.beginTrack() }
      lastList = list
      append(record, to: &items, end)
    } else if let segment = element["activitySegment"] {
      // A raw path has times; waypoints have none.
      let points = segment["simplifiedRawPath"]?["points"] ?? segment["waypointPath"]?["waypoints"]
      let times = segment["duration"]
      items.beginTrack(TrackTitle(type: Self.word(segment["activityType"])))
      append(segment["startLocation"], at: Self.time(times, "startTimestamp"), to: &items, end)
      for point in points?.array ?? [] { append(point, to: &items, end) }
      append(segment["endLocation"], at: Self.time(times, "endTimestamp"), to: &items, end)
    } else if let activity = element["activity"] {
      items.beginTrack(TrackTitle(type: Self.word(activity["topCandidate"]?["type"])))
      append(activity["start"], at: Self.time(element, "startTime"), to: &items, end)
      append(activity["end"], at: Self.time(element, "endTime"), to: &items, end)
    } else if let path = element["timelinePath"]?.array {
      items.beginTrack()
      let start = Self.time(element, "startTime")
      for point in path {
        let minutes = point["durationMinutesOffsetFromStartTime"].flatMap(Self.number)
        let time = minutes.flatMap { start?.addingTimeInterval($0 * 60) }
        append(point, at: Self.time(point, "time") ?? time, to: &items, end)
      }
    } else if let visit = element["placeVisit"] {
      let (place, time) = (visit["location"], Self.time(visit["duration"], "startTimestamp"))
      append(visit: visit, place?["name"], place?["address"], time, to: &items, end)
    } else if let visit = element["visit"]?["topCandidate"] {
      let time = Self.time(element, "startTime")
      append(visit: visit, visit["semanticType"], nil, time, to: &items, end)
    } else {
      // Signals of Wi-Fi, activities without a place, the profile of the user.
      items.skipped.add(element.object?.members.first?.name ?? list)
    }
  }

  /// Appends a fix.
  ///
  /// - Parameter time: its time; `nil` if the object has it.
  private func append(
    _ values: JSONValue?, at time: Date? = nil, to items: inout ParsedItems, _ end: Int
  ) {
    guard let coordinate = values.flatMap(Self.coordinate) else {
      return items.skipped.addImpossiblePosition()
    }
    var fix = Fix(coordinate: coordinate, source: source)
    func number(_ names: String...) -> Double? {
      names.lazy.compactMap { values?[$0].flatMap(Self.number) }.first
    }
    fix.timestamp = time ?? Self.time(values, "timestamp")
    fix.errors.horizontal = number("accuracy", "accuracyMeters")
    fix.errors.vertical = number("verticalAccuracy")
    fix.altitude = number("altitude", "altitudeMeters")
    fix.speed = number("velocity", "speedMetersPerSecond")
    fix.course = number("heading")
    // Records of several phones are in one file.
    fix.source.device = number("deviceTag").flatMap { Int(exactly: $0) }.map { "\($0)" }
    items.append(fix, endingAt: end)
  }

  private func append(
    visit: JSONValue, _ name: JSONValue?, _ note: JSONValue?, _ time: Date?,
    to items: inout ParsedItems, _ end: Int
  ) {
    guard let coordinate = Self.coordinate(visit) else {
      return items.skipped.add("visit without a possible position")
    }
    let known = name?.string.flatMap { $0.lowercased().hasPrefix("unknown") ? nil : $0 }
    let mark = TrackWaypoint(
      coordinate, timestamp: time, name: known ?? note?.string,
      note: known == nil ? nil : note?.string)
    items.append(.waypoint(mark), endingAt: end)
  }

  // MARK: Values

  /// A place: `48.1°, 11.5°`, `geo:48.1,11.5`, ten-millionths of degrees, or an object with one of them.
  private static func coordinate(_ value: JSONValue) -> Coordinate? {
    for name in ["latLng", "LatLng", "point", "placeLocation", "location"] {
      if let place = value[name].flatMap(coordinate) { return place }
    }
    if let text = value.string {
      let numbers = text.drop { $0 != "-" && !$0.isNumber }.split(separator: ",").prefix(2)
      let degrees = numbers.map { part in
        Double(part.filter { $0 == "-" || $0 == "." || $0.isNumber }) ?? .nan
      }
      return degrees.count == 2
        ? try? Coordinate(latitude: degrees[0], longitude: degrees[1]) : nil
    }
    func degrees(_ names: String...) -> Double? {
      guard let number = names.lazy.compactMap({ value[$0].flatMap(Self.number) }).first else {
        return nil
      }
      // Old files have negative numbers without their sign.
      return (number > 1_800_000_000 ? number - 4_294_967_296 : number) / 1e7
    }
    guard let latitude = degrees("latitudeE7", "latE7", "centerLatE7"),
      let longitude = degrees("longitudeE7", "lngE7", "centerLngE7")
    else { return nil }
    return try? Coordinate(latitude: latitude, longitude: longitude)
  }

  /// A number, which iOS writes as a string.
  private static func number(_ value: JSONValue) -> Double? {
    value.double ?? value.string.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A time: ISO 8601, or milliseconds in a member whose name ends with `Ms`.
  private static func time(_ value: JSONValue?, _ name: String) -> Date? {
    (value?[name] ?? value?[name + "Ms"]).flatMap { time in
      time.string.flatMap { FileTime.instant($0) }
        ?? time.double.flatMap { Int(exactly: $0) }.flatMap { FileTime.instant("\($0)") }
    }
  }

  /// The word of an activity, `IN_PASSENGER_VEHICLE`, in small letters; `nil` for an unknown one.
  private static func word(_ value: JSONValue?) -> String? {
    value?.string.map { $0.lowercased() }.flatMap { $0.contains("unknown") ? nil : $0 }
  }
}
