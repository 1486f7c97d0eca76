import Foundation
import LocationCore
import LocationPlaces
import TestTurns
import Testing

@Suite(.inTurn) struct PlaceFormatTests {
  private static let now = Date(timeIntervalSince1970: 1_748_764_800.5)

  private func places() throws -> [Place] {
    [
      try Place(
        id: "1", name: "Café \"Nord\", Hof", region: .circle(around: at(53.5, -9.25), radius: 75),
        tags: ["food", "work"], note: "two\nlines", isPrivate: true,
        privacyZone: PrivacyZone(center: at(53.5, -9.25), radius: 500)),
      try Place(name: "Pier", region: .circle(around: at(-1.5, 2), radius: 100)),
    ]
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: [PlaceFormat.geoJSON, .csv])
  func placesComeBackWithoutTheirIDs(format: PlaceFormat) throws {
    let places = try places()
    let read = try format.read(format.text(of: places, now: Self.now)).places
    #expect(read.map(\.storeID) == [nil, nil])
    for (one, other) in zip(read, places) {
      #expect(one.name == other.name)
      #expect(one.region == other.region)
      #expect(one.tags == other.tags)
      #expect(one.note == other.note)
      #expect(one.isPrivate == other.isPrivate && one.privacyZone == other.privacyZone)
    }
    #expect(read.count == places.count)
  }

  @Test func aTableIsWrittenAsSpreadsheetsReadIt() throws {
    #expect(
      text(try PlaceFormat.csv.text(of: places(), now: Self.now)) == """
        name,latitude,longitude,radius,tags,note,private,privacyzone\r
        "Café ""Nord"", Hof",53.5,-9.25,75.0,food;work,"two
        lines",true,"geo:53.5,-9.25;u=500.0"\r
        Pier,-1.5,2.0,100.0,,,,\r\n
        """)
  }

  @Test func aTableOfAnotherProgramIsRead() throws {
    let table = "\u{FEFF}Lat, Lon,Name,Color\n1,2,A,red\n\n3,4,\"B, C\",\n"
    let places = try PlaceFormat.csv.read(Array(table.utf8), defaultRadius: 50).places
    #expect(places.map(\.name) == ["A", "B, C"])
    #expect(places[1].region == (try .circle(around: at(3, 4), radius: 50)))
  }

  @Test(arguments: [
    ("", "the table is empty"), ("a,b\n", "line 1: expected the columns"),
    ("name,lat,lon\nA,1,2\n\nB,x,2\n", "line 4: latitude is not a number but x"),
    ("name,lat,lon\nA,91,2\n", "line 2: A: latitude 91.0"),
    ("name,lat,lon\nA,,2\n", "line 2: A: latitude or longitude is missing"),
    ("name,lat,lon\n\"A,1,2\n", "a quoted value has no end"),
  ])
  func aWrongTableIsReportedWithItsLine(table: String, problem: String) throws {
    let error = #expect(throws: PlaceError.self) {
      try PlaceFormat.csv.read(Array(table.utf8), defaultRadius: 50)
    }
    #expect(error?.detail.contains(problem) == true, "\(error?.detail ?? "")")
  }

  @Test func waypointsAreWrittenAsOwnTracksReadsThem() throws {
    let bytes = try PlaceFormat.ownTracks.text(of: places(), now: Self.now)
    let root = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(root["_type"] as? String == "waypoints")
    let waypoints = try #require(root["waypoints"] as? [[String: Any]])
    #expect(waypoints.map { $0["_type"] as? String } == ["waypoint", "waypoint"])
    #expect(waypoints.map { $0["desc"] as? String } == ["Café \"Nord\", Hof", "Pier"])
    #expect(waypoints.map { $0["lat"] as? Double } == [53.5, -1.5])
    #expect(waypoints.map { $0["rad"] as? Int } == [75, 100])
    #expect(waypoints.map { $0["tst"] as? Int } == [1_748_764_800, 1_748_764_801])
    #expect(waypoints.map { $0["rid"] as? String } == ["1", nil])
  }

  @Test func waypointsOfOwnTracksAreRead() throws {
    let export = """
      {"_type":"waypoints","waypoints":[
      {"_type":"waypoint","desc":"Home","lat":51.5,"lon":-0.25,"rad":150,"tst":1422271985},
      {"_type":"waypoint","desc":"Shop","lat":51.6,"lon":-0.3,"rad":0,"tst":1422271986}]}
      """
    let places = try PlaceFormat.ownTracks.read(Array(export.utf8), defaultRadius: 30).places
    #expect(places.map(\.name) == ["Home", "Shop"])
    #expect(places.map { $0.region.borderDistance(from: $0.region.center) } == [-150, -30])
    let error = #expect(throws: PlaceError.self) {
      try PlaceFormat.ownTracks.read(Array(export.utf8)).places
    }
    #expect(error?.detail == "waypoint 2: Shop: it has no radius")
  }

  @Test(arguments: [PlaceFormat.csv, .ownTracks])
  func aFormatOfCirclesRefusesOtherPlaces(format: PlaceFormat) throws {
    let road = try Place(
      name: "Road", region: .corridor(CorridorRegion(along: [at(1, 2), at(3, 4)], radius: 5)))
    let error = #expect(throws: PlaceError.self) { try format.text(of: [road], now: Self.now) }
    #expect(error?.code == .invalidPlace)
    #expect(error?.subject == "Road")
  }

  @Test func featuresOfAMapProgramAreRead() throws {
    let map = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"A"}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{}},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[179,1],[181,1],[181,2],[179,1]]]},
      "properties":{"name":"B"}}]}
      """
    let format = PlaceFormat.geoJSON
    #expect(try format.read(Array(map.utf8)).places.map(\.name) == ["B"])
    let places = try format.read(Array(map.utf8), defaultRadius: 10).places
    #expect(places.map(\.name) == ["A", "B"])
    #expect(try places[1].region.contains(at(1.3, -179.5)))
    let error = #expect(throws: PlaceError.self) {
      try format.read(Array(map.replacing("[2,1]", with: "[2,99]").utf8), defaultRadius: 9)
    }
    #expect(error?.detail.hasPrefix("line 2, feature 1: latitude 99.0") == true)
  }

  @Test(arguments: [PlaceFormat.geoJSON, .csv, .ownTracks])
  func anotherFormatIsRefused(format: PlaceFormat) {
    let error = #expect(throws: PlaceError.self) {
      try format.read(Array("$GPRMC,1\n".utf8))
    }
    #expect(error?.code == .badData)
  }
}
