import Foundation
import GPSDProtocol
import LocationCore
import LocationSimulation
import LocationText
import Testing

/// Routes come from GPX files too.
@Suite struct GPXTests {
  private static func waypoints(_ body: String) throws(ScenarioError) -> [Waypoint] {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="us">
      \(body)
      </gpx>
      """
    return try Waypoint.waypoints(gpx: Array(text.utf8))
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

  @Test func takesTimesWhereAllPointsHaveThem() throws {
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
    ("<wpt lat=\"91\" lon=\"0\"/>", "scenario:3: wpt: expected lat and lon in degrees"),
    ("<wpt lon=\"0\"/>", "scenario:3: wpt: expected lat and lon in degrees"),
    ("<wpt lat=\"1\" lon=\"2\">", "not well-formed XML"),
    ("", "without a track, a route or waypoints"),
  ])
  func saysWhatIsWrong(_ body: String, _ message: String) {
    let error = #expect(throws: ScenarioError.self) { try Self.waypoints(body) }
    #expect(error?.description.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(arguments: ["", "no XML", "<kml></kml>", "<a><b></a>"])
  func refusesWhatIsNoGPX(_ text: String) {
    #expect(throws: ScenarioError.self) { try Waypoint.waypoints(gpx: Array(text.utf8)) }
  }

  @Test(arguments: [1 << 20, 1 << 20 + 1, 3 << 20])
  func readsLongFiles(_ length: Int) throws {
    let head = "<gpx><wpt lat=\"52.5\" lon=\"13.4\"><ele>30</ele></wpt>"
    let tail = "<wpt lat=\"52.51\" lon=\"-13.4\"/></gpx>"
    let space = [UInt8](repeating: 0x20, count: length - head.utf8.count - tail.utf8.count)
    let found = try Waypoint.waypoints(gpx: Array(head.utf8) + space + Array(tail.utf8))
    #expect(found == Self.ends)
  }

  @Test func takesPrefixesForWhatTheyAre() throws {
    let text = """
      <g:gpx xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="52.5" lon="13.4">
      <g:ele> 30 </g:ele></g:wpt><g:wpt lat=" 52.51" lon="-13.4"/></g:gpx>
      """
    #expect(try Waypoint.waypoints(gpx: Array(text.utf8)) == Self.ends)
  }

  @Test func aScenarioFileNamesAGPXFileBesideIt() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let points = Self.points.replacingOccurrences(of: "KIND", with: "wpt")
    try Data("<gpx>\(points)</gpx>".utf8).write(to: folder.appending(path: "way.gpx"))
    let file = folder.appending(path: "mine.json")
    let json = #"{"motion": {"kind": "route", "gpx": "way.gpx", "speed": 5}}"#
    try Data(json.utf8).write(to: file)
    let scenario = try Scenario(path: file.path)
    #expect(scenario.name == "mine")
    #expect(scenario.motion == .route(try Route(Self.ends, speed: .constant(5))))

    try Data("<gpx>".utf8).write(to: folder.appending(path: "way.gpx"))
    let broken = #expect(throws: ScenarioError.self) { try Scenario(path: file.path) }
    #expect(broken?.source?.hasSuffix("way.gpx") == true)
    let missing = #expect(throws: ScenarioError.self) {
      try Scenario(path: folder.appending(path: "none.json").path)
    }
    #expect(missing?.source?.hasSuffix("none.json") == true)
  }
}

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  do {
    return try Coordinate(latitude: latitude, longitude: longitude)
  } catch {
    preconditionFailure("\(error)")
  }
}
