import Foundation
import LocationCore
import LocationPlaces
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct GeoJSONPlaceStoreTests {
  /// A file that a map program wrote: with members that are not ours, and features that are no places.
  private static let foreign = """
    {"name":"my map","crs":null,
    "features":[
    {"type":"Feature","geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]},
     "properties":{"stroke":"#f00"}},
    {"type":"Feature","id":7,"bbox":[11,48,11,48],
     "geometry":{"type":"Point","coordinates":[11.50,48.10,519.2]},
     "properties":{"name":"Home","marker-color":"#0f0","radius":80,"visits":12345678901234567890,
     "monitor":{"enter":false,"beep":true}}},
    {"type":"Feature","geometry":null,"properties":null}
    ],"type":"FeatureCollection"}
    """

  /// A JSON text with sorted members, so that two texts can be compared.
  private func sorted(_ text: String) throws -> String {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }

  private func content(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func aMapProgramCanReadTheFile() async throws {
    let directory = try TemporaryDirectory()
    let store = GeoJSONPlaceStore(path: directory.path("places.geojson"))
    try await store.add(
      [
        Place(
          id: "1", name: "Home", region: .circle(around: at(48.1, 11.5), radius: 80), tags: ["a"],
          monitoring: MonitoringOptions(stay: .milliseconds(1500)), isPrivate: true,
          privacyZone: PrivacyZone(center: at(48.1, 11.5), radius: 500))
      ])
    let expected = """
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"1",
      "geometry":{"type":"Point","coordinates":[11.5,48.1]},"properties":{"name":"Home",
      "radius":80,"tags":["a"],"private":true,"privacyZone":"geo:48.1,11.5;u=500.0",
      "monitor":{"stay":1.5}}}]}
      """
    #expect(try sorted(content(store.path)) == sorted(expected))
  }

  @Test func whatAnotherProgramWroteStays() async throws {
    let directory = try TemporaryDirectory()
    let store = GeoJSONPlaceStore(path: try directory.file("map.geojson", Self.foreign))
    var home = try #require(try await store.places().first)
    #expect(home.storeID == "7")
    #expect(!home.monitoring.reportsEntering)
    try home.setNote("mine")
    try await store.update(home)
    try await store.add(Place.circle("Work"))
    try await store.delete(id: "Work")
    let text = try content(store.path)
    // Digits that a Double can not hold, and a height, are as they were.
    #expect(text.contains("\"visits\":12345678901234567890"))
    #expect(text.contains("\"coordinates\":[11.50,48.10,519.2]"))
    let expected = Self.foreign.replacing("\"radius\":80", with: "\"radius\":80,\"note\":\"mine\"")
    #expect(try sorted(text) == sorted(expected))
  }

  /// Files of earlier versions have no zones.
  @Test func aPrivatePlaceWithoutAZoneAlwaysHasTheSame() async throws {
    let directory = try TemporaryDirectory()
    let old = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"1","properties":{"name":"Home",
      "radius":80,"private":true},"geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}
      """#
    let path = try directory.file("places.geojson", old)
    var home = try #require(try await GeoJSONPlaceStore(path: path).places().first)
    #expect(home.privacyZone == PrivacyZone(hiding: try at(48.1, 11.5), radius: 80))
    // The first change of the place writes the zone.
    try home.setNote("mine")
    try await GeoJSONPlaceStore(path: path).update(home)
    #expect(try content(path).contains(#""privacyZone":"geo:"#))
    #expect(try await GeoJSONPlaceStore(path: path).places() == [home])
  }

  @Test func aZoneThatIsNotUnderstoodIsReported() async throws {
    let directory = try TemporaryDirectory()
    let wrong = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":"1","properties":{"name":"Home",
      "radius":80,"private":true,"privacyZone":"48.1,11.5"},
      "geometry":{"type":"Point","coordinates":[11.5,48.1]}}]}
      """#
    let store = GeoJSONPlaceStore(path: try directory.file("places.geojson", wrong))
    let error = await #expect(throws: PlaceError(.damagedStore)) { try await store.places() }
    #expect(error?.detail.contains("privacyZone is geo:LATITUDE,LONGITUDE;u=METERS") == true)
  }

  @Test func aMovedPlaceGetsANewGeometry() async throws {
    let directory = try TemporaryDirectory()
    let store = GeoJSONPlaceStore(path: try directory.file("map.geojson", Self.foreign))
    var home = try #require(try await store.places().first)
    home.region = .corridor(try CorridorRegion(along: [at(1, 2), at(3, 4)], radius: 5))
    try await store.update(home)
    #expect(try await GeoJSONPlaceStore(path: store.path).places() == [home])
  }

  @Test func aPlaceOfAnotherProgramIsKnownByItsName() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(
      "map.geojson", Self.foreign.replacing("\"id\":7,", with: ""))
    let store = GeoJSONPlaceStore(path: path)
    let home = try #require(try await store.place(id: "Home"))
    var renamed = home
    try renamed.rename(to: "House")
    try await store.update(renamed)
    #expect(try await GeoJSONPlaceStore(path: path).places() == [renamed])
  }

  @Test func aChangeByAnotherProgramIsSeen() async throws {
    let directory = try TemporaryDirectory()
    let (one, other) = (
      GeoJSONPlaceStore(path: directory.path("a")), GeoJSONPlaceStore(path: directory.path("a"))
    )
    #expect(try await one.places() == [])
    try await other.add(Place.circle())
    #expect(try await one.places().map(\.name) == ["Home"])
    try await one.delete(id: "Home")
    #expect(try await other.places() == [])
  }

  @Test func anInvalidPlaceIsReportedWithItsFeature() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(
      "map.geojson", Self.foreign.replacing("\"radius\":80", with: "\"radius\":-80"))
    let error = await #expect(throws: PlaceError.self) {
      try await GeoJSONPlaceStore(path: path).places()
    }
    #expect(error?.code == .damagedStore)
    #expect(error?.detail.contains("feature 2: a radius is within") == true)
  }

  @Test(arguments: ["1e300", "-1e300", "0", "40000000"])
  func aStayThatNoPlaceCanHaveIsReported(stay: String) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(
      "map.geojson", Self.foreign.replacing("\"beep\":true", with: "\"stay\":\(stay)"))
    let error = await #expect(throws: PlaceError.self) {
      try await GeoJSONPlaceStore(path: path).places()
    }
    #expect(error?.code == .damagedStore)
    #expect(error?.detail.contains("feature 2: Home: a stay is longer than zero") == true)
  }

  @Test func aSymbolicLinkStays() async throws {
    let directory = try TemporaryDirectory()
    let target = try directory.file("target", "{\"type\":\"FeatureCollection\",\"features\":[]}")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path("link"), withDestinationPath: target)
    try await GeoJSONPlaceStore(path: directory.path("link")).add(Place.circle())
    #expect(try await GeoJSONPlaceStore(path: target).places().count == 1)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: directory.path("link")) == target)
  }

  @Test func theRestOfAKilledProcessDoesNotHinder() async throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file("places.part", "{\"type\":")
    let store = GeoJSONPlaceStore(path: directory.path("places"))
    try await store.add(Place.circle())
    #expect(try await store.places().count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
    #expect(names.sorted() == ["places", "places.lock"])
  }
}
