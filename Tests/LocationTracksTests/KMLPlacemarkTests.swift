import LocationCore
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct KMLPlacemarkTests {
  private func read(_ text: String) throws -> [KMLPlacemark] {
    try KMLPlacemark.placemarks(of: Array(text.utf8), source: "a.kml")
  }

  private func at(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func placemarksOfFoldersAreRead() throws {
    let placemarks = try read(
      """
      <?xml version="1.0"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
      <Document><name>Document</name><Folder><name>Folder</name>
      <Placemark><Style><name>x</name></Style><name> A &amp; b
      </name><description><![CDATA[<b>bold</b>]]></description>
      <ExtendedData><Data name="radius"><displayName>r</displayName><value>70</value></Data>
      </ExtendedData>
      <Point><coordinates>-0.25,51.5,30</coordinates></Point></Placemark>
      <Folder><Placemark><LineString><coordinates>
      1,2 3,4,5
      </coordinates></LineString></Placemark></Folder></Folder></Document></kml>
      """)
    let first = try #require(placemarks.first)
    #expect(placemarks.count == 2)
    #expect(first.name == "A & b")
    #expect(first.note == "<b>bold</b>")
    #expect(first.values == ["radius": "70"])
    #expect(try first.shapes == [.point(at(51.5, -0.25))])
    #expect(placemarks.last?.name == nil)
    #expect(try placemarks.last?.shapes == [.line([at(2, 1), at(4, 3)])])
  }

  @Test func aPolygonHasHoles() throws {
    let ring = { (text: String) in
      "<LinearRing><coordinates>\(text)</coordinates></LinearRing>"
    }
    let placemark = try read(
      "<kml><Placemark><Polygon><outerBoundaryIs>\(ring("0,0 9,0 9,9 0,0"))</outerBoundaryIs>"
        + "<innerBoundaryIs>\(ring("5,2 6,2 6,3"))</innerBoundaryIs></Polygon></Placemark></kml>"
    ).first
    #expect(
      try placemark?.shapes == [
        .polygon(
          [at(0, 0), at(0, 9), at(9, 9), at(0, 0)], holes: [[at(2, 5), at(2, 6), at(3, 6)]])
      ])
  }

  @Test func severalShapesAreKept() throws {
    let point = "<Point><coordinates>1,2</coordinates></Point>"
    let placemark = try read(
      "<kml><Placemark><MultiGeometry>\(point)\(point)</MultiGeometry></Placemark></kml>"
    ).first
    #expect(placemark?.shapes.count == 2)
  }

  @Test func otherGeometriesAreNoShapes() throws {
    let placemark = try read(
      """
      <kml><Placemark><name>Track</name><gx:Track xmlns:gx="x"><gx:coord>1 2 3</gx:coord></gx:Track>
      </Placemark></kml>
      """
    ).first
    #expect(placemark?.name == "Track" && placemark?.shapes == [])
  }

  @Test(
    arguments: [
      ("<gpx/>", "line 1: not KML: the first element is gpx, not kml"),
      (
        "<kml>\n<Placemark>",
        "line 2: Placemark: the file is cut off here; everything before was read"
      ),
      (
        "<kml><Placemark><Point>\n<coordinates>0,91</coordinates></Point></Placemark></kml>",
        "line 2: Point: expected longitude,latitude in degrees, not \"0,91\""
      ),
      (
        "<kml><Placemark><Point><coordinates>0 1</coordinates></Point></Placemark></kml>",
        "line 1: coordinates: expected longitude,latitude in degrees, not \"0\""
      ),
      (
        "<kml><Placemark><Point><coordinates/></Point></Placemark></kml>",
        "line 1: Point: a Point has one position, not 0"
      ),
    ])
  func aMistakeNamesItsLine(text: String, problem: String) {
    let error = #expect(throws: UserLocationError.self) { try read(text) }
    #expect(error?.code == .badData)
    #expect(error?.detail.hasPrefix(problem) == true, "\(error?.detail ?? "")")
  }
}
