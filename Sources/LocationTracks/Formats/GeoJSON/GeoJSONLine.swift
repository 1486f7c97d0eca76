import GPSDProtocol
import LocationCore
import LocationReplay
import LocationText

/// A track or a route in GeoJSON, while it is written: its geometry, and a list for each kind of values.
///
/// A line needs two positions. A segment of one fix is a `Point`, and the geometry is then a
/// `GeometryCollection` of the segments in their order. A track of one fix is a `MultiPoint`.
struct GeoJSONLine {
  private let title: TrackTitle?
  /// The coordinates of lines; with single points, the members of a `GeometryCollection` without the start of
  /// the first line and the end of the last one.
  private let geometry = PendingTrack()
  private var times = ValueList()
  private var names = ValueList()
  private var numbers = GeoJSONList.all.map { _ in ValueList() }
  /// The source of a track; `nil` for a route.
  private var source: FixSource?
  private var count = 0
  private var segments = 0
  /// Whether the geometry begins, and ends, with a line.
  private var (beginsWithLine, endsWithLine) = (false, false)
  /// The last segment of one fix.
  private var point: Fix?
  /// Whether the line of the current segment has begun.
  private var isInSegment = false
  /// The first fix of a segment, until the second one makes it a line.
  private var first: (fix: Fix, name: String?)?

  init(_ title: TrackTitle?) { self.title = title }

  var isEmpty: Bool { count == 0 }

  /// Appends a fix and the name of its track point.
  mutating func append(_ fix: Fix, name: String?) {
    source = source ?? fix.source
    guard isInSegment || first != nil else {
      first = (fix, name)
      return
    }
    if let (fix, name) = first.take() {
      beginLine()
      appendPosition(fix.coordinate, altitude: fix.altitude, isFirst: true)
      appendValues(of: fix, name: name, isFirst: true)
    }
    appendPosition(fix.coordinate, altitude: fix.altitude, isFirst: false)
    appendValues(of: fix, name: name, isFirst: false)
  }

  /// Appends a point of a route.
  mutating func append(_ mark: TrackWaypoint) {
    let isFirst = !isInSegment
    if isFirst { beginLine() }
    appendPosition(mark.coordinate, altitude: mark.altitude, isFirst: isFirst)
    // Only the values of a mark are written.
    var place = Fix(coordinate: mark.coordinate, source: FixSource(kind: .replayed, name: ""))
    place.timestamp = mark.timestamp
    appendValues(of: place, name: mark.name, isFirst: isFirst)
  }

  mutating func endSegment() {
    isInSegment = false
    guard let (fix, name) = first.take() else { return }
    if endsWithLine { geometry.text.write("]]}") }
    if segments > 0 { geometry.text.write(",") }
    geometry.text.write(#"{"type":"Point","coordinates":"#)
    geometry.text.position(fix.coordinate, altitude: fix.altitude)
    geometry.text.write("}")
    (point, endsWithLine) = (fix, false)
    beginLists()
    appendValues(of: fix, name: name, isFirst: true)
  }

  private mutating func beginLine() {
    if endsWithLine {
      geometry.text.write("],[")
    } else if segments > 0 {
      geometry.text.write(#",{"type":"MultiLineString","coordinates":[["#)
    } else {
      beginsWithLine = true
    }
    (isInSegment, endsWithLine) = (true, true)
    beginLists()
  }

  private mutating func beginLists() {
    if segments > 0 {
      times.text.text.write("],[")
      names.text.text.write("],[")
      for list in numbers { list.text.text.write("],[") }
    }
    segments += 1
  }

  private mutating func appendPosition(_ place: Coordinate, altitude: Double?, isFirst: Bool) {
    if !isFirst { geometry.text.write(",") }
    geometry.text.position(place, altitude: altitude)
    geometry.spill()
  }

  private mutating func appendValues(of fix: Fix, name: String?, isFirst: Bool) {
    count += 1
    if !isFirst {
      times.text.text.write(",")
      names.text.text.write(",")
    }
    times.append(fix.timestamp.flatMap(UTCTime.init), unknown: "null") { text, time in
      text.write("\"")
      text.write(time)
      text.write("\"")
    }
    names.append(name, unknown: "null") { $0.write(jsonString: $1) }
    for (index, list) in GeoJSONList.all.enumerated() {
      if !isFirst { numbers[index].text.text.write(",") }
      numbers[index].append(number: list.field.number(of: fix), unknown: "null")
    }
  }

  // MARK: The feature

  func write(to features: PendingTrack) {
    features.text.write(#"{"type":"Feature","geometry":{"type":""#)
    writeGeometry(to: features)
    features.text.write(#"},"properties":{"kind":""#)
    features.text.write(source?.kind.word ?? "route")
    features.text.write("\"")
    features.text.member(#","name":"#, string: title?.name)
    features.text.member(#","desc":"#, string: title?.note)
    features.text.member(#","source":"#, string: source?.publicName)
    features.text.member(#","device":"#, string: source?.device)
    if times.isKnown { write(times, as: #","coordTimes":"#, to: features) }
    var start: StaticString = #","coordinateProperties":{""#
    if names.isKnown {
      features.text.write(start)
      write(names, as: #"names":"#, to: features)
      start = ",\""
    }
    for (list, values) in zip(GeoJSONList.all, numbers) where values.isKnown {
      features.text.write(start)
      features.text.write(text: list.name)
      write(values, as: "\":", to: features)
      start = ",\""
    }
    features.text.write(start.utf8CodeUnitCount == 2 ? "}}}" : "}}")
    features.spill()
  }

  private func writeGeometry(to features: PendingTrack) {
    if count == 1, let point {
      features.text.write(#"MultiPoint","coordinates":["#)
      features.text.position(point.coordinate, altitude: point.altitude)
      features.text.write("]")
    } else if point != nil {
      features.text.write(#"GeometryCollection","geometries":["#)
      if beginsWithLine { features.text.write(#"{"type":"MultiLineString","coordinates":[["#) }
      features.append(geometry)
      features.text.write(endsWithLine ? "]]}]" : "]")
    } else {
      let isOne = segments == 1
      features.text.write(count == 1 ? "MultiPoint" : isOne ? "LineString" : "MultiLineString")
      features.text.write(isOne ? #"","coordinates":["# : #"","coordinates":[["#)
      features.append(geometry)
      features.text.write(isOne ? "]" : "]]")
    }
  }

  /// Writes a list as an array, or as an array of arrays if there are several segments.
  private func write(_ list: ValueList, as name: StaticString, to features: PendingTrack) {
    features.text.write(name)
    features.text.write(segments == 1 ? "[" : "[[")
    features.append(list.text)
    features.text.write(segments == 1 ? "]" : "]]")
  }
}

extension ByteText {
  /// Writes a position: longitude, latitude, and perhaps the altitude above mean sea level. RFC 7946 (section 4) has the height
  /// above the ellipsoid there, but other programs write and read the altitude.
  mutating func position(_ coordinate: Coordinate, altitude: Double?) {
    member("[", trimming: coordinate.longitude, places: 9)
    member(",", trimming: coordinate.latitude, places: 9)
    member(",", trimming: altitude, places: 4)
    write("]")
  }
}
