import Foundation
import LocationCore
import LocationIO
import LocationSimulation
import LocationSources
import TestTurns
import Testing

/// Scenarios take their routes from track files.
@Suite(.inTurn) struct TrackRouteTests {
  private static func waypoints(_ body: String) throws(ScenarioError) -> [Waypoint] {
    let text = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"us\">\n\(body)\n</gpx>\n"
    return try Waypoint.waypoints(of: DataByteSource(bytes: text.utf8, name: "file:way.gpx"))
  }

  private static let ends = [
    Waypoint(place(52.5, 13.4), altitude: 30), Waypoint(place(52.51, -13.4)),
  ]
  private static let points = """
    <KIND lat="52.5" lon="13.4"><ele>30</ele><name>a &amp; b</name></KIND>
    <KIND lat="52.51" lon="-13.4"/>
    """

  @Test(arguments: [
    ("trkpt", "<trk><trkseg>", "</trkseg></trk>"), ("rtept", "<rte>", "</rte>"), ("wpt", "", ""),
  ])
  func readsTracksRoutesAndWaypoints(_ kind: String, _ open: String, _ close: String) throws {
    let body = open + Self.points.replacingOccurrences(of: "KIND", with: kind) + close
    #expect(try Self.waypoints(body) == Self.ends)
  }

  @Test func prefersTracksAndJoinsTheirSegments() throws {
    let found = try Self.waypoints(
      """
      <wpt lat="1" lon="1"/>
      <trk><trkseg><trkpt lat="52.5" lon="13.4"><ele>30</ele></trkpt></trkseg>
      <trkseg><trkpt lat="52.51" lon="-13.4"/></trkseg></trk>
      """)
    #expect(found == Self.ends)
  }

  @Test(arguments: [
    "$GPGGA,120000,5230.000,N,01324.000,E,1,08,1,30,M,,M,,*65\r\n",
    "lat,lon,ele\n52.5,13.4,30\n",
    """
    <kml><Placemark><LineString><coordinates>13.4,52.5,30</coordinates></LineString></Placemark></kml>
    """,
  ])
  func readsEveryFormat(text: String) throws {
    let found = try Waypoint.waypoints(of: DataByteSource(bytes: text.utf8))
    #expect(found.map(\.coordinate) == [place(52.5, 13.4)])
    #expect(found.map(\.altitude) == [30])
  }

  @Test func aFormatThatIsNotReadIsNamed() {
    let bytes: [UInt8] = [0xB5, 0x62, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let error = #expect(throws: ScenarioError.self) {
      try Waypoint.waypoints(of: DataByteSource(bytes: bytes))
    }
    #expect(error?.problem.contains("UBX, a binary protocol") == true)
  }

  @Test func takesTimesIfAllPointsHaveThemAndTheyIncrease() throws {
    func track(_ times: [String]) throws -> [Duration?] {
      let points = times.enumerated().map { index, time in
        "<trkpt lat=\"\(index)\" lon=\"0\">\(time.isEmpty ? "" : "<time>\(time)</time>")</trkpt>"
      }
      return try Self.waypoints("<trk><trkseg>\(points.joined())</trkseg></trk>").map(\.time)
    }
    #expect(
      try track(["2025-01-01T00:00:00Z", "2025-01-01T00:00:01.5Z", "2025-01-01T01:00:10+01:00"])
        == [.zero, .milliseconds(1500), .seconds(10)])
    #expect(try track(["2025-01-01T00:00:00Z", "", "2025-01-01T00:00:09Z"]) == [nil, nil, nil])
    #expect(try track(["2025-01-01T00:00:05Z", "2025-01-01T00:00:04Z"]) == [nil, nil])
  }

  @Test(arguments: [
    ("<wpt lat=\"91\" lon=\"0\"/>", "no waypoints; left out: point without a possible position"),
    ("<wpt lon=\"0\"/>", "no waypoints; left out: point without a possible position"),
    ("<wpt lat=\"1\" lon=\"2\">", "not well-formed XML"),
    ("", "it has no track, no route and no waypoints"),
  ])
  func anErrorNamesWhatTheFileHasInstead(_ body: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try Self.waypoints(body) }
    #expect(error?.description.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func aScenarioFileNamesATrackBesideIt() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let points = Self.points.replacingOccurrences(of: "KIND", with: "wpt")
    try Data("<gpx>\(points)</gpx>".utf8).write(to: folder.appending(path: "way.gpx"))
    let file = folder.appending(path: "mine.json")
    let json = #"{"motion": {"kind": "route", "track": "way.gpx", "speed": 5}}"#
    try Data(json.utf8).write(to: file)
    let scenario = try Scenario(path: file.path)
    #expect(scenario.name == "mine")
    #expect(scenario.motion == .route(try Route(Self.ends, speed: .constant(5))))

    try Data("<gpx>".utf8).write(to: folder.appending(path: "way.gpx"))
    let broken = #expect(throws: ScenarioError.self) { try Scenario(path: file.path) }
    #expect(broken?.source == folder.appending(path: "way.gpx").path)
    #expect(broken?.line == 1)

    try FileManager.default.removeItem(at: folder.appending(path: "way.gpx"))
    let gone = #expect(throws: ScenarioError.self) { try Scenario(path: file.path) }
    #expect(gone?.source == folder.appending(path: "way.gpx").path)

    let path = folder.appending(path: "none.json").path
    let missing = #expect(throws: ScenarioError.self) { try Scenario(path: path) }
    #expect(missing?.description == "\(path): cannot be read: No such file or directory")
  }
}

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  do {
    return try Coordinate(latitude: latitude, longitude: longitude)
  } catch {
    preconditionFailure("\(error)")
  }
}
