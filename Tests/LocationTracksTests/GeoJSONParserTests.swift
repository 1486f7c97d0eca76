import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct GeoJSONParserTests {
  @Test func derivedValuesOfPointsStayMarked() throws {
    var fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), source: .replayed)
    fix.speed = 3
    fix.course = 4
    for derived: DerivedValues? in [nil, .speed, .course, [.speed, .course]] {
      fix.derived = derived
      var writer = TrackWriter(.geoJSONPoints)
      writer.write(fix)
      writer.end()
      let read = try ParsedTrack(writer.takeBytes(), as: .geoJSON).fixes
      #expect(read.map(\.derived) == [derived])
    }
  }

  private static let collection = """
    {"type": "FeatureCollection", "name": "walks \\u00e9", "features": [
      {"type": "Feature", "geometry": {"type": "LineString",
        "coordinates": [[11.5, 48.25, 600.5], [11.625, 48.5]]},
       "properties": {"name": "walk", "desc": "to the camp", "coordTimes": [
        "2025-03-01T12:00:00Z", "2025-03-01T12:00:02.5Z"],
        "other": {"coordTimes": ["2025-03-01T13:00:00Z"], "list": [1, [2, {}]]}}},
      {"type": "Feature", "properties": {"name": "camp \\"A\\"", "time": "2025-03-01T11:00:00Z"},
       "geometry": {"coordinates": [-11.5, -48.25], "type": "Point"}},
      {"properties": null, "geometry": {"type": "MultiLineString",
        "coordinates": [[[1, 2], [3, 4]], [], [[5, 6]]]}, "type": "Feature"}
    ], "bbox": [1, 2, 3, 4]}

    """

  @Test func aLineIsATrackAndAPointIsAWaypoint() throws {
    let track = try ParsedTrack(Self.collection, as: .geoJSON)
    #expect(track.error == nil)
    #expect(
      track.kinds == [
        "track", "fix", "fix", "waypoint", "track", "fix", "fix", "segment", "fix",
      ])
    let fix = try #require(track.fixes.first)
    #expect(try fix.coordinate == Coordinate(latitude: 48.25, longitude: 11.5))
    #expect(fix.altitude == 600.5 && fix.ellipsoidalAltitude == nil && fix.mode == nil)
    #expect(fix.speed == nil && fix.course == nil)
    #expect(
      track.fixes.map(\.timestamp)
        == [.march(12, 0, 0), .march(12, 0, 2.5), nil, nil, nil])
    #expect(
      track.items.prefix(3).map(\.position) == [.zero, .zero, .milliseconds(2500)])
    #expect(
      track.items.first?.content == .trackStart(TrackTitle(name: "walk", note: "to the camp")))
    #expect(
      track.waypoints == [
        TrackWaypoint(
          try Coordinate(latitude: -48.25, longitude: -11.5), timestamp: .march(11, 0, 0),
          name: "camp \"A\"")
      ])
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let whole = try ParsedTrack(Self.collection, as: .geoJSON)
    for size in 1...40 {
      let track = try ParsedTrack(Self.collection, as: .geoJSON, inPiecesOf: size)
      #expect(track.items == whole.items && track.error == nil)
    }
  }

  @Test func theBytesOfAllItemsAreTheFile() throws {
    let track = try ParsedTrack(
      Self.collection.utf8, as: .geoJSON, inPiecesOf: 10, keepsBytes: true)
    #expect(String(decoding: track.items.flatMap(\.bytes), as: UTF8.self) == Self.collection)
  }

  @Test func aFeatureComesBeforeTheFileEnds() throws {
    let format = FileFormat.geoJSON
    var parser = try #require(try format.parser(source: "file:track", keepsBytes: false))
    let start =
      #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"#
      + #""geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}"#
    try Array(start.utf8).withUnsafeBytes { try parser.parse($0, receivedAt: .march(1, 0, 0)) }
    let items = parser.takeItems()
    #expect(items.count == 3)
    #expect(items.last?.update?.receivedAt == .march(1, 0, 0))
  }

  @Test(arguments: [
    #"{"type":"LineString","coordinates":[[1,2],[3,4]]}"#,
    #"{"coordinates":[[1,2],[3,4]],"type":"LineString"}"#,
    #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2,3,4],[3,4]]}}"#,
    #"{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[1,2],[3,4]]}]}"#,
    "\u{FEFF} {\"type\":\"LineString\",\"coordinates\":[[1e0,2.0],[3,4]]} \n",
  ])
  func everyObjectMayBeTheWholeFile(text: String) throws {
    let track = try ParsedTrack(text, as: .geoJSON)
    #expect(track.error == nil)
    #expect(track.kinds == ["track", "fix", "fix"])
    #expect(track.fixes.map(\.coordinate.longitude) == [1, 3])
  }

  @Test func featuresMayFollowEachOther() throws {
    let feature =
      #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#
    for text in ["\(feature)\n\(feature)", "\u{1E}\(feature)\n\u{1E}\(feature)\n"] {
      let track = try ParsedTrack(text, as: .geoJSON)
      #expect(track.kinds == ["waypoint", "waypoint"] && track.error == nil)
    }
  }

  @Test func timesOfSeveralLinesMayBeNestedAndMissing() throws {
    let track = try ParsedTrack(
      """
      {"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[1,2],[3,4]],[[5,6]]]},
      "properties":{"coordinateProperties":{"times":[["2025-03-01T12:00:00Z",null],
      ["2025-03-01T12:00:09Z"]],"heart":[[1,2],[3]]}}}
      """, as: .geoJSON)
    #expect(
      track.fixes.map(\.timestamp) == [.march(12, 0, 0), nil, .march(12, 0, 9)])
  }

  @Test func anotherNumberOfTimesIsNotUsed() throws {
    let track = try ParsedTrack(
      """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},
      "properties":{"coordTimes":["2025-03-01T12:00:00Z"]}}
      """, as: .geoJSON)
    #expect(track.fixes.map(\.timestamp) == [nil, nil])
  }

  @Test func theItemsOfALongLineComeInPortions() throws {
    let format = FileFormat.geoJSON
    var parser = try #require(try format.parser(source: "file:track", keepsBytes: false))
    let positions = (0..<10_000).map { "[\($0 % 180),\($0 % 90)]" }.joined(separator: ",")
    let text = #"{"type":"MultiLineString","coordinates":[[\#(positions)],[\#(positions)]]}"#
    try Array(text.utf8).withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
    try parser.finish()
    var items: [TrackItem] = []
    while true {
      let portion = parser.takeItems()
      if portion.isEmpty { break }
      #expect(portion.count <= 5000)
      items += portion
    }
    // The starts of the track and of the second line are items too.
    #expect(items.count == 20_002)
    #expect(items.firstIndex { $0.content == .segmentStart } == 10_001)
  }

  @Test func anAreaIsNeitherATrackNorAPlace() throws {
    // GPSBabel makes a route of a polygon, with the names RPT001 and so on. A polygon is an area (RFC 7946,
    // section 3.1.6), and the file has no names.
    let track = try ParsedTrack(
      #"{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]}"#, as: .geoJSON)
    #expect(track.items.isEmpty && track.error == nil)
  }

  @Test(arguments: [TrackWriter.Shape.stream, .single])
  func whatTheWriterWroteReadsAsTheSameFix(shape: TrackWriter.Shape) throws {
    var writer = TrackWriter(.geoJSON, as: shape)
    let source = FixSource(kind: .replayed, name: "file:track", device: "/dev/ttyACM0")
    let fix = try Fix.full(source: source)
    let track = try ParsedTrack(writer.document([.fix(fix)]), as: .geoJSON)
    let copy = try #require(track.fixes.first)
    #expect(track.kinds == ["fix"] && track.error == nil)
    #expect(copy.coordinate == fix.coordinate && copy.timestamp == fix.timestamp)
    #expect(copy.altitude == fix.altitude)
    #expect(copy.ellipsoidalAltitude == fix.ellipsoidalAltitude)
    #expect(copy.speed == fix.speed && copy.course == fix.course)
    #expect(copy.heading == fix.heading && copy.climb == fix.climb)
    #expect(copy.errors.horizontal == fix.errors.horizontal)
    #expect(copy.errors.vertical == fix.errors.vertical)
    #expect(copy.satellitesUsed == fix.satellitesUsed && copy.status == fix.status)
    #expect(copy.dilution.horizontal == fix.dilution.horizontal && copy.mode == fix.mode)
    #expect(copy.source == source)
  }

  @Test(arguments: [
    ("{\"type\":\"Point\",\n\"coordinates\":[1,]}]}", 3, "not JSON: expected a value"),
    (#"{"type":"Point","coordinates":[1,2]"#, 2, "the file is cut off here"),
    ("],\n\"type\":\"Topology\"}", 3, "expected a type of GeoJSON"),
    ("]}\n\n7", 4, "expected a GeoJSON object"),
  ])
  func anErrorComesAfterAllItemsAndNamesTheLine(
    rest: String, line: Int, problem: String
  ) throws {
    let start =
      #"{"type":"Point","coordinates":[1,2]}"#
      + "{\"type\":\"GeometryCollection\",\"geometries\":[\n"
    let track = try ParsedTrack(start + rest, as: .geoJSON, inPiecesOf: 16)
    #expect(track.kinds.first == "waypoint")
    #expect(track.error?.line == line)
    #expect(track.error?.problem.contains(problem) == true, "\(track)")
  }

  @Test(arguments: [
    (#""time":"2025-03-01T00:00:01Z","accuracy":16.5,"altitude":150.5,"speed":1.25,"bearing":90"#),
    (#""timestamp":1740787201,"horizontal_accuracy":16.5,"ele":150.5,"speed":1.25,"course":90"#),
    (#""time":1740787201000,"hacc":"16.5","altitude":"150.5","Speed (km/h)":4.5,"heading":-1,"cog":90"#),
    (#""timestamp":"1740787201000","accuracy":16.5,"alt":150.5,"velocity":1.25,"course":90"#),
  ])
  func aPointWithATimeAndWithoutANameIsAFix(properties: String) throws {
    let feature = """
      {"type":"Feature","properties":{\(properties),"battery_level":0.86},
      "geometry":{"type":"Point","coordinates":[2,1]}}
      """
    for text in [
      "{\"type\":\"FeatureCollection\",\"features\":[\(feature),\(feature)]}",
      "{\"locations\":[\(feature),\(feature)],\"trip\":{\"mode\":\"walk\"}}",
      feature + "\n" + feature,
    ] {
      let track = try ParsedTrack(text, as: .geoJSON)
      #expect(track.kinds == ["fix", "fix"] && track.error == nil)
      let fix = try #require(track.fixes.last)
      #expect(fix.timestamp == .march(0, 0, 1) && fix.errors.horizontal == 16.5)
      #expect(fix.altitude == 150.5 && fix.speed == 1.25 && fix.course == 90 && fix.heading == nil)
      #expect(fix.batteryLevel == 86)
      #expect(FileFormat.recognize(text.utf8, isWhole: true) == .known(.geoJSON))
    }
  }

  @Test func aPointWithANameIsAWaypointAlsoWithATime() throws {
    let track = try ParsedTrack(
      """
      {"type":"Feature","properties":{"name":"camp","time":1740787201},
      "geometry":{"type":"Point","coordinates":[2,1,7]}}
      """, as: .geoJSON)
    #expect(
      track.waypoints == [
        TrackWaypoint(
          try Coordinate(latitude: 1, longitude: 2), altitude: 7, timestamp: .march(0, 0, 1),
          name: "camp")
      ])
  }

  @Test func timesOfALineMayBeNumbers() throws {
    let track = try ParsedTrack(
      """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1],[4,3,5]]},
      "properties":{"times":[1740787201,1740787202000]}}
      """, as: .geoJSON)
    #expect(track.fixes.map(\.timestamp) == [.march(0, 0, 1), .march(0, 0, 2)])
    #expect(track.fixes.map(\.altitude) == [nil, 5])
  }

  @Test func anEmptyFileIsAnError() throws {
    #expect(try ParsedTrack(" \n", as: .geoJSON).error?.line == 1)
  }

  @Test func aStringCannotFillTheMemory() throws {
    let text = "{\"type\":\"Feature\",\n\"a\":\"" + String(repeating: "a", count: 1 << 21)
    let track = try ParsedTrack(text.utf8, as: .geoJSON, inPiecesOf: 65_536)
    #expect(track.error?.line == 2)
    #expect(track.error?.problem.contains("longer than 1 MB") == true)
  }
}
