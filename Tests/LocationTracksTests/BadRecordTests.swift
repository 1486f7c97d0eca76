import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// One bad record never ends a file, in no format.
@Suite(.inTurn) struct BadRecordTests {
  private static func gpx(_ lat: String, _ lon: String) -> String {
    "<trkpt lat='\(lat)' lon='\(lon)'/>"
  }

  private static func tcx(_ lat: String, _ lon: String) -> String {
    let longitude = lon.isEmpty ? "" : "<LongitudeDegrees>\(lon)</LongitudeDegrees>"
    return "<Trackpoint><Position><LatitudeDegrees>\(lat)</LatitudeDegrees>\(longitude)</Position>"
      + "</Trackpoint>"
  }

  /// A latitude and a longitude of a bad record. The place before it is 1, 2, and the place after it is 3, 4.
  private static let positions = [
    ("100", "0"), ("NaN", "NaN"), ("1", "180.1"), ("1", ""), ("x", "2"), ("-90.5", "2"),
  ]

  private func expectTwoFixes(_ text: String, as format: FileFormat, leftOut: String) throws {
    for size in [1, 1 << 20] {
      let track = try ParsedTrack(text, as: format, inPiecesOf: size)
      #expect(track.error == nil, "\(text)")
      #expect(track.fixes.map(\.coordinate.latitude) == [1, 3], "\(text)")
      #expect(track.skipped.names == [leftOut], "\(text)")
    }
  }

  private static let impossible = "point without a possible position"

  @Test(arguments: positions) func aPointOfGPX(lat: String, lon: String) throws {
    let points = Self.gpx("1", "2") + Self.gpx(lat, lon) + Self.gpx("3", "4")
    try expectTwoFixes(
      "<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>", as: .gpx, leftOut: Self.impossible)
    let marks = points.replacing("<trkpt", with: "<wpt")
    let track = try ParsedTrack("<gpx>\(marks)</gpx>", as: .gpx)
    #expect(track.waypoints.count == 2 && track.skipped.names == [Self.impossible])
  }

  @Test(arguments: positions) func aPointOfTCX(lat: String, lon: String) throws {
    let points = Self.tcx("1", "2") + Self.tcx(lat, lon) + Self.tcx("3", "4")
    let track = try ParsedTrack(
      "<TrainingCenterDatabase><Activities><Activity><Lap><Track>\(points)</Track></Lap></Activity>"
        + "</Activities></TrainingCenterDatabase>", as: .tcx)
    #expect(track.error == nil && track.fixes.count == 2)
    #expect(track.skipped.names.contains(Self.impossible))
  }

  @Test(arguments: positions) func aPositionOfKML(lat: String, lon: String) throws {
    try expectTwoFixes(
      "<kml><Placemark><LineString><coordinates>2,1 \(lon),\(lat) 4,3</coordinates></LineString>"
        + "</Placemark></kml>", as: .kml, leftOut: Self.impossible)
    let coords = ["2 1", "\(lon) \(lat)", "4 3"].map { "<gx:coord>\($0)</gx:coord>" }.joined()
    try expectTwoFixes(
      "<kml><Placemark><gx:Track>\(coords)</gx:Track></Placemark></kml>", as: .kml,
      leftOut: Self.impossible)
  }

  @Test func thePositionOfALineThatIsTooLongIsLeftOut() throws {
    let long = String(repeating: "1", count: 300)
    try expectTwoFixes(
      "<kml><Placemark><LineString><coordinates>2,1 \(long),1 4,3</coordinates></LineString>"
        + "</Placemark></kml>", as: .kml, leftOut: Self.impossible)
  }

  @Test(arguments: [
    "[0,100]", "[NaN,NaN]", "[180.1,1]", "[1]", "[null,1]", "[\"x\",1]", "[{\"a\":[1]},1]",
  ])
  func aPositionOfGeoJSON(bad: String) throws {
    try expectTwoFixes(
      "{\"type\":\"LineString\",\"coordinates\":[[2,1],\(bad),[4,3]]}", as: .geoJSON,
      leftOut: Self.impossible)
  }

  @Test func aPositionOfGeoJSONThatIsLeftOutMovesNoTimes() throws {
    let text = """
      {"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[[[2,1]],[[0,91],[4,3,null]]]},
      "properties":{"coordTimes":[["2025-03-01T00:00:01Z"],["2025-03-01T00:00:02Z","2025-03-01T00:00:03Z"]]}}
      """
    let track = try ParsedTrack(text, as: .geoJSON)
    #expect(track.kinds == ["track", "fix", "segment", "fix"])
    #expect(track.fixes.map(\.timestamp) == [.march(0, 0, 1), .march(0, 0, 3)])
    #expect(track.error == nil && track.skipped.names == [Self.impossible])
  }

  @Test func anElementOfGeoJSONThatIsNoFeatureIsLeftOut() throws {
    let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#
    let track = try ParsedTrack(
      "{\"type\":\"FeatureCollection\",\"features\":[null,\(point),[1,{}],\(point)]}", as: .geoJSON)
    #expect(track.waypoints.count == 2 && track.error == nil)
    #expect(track.skipped.names == ["unreadable feature (2)"])
  }

  @Test(arguments: positions.filter { $0.0 != "NaN" }) func aRowOfCSV(lat: String, lon: String)
    throws
  {
    try expectTwoFixes(
      "lat,lon,ele\n1,2,\n\(lat),\(lon),5\n3,4,\n", as: .csv, leftOut: Self.impossible)
  }

  @Test func theLastRowWithoutALineFeedIsNotCutOff() throws {
    let track = try ParsedTrack("lat,lon\n1,2\n3,4\n100,0", as: .csv)
    #expect(track.fixes.count == 2 && track.error == nil)
  }

  @Test(arguments: ["100", "NaN", "nan", "-Infinity", "\"x\""])
  func aReportOfGPSD(latitude: String) throws {
    func report(_ latitude: String) -> String {
      "{\"class\":\"TPV\",\"mode\":2,\"lat\":\(latitude),\"lon\":2}\n"
    }
    let track = try ParsedTrack(report("1") + report(latitude) + report("3"), as: .gpsdJSON)
    #expect(track.fixes.map(\.coordinate.latitude) == [1, 3] && track.error == nil)
  }

  @Test func aTextThatIsTooLongCostsItsValue() throws {
    let name = String(repeating: "a", count: 70_000)
    let track = try ParsedTrack(
      "<gpx><wpt lat='1' lon='2'><name>\(name)</name></wpt><wpt lat='3' lon='4'/></gpx>", as: .gpx)
    #expect(track.waypoints.map(\.name) == [nil, nil] && track.error == nil)
  }
}
