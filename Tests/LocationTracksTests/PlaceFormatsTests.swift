import LocationCore
import LocationPlaces
import LocationTracks
import TestTurns
import Testing

@Suite(.inTurn) struct PlaceFormatsTests {
  private static let now = Date(timeIntervalSince1970: 1_748_764_800)

  private func circle(_ name: String) throws -> Place {
    let center = try Coordinate(latitude: 48, longitude: 11)
    return try Place(name: name, region: .circle(around: center, radius: 50))
  }

  @Test(arguments: PlaceFormat.all)
  func aPlaceIsFoundInTheTextOfEachFormat(format: PlaceFormat) throws {
    let text = try format.text(of: [circle("Pier & Café")], now: Self.now)
    #expect(PlaceFormat.recognize(text) == format)
    let content = try format.read(text, defaultRadius: 50)
    #expect(content.places == [try circle("Pier & Café")])
    #expect(content.leftOutCount == 0)
  }

  @Test(arguments: [PlaceFormat.gpx, .kml])
  func aBrokenDocumentIsRefusedWithItsLine(format: PlaceFormat) {
    let error = #expect(throws: PlaceError.self) {
      try format.read(Array("<\(format.name)>\n<broken".utf8))
    }
    #expect(error?.code == .badData)
    #expect(error?.detail.contains("line 2") == true)
  }

  @Test func aWaypointWithoutANameIsCountedAndOneWithoutARadiusIsNamed() throws {
    let text = Array(
      """
      <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="1" lon="2"/><wpt lat="1" lon="2"><name>Pier</name></wpt></gpx>
      """.utf8)
    #expect(try PlaceFormat.gpx.read(text, defaultRadius: 10).leftOutCount == 1)
    let error = #expect(throws: PlaceError.self) { try PlaceFormat.gpx.read(text) }
    #expect(error?.subject == "Pier")
  }

  /// Two places: one whose name is empty, and "Pier".
  @Test(arguments: [
    (
      PlaceFormat.kml,
      """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <Placemark><name> </name><Point><coordinates>2,1</coordinates></Point></Placemark>
      <Placemark><name>Pier</name><Point><coordinates>2,1</coordinates></Point></Placemark>
      </Document></kml>
      """
    ),
    (
      PlaceFormat.geoJSON,
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":" "}},
      {"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"name":"Pier"}}]}
      """
    ),
  ])
  func aPlaceWithoutANameIsCountedAndTheOthersAreRead(format: PlaceFormat, text: String) throws {
    let content = try format.read(Array(text.utf8), defaultRadius: 10)
    #expect(content.places.map(\.name) == ["Pier"])
    #expect(content.leftOutCount == 1 && format.leftOut != nil)
  }

  /// A placemark at 1, 2 with a radius of 80 m.
  private func placemark(_ name: String, _ values: String) -> [UInt8] {
    Array(
      """
      <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
      <Placemark><name>\(name)</name><ExtendedData>\(values)</ExtendedData>
      <Point><coordinates>2,1</coordinates></Point></Placemark></Document></kml>
      """.utf8)
  }

  @Test(arguments: [
    (#"<Data name="private"><value>true</value></Data>"#, true),
    (#"<Data name="private"><value>1</value></Data>"#, true),
    (#"<Data name="Private"><value> Yes </value></Data>"#, true),
    (#"<SchemaData><SimpleData name="private">1</SimpleData></SchemaData>"#, true),
    (#"<Data name="private"><value>false</value></Data>"#, false),
    (#"<SchemaData><SimpleData name="private">0</SimpleData></SchemaData>"#, false),
  ])
  func aPlacemarkThatMightBePrivateIs(values: String, isPrivate: Bool) throws {
    let content = try PlaceFormat.kml.read(placemark("Home", values), defaultRadius: 80)
    #expect(content.places.map(\.isPrivate) == [isPrivate])
    // It is not left out without a word.
    let nameless = placemark(" ", values)
    guard isPrivate else {
      #expect(try PlaceFormat.kml.read(nameless, defaultRadius: 80).leftOutCount == 1)
      return
    }
    let error = #expect(throws: PlaceError.self) {
      try PlaceFormat.kml.read(nameless, defaultRadius: 80)
    }
    #expect(error?.detail.hasPrefix("placemark 1: it is private, and needs a name") == true)
  }

  @Test func theRadiusOfAPlacemarkIsANumber() throws {
    let value = #"<Data name="radius"><value>80 paces</value></Data>"#
    let error = #expect(throws: PlaceError.self) {
      try PlaceFormat.kml.read(placemark("Home", value), defaultRadius: 10)
    }
    #expect(error?.detail == "radius is not a number but 80 paces")
  }

  @Test func theExtensionOfAFileNamesItsFormat() {
    #expect(PlaceFormat(path: "phone.OTRC") == .ownTracks)
    #expect(PlaceFormat(path: "a.json") == .geoJSON)
    #expect(PlaceFormat(path: "a.txt") == nil)
    #expect(PlaceFormat(name: "KML") == .kml)
  }
}
