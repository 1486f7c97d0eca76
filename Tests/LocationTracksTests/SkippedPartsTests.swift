import LocationCore
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct SkippedPartsTests {
  /// The names of the parts of a file that were not read.
  private func skipped(
    _ bytes: some Sequence<UInt8>, as format: FileFormat
  ) throws -> [String] {
    var parser = try #require(try format.parser(source: "file:track", keepsBytes: false))
    try Array(bytes).withUnsafeBytes { try parser.parse($0, receivedAt: nil) }
    try parser.finish()
    while !parser.takeItems().isEmpty {}
    return parser.skipped.names
  }

  @Test func gpxCountsElementsOfExtensionsAndOfPoints() throws {
    let point = """
      <trkpt lat="1" lon="2"><ele>3</ele><cmt>c</cmt><extensions><gpxtpx:TrackPointExtension>
      <gpxtpx:wtemp>17</gpxtpx:wtemp><gpxtpx:hr>120</gpxtpx:hr><gpxtpx:speed>2</gpxtpx:speed>
      </gpxtpx:TrackPointExtension></extensions></trkpt>
      """
    let gpx = """
      <gpx><metadata><name>m</name><author><name>a</name></author></metadata>
      <wpt lat="1" lon="2"><name>n</name><link href="x"><text>t</text></link></wpt>
      <trk><name>Walk</name><src>watch</src><type>hike</type>
      <extensions><a><color>red</color><width/></a></extensions>
      <trkseg>\(point)\(point)</trkseg></trk></gpx>
      """
    #expect(
      try skipped(gpx.utf8, as: .gpx)
        == ["link", "color", "width", "cmt (2)", "wtemp (2)"])
  }

  @Test func aFileThatIsReadCompletelySkipsNothing() throws {
    var fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), source: .replayed)
    fix.timestamp = .march(12, 0, 0)
    fix.altitude = 5
    fix.speed = 3
    fix.course = 4
    fix.heading = 5
    fix.errors.horizontal = 6
    for (output, input) in [
      (TrackFormat.gpx, FileFormat.gpx), (.kml, .kml), (.tcx, .tcx), (.geoJSON, .geoJSON),
      (.geoJSONPoints, .geoJSON), (.csv, .csv),
    ] {
      var writer = TrackWriter(output)
      writer.write(fix)
      writer.write(fix)
      writer.end()
      let names = try skipped(writer.takeBytes(), as: input)
      #expect(names == Self.ownSkipped[input] ?? [], "\(input)")
    }
  }

  /// What a reader does not need of the files that this package writes.
  private static let ownSkipped: [FileFormat: [String]] = [
    .csv: ["kind", "source"], .tcx: ["summary of a lap"],
  ]

  @Test func kmlCountsDataArraysAndPolygons() throws {
    let kml = """
      <kml><Document><Style><LineStyle><color>f</color></LineStyle></Style><Placemark><name>a</name>
      <ExtendedData><Data name="key"><value>1</value></Data><SchemaData><SimpleData name="n">2\
      </SimpleData></SchemaData></ExtendedData><Point><coordinates>1,2</coordinates></Point></Placemark>
      <Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 5,6 1,2</coordinates>
      </LinearRing></outerBoundaryIs></Polygon></Placemark><Placemark><gx:Track><when/><gx:coord>1 2 3\
      </gx:coord><ExtendedData><SchemaData><gx:SimpleArrayData name="heartrate"><gx:value>1</gx:value>
      </gx:SimpleArrayData></SchemaData></ExtendedData></gx:Track></Placemark></Document></kml>
      """
    #expect(try skipped(kml.utf8, as: .kml) == ["key", "n", "Polygon", "heartrate"])
  }

  @Test func tcxCountsValuesOfPointsAndSummariesOfLaps() throws {
    let tcx = """
      <TrainingCenterDatabase><Activities><Activity><Id>i</Id><Lap><Calories>9</Calories><Track>
      <Trackpoint><Time>2025-01-01T00:00:00Z</Time><Position><LatitudeDegrees>1</LatitudeDegrees>
      <LongitudeDegrees>2</LongitudeDegrees></Position><DistanceMeters>9</DistanceMeters>
      <SensorState>Present</SensorState><Extensions><TPX><Speed>1</Speed><Grade>2</Grade></TPX></Extensions>
      </Trackpoint></Track></Lap>
      </Activity></Activities></TrainingCenterDatabase>
      """
    #expect(
      try skipped(tcx.utf8, as: .tcx) == [
        "DistanceMeters", "SensorState", "Grade", "summary of a lap",
      ])
  }

  @Test func fitCountsFieldsOfRecords() throws {
    var builder = FITBuilder()
    builder.define(
      0, as: 20, [FITBuilder.latitude, FITBuilder.longitude, (5, 2, 1), (200, 2, 1)],
      developerSizes: [1])
    for _ in 0..<3 { builder.add(0, (1, 4), (2, 4), (99, 1), (1, 1), developer: [7]) }
    builder.define(0, as: 20, [FITBuilder.latitude, FITBuilder.longitude, (5, 2, 1)])
    builder.add(0, (1, 4), (2, 4), (99, 1))
    // The fields of a device's description are no data of the track.
    builder.define(1, as: 23, [(5, 2, 1)])
    builder.add(1, (1, 1))
    #expect(
      try skipped(builder.file, as: .fit)
        == ["distance (4)", "field 200 (3)", "developer fields (3)"])
  }

  @Test func csvNamesIgnoredColumns() throws {
    let csv = "lat,lon,Stress Level,lat,time\n1,2,99,3,2025-01-01T00:00:00Z\n"
    #expect(try skipped(csv.utf8, as: .csv) == ["Stress Level", "lat"])
  }

  @Test func geoJSONCountsPropertiesAndPolygons() throws {
    let json = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},
      "properties":{"name":"a","marker-color":"red","rank":1,"tags":["x"],"isOpen":true,"url":null}},
      {"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6],[1,2]]]},
      "properties":{"rank":2}}]}
      """
    #expect(
      try skipped(json.utf8, as: .geoJSON)
        == ["marker-color", "rank (2)", "tags", "isOpen", "Polygon"])
  }

  @Test func namesAreBounded() {
    var skipped = SkippedParts()
    for name in 0..<100 { skipped.add("name \(name % 20)") }
    skipped.add(String(repeating: "x", count: 100))
    #expect(skipped.names.count == 17 && skipped.names.last == "21 more")
    var more = SkippedParts()
    more.add("name 0")
    more.add(skipped)
    #expect(more.names.first == "name 0 (6)")
  }
}
