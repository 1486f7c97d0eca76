import Foundation
import LocationCore
import LocationPlaces
import TestSupport
import TestTurns
import Testing

/// What files of other programs and of people say about privacy. What might be private is private.
@Suite(.inTurn) struct PlacePrivacyWordTests {
  static let affirmations = [
    #""private":true"#, #""private":"true""#, #""private":1"#, #""private":"yes""#,
    #""private":"ja""#,
    #""private":"TRUE ""#, #""private":{}"#, #""private":["x"]"#, #""private":2.5"#,
    #""Private":true"#,
    #""PRIVATE":"Y""#, #""is_private":true"#, #""isPrivate":"1""#,
    #""private":false,"private":true"#,
    #""Private":"x","private":false"#, #""privacyZone":"geo:48.1,11.5;u=500""#,
  ]
  static let denials = [
    #""private":false"#, #""private":"false""#, #""private":0"#, #""private":"0""#,
    #""private":null"#,
    #""private":"""#, #""private":"No""#, #""Private":"FALSE""#, #""color":"private""#,
    #""private":false,"privacyZone":"geo:48.1,11.5;u=500""#,
  ]

  private func map(_ members: String, outside: String = "", geometry: String? = nil) -> [UInt8] {
    let geometry = geometry ?? #"{"type":"Point","coordinates":[11.5,48.1]}"#
    return Array(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature"\(outside),"geometry":\(geometry),
      "properties":{\(members)}}]}
      """.utf8)
  }

  @Test(arguments: affirmations) func aMemberThatMightMeanPrivateDoes(member: String) throws {
    let text = map(#""name":"Home","radius":80,"# + member)
    #expect(try PlaceFormat.geoJSON.read(text).places.map(\.isPrivate) == [true])
  }

  @Test(arguments: denials) func aKnownDenialIsNotPrivate(member: String) throws {
    let text = map(#""name":"Home","radius":80,"# + member)
    #expect(try PlaceFormat.geoJSON.read(text).places.map(\.isPrivate) == [false])
  }

  @Test func aMemberBesideThePropertiesCountsToo() throws {
    let text = map(#""name":"Home","radius":80"#, outside: #","private":true"#)
    #expect(try PlaceFormat.geoJSON.read(text).places.map(\.isPrivate) == [true])
  }

  @Test(arguments: [
    ("private", "true", true), ("Private", "Yes", true), ("PRIVATE", "1", true),
    ("is private", "x", true),
    ("private", "TRUE", true), ("private", "FALSE", false), ("private", "0", false),
    ("private", "", false),
  ])
  func aTableHasTheSameWords(column: String, value: String, isPrivate: Bool) throws {
    let table = Array("name,lat,lon,radius,\(column)\nHome,48,11,80,\(value)\n".utf8)
    #expect(try PlaceFormat.csv.read(table).places.map(\.isPrivate) == [isPrivate])
  }

  @Test(arguments: [(#""private":"yes""#, true), (#""private":false"#, false)])
  func aWaypointHasTheSameWords(member: String, isPrivate: Bool) throws {
    let export = #"[{"_type":"waypoint","desc":"Home","lat":48,"lon":11,"rad":80,\#(member)}]"#
    #expect(
      try PlaceFormat.ownTracks.read(Array(export.utf8)).places.map(\.isPrivate) == [isPrivate])
  }

  private static let square = "[[[11,48],[12,48],[12,49],[11,48]]]"
  private static let multiPolygon =
    #"{"type":"MultiPolygon","coordinates":[\#(square),[[[1,48],[2,48],[2,49],[1,48]]]]}"#

  @Test(arguments: [
    (#""private":true,"radius":80"#, nil, "it has no name"),
    (#""private":true,"name":" ","radius":80"#, nil, "it has no name"),
    (#""private":true,"name":12,"radius":80"#, nil, "it has no name"),
    (
      #""private":true,"name":"Home""#, nil,
      "its radius must be a number of meters, and it has none"
    ),
    (
      #""Private":1,"name":"Home","radius":"80 paces""#, nil, #"a number of meters, not "80 paces""#
    ),
    (#""private":"yes","name":"Home""#, multiPolygon, "a MultiPolygon is no area of a place"),
    (#""private":"yes","name":"Home""#, "null", "it has no geometry"),
  ])
  func aFeatureThatMightBePrivateAndCannotBeReadIsRefused(
    members: String, geometry: String?, problem: String
  ) async throws {
    let text = map(members, geometry: geometry)
    let imported = #expect(throws: PlaceError.self) { try PlaceFormat.geoJSON.read(text) }
    #expect(imported?.detail.hasPrefix("line 2, feature 1: it might be a private place") == true)
    #expect(imported?.detail.contains(problem) == true, "\(imported?.detail ?? "")")
    let directory = try TemporaryDirectory()
    let store = GeoJSONPlaceStore(
      path: try directory.file("places.geojson", String(decoding: text, as: UTF8.self)))
    let stored = await #expect(throws: PlaceError(.damagedStore)) { try await store.places() }
    #expect(stored?.detail.contains("line 2, feature 1: it might be a private place") == true)
    #expect(stored?.detail.hasSuffix("repair or remove the file, nothing was changed") == true)
    // Without the mark it is a feature of another program.
    let marks = [#""private":true,"#, #""Private":1,"#, #""private":"yes","#]
    let open = marks.reduce(members) { $0.replacing($1, with: "") }
    #expect(try PlaceFormat.geoJSON.read(map(open, geometry: geometry)).leftOutCount == 1)
  }

  @Test(arguments: [
    "7", "null", #"{"type":"feature","properties":null}"#,
    #"{"type":"FeatureCollection","features":[]}"#,
    #"{"type":"Feature","geometry":null,"properties":"{\"private\":true}"}"#,
  ])
  func anElementThatIsNoFeatureIsRefused(element: String) throws {
    let text = #"{"type":"FeatureCollection","features":["# + "\n\n\(element)]}"
    let error = #expect(throws: PlaceError.self) { try PlaceFormat.geoJSON.read(Array(text.utf8)) }
    #expect(error?.detail.hasPrefix("line 3, feature 1: ") == true)
  }

  @Test func aRadiusInATextIsRead() throws {
    let text = map(#""name":"Home","private":"yes","radius":" 80.5""#)
    let home = try PlaceFormat.geoJSON.read(text).places.first
    #expect(try home?.region == .circle(around: at(48.1, 11.5), radius: 80.5))
  }

  @Test func aMultiPolygonOfOnePartIsAPolygon() throws {
    let geometry = #"{"type":"MultiPolygon","coordinates":[\#(Self.square)]}"#
    let text = map(#""name":"Home","private":true"#, geometry: geometry)
    let home = try #require(try PlaceFormat.geoJSON.read(text).places.first)
    #expect(home.isPrivate)
    #expect(try home.region.contains(at(48.3, 11.8)))
  }

  /// The file then has one word, which its next reader cannot misunderstand.
  @Test func aChangedPlaceHasOneWord() async throws {
    let directory = try TemporaryDirectory()
    let members = #""name":"Home","radius":80,"Private":"yes","is_private":1"#
    let text = map(members, outside: #","private":true"#)
    let path = try directory.file("places.geojson", String(decoding: text, as: UTF8.self))
    let store = GeoJSONPlaceStore(path: path)
    var home = try #require(try await store.places().first)
    home.isPrivate = false
    try await store.update(home)
    let content = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!content.lowercased().contains("private"))
    #expect(try await GeoJSONPlaceStore(path: path).places().map(\.isPrivate) == [false])
  }

  @Test func aReplacedPrivatePlaceStaysPrivate() throws {
    let former = try Place(
      name: "Home", region: .circle(around: at(48, 11), radius: 80), isPrivate: true)
    let new = try Place(name: "Home", region: .circle(around: at(48, 11), radius: 90))
    #expect(new.keepingPrivacy(of: former).isPrivate)
    #expect(!new.keepingPrivacy(of: new).isPrivate)
  }
}
