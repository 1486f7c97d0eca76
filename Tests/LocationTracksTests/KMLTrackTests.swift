import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// Tracks and waypoints of KML files.
@Suite(.inTurn) struct KMLTrackTests {
  private static func items(_ content: String) throws -> [TrackItem] {
    try parsedItems(of: "<kml>\(content)</kml>", as: .kml)
  }

  private static func briefs(_ content: String) throws -> [String] {
    try items(content).map(\.brief)
  }

  private static func fixes(_ content: String) throws -> [Fix] {
    try items(content).compactMap { if case .fix(let fix) = $0.update { fix } else { nil } }
  }

  /// A schema that announces arrays, and a track that has them.
  private static func document(arrays: String, fields: String) -> String {
    """
    <Document><Schema id="s">\(fields)</Schema><Placemark><gx:Track>
    <when>1970-01-01T00:00:01Z</when><when>1970-01-01T00:00:02Z</when>
    <gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord>
    <ExtendedData><SchemaData schemaUrl="#s">\(arrays)</SchemaData></ExtendedData>
    </gx:Track></Placemark></Document>
    """
  }

  private static func field(_ name: String, _ title: String = "") -> String {
    "<gx:SimpleArrayField name=\"\(name)\"><displayName>\(title)</displayName></gx:SimpleArrayField>"
  }

  private static func array(_ name: String, _ values: String...) -> String {
    "<gx:SimpleArrayData name=\"\(name)\">"
      + values.map { "<gx:value>\($0)</gx:value>" }.joined() + "</gx:SimpleArrayData>"
  }

  @Test func aLineIsATrack() throws {
    #expect(
      try Self.briefs(
        """
        <Document><name>file</name><Folder><name>folder</name><Placemark><name> Path
        </name><description>a &lt;b&gt;</description><Style><name>x</name></Style>
        <LineString><coordinates>
          -0.25,51.5,30 <!-- battery --> -0.125,+51.625\t1,2,-3
        </coordinates></LineString></Placemark></Folder></Document>
        """)
        == [
          "track \"Path\" \"a <b>\"", "fix 51.5 -0.25 30.0", "fix 51.625 -0.125",
          "fix 2.0 1.0 -3.0",
        ])
  }

  @Test func severalLinesOfAPlacemarkAreSegments() throws {
    let line = "<LineString><coordinates>1,2 3,4</coordinates></LineString>"
    #expect(
      try Self.briefs(
        """
        <Placemark><name>a</name><MultiGeometry>\(line)<LineString><coordinates/></LineString>
        \(line)</MultiGeometry></Placemark><Placemark>\(line)</Placemark>
        """)
        == [
          "track \"a\"", "fix 2.0 1.0", "fix 4.0 3.0", "segment", "fix 2.0 1.0", "fix 4.0 3.0",
          "track", "fix 2.0 1.0", "fix 4.0 3.0",
        ])
  }

  @Test func aPointIsAWaypoint() throws {
    #expect(
      try Self.briefs(
        """
        <Placemark><TimeStamp><when>1970-01-01T01:00:05+01:00</when></TimeStamp>
        <Point><coordinates> 1,2,3 </coordinates></Point><name>home</name></Placemark>
        <Placemark><MultiGeometry><Point><coordinates>1,2</coordinates></Point>
        <Point><coordinates>3,4</coordinates></Point></MultiGeometry></Placemark>
        <Placemark><name>no place</name><Point><coordinates/></Point></Placemark>
        """)
        == ["waypoint 2.0 1.0 3.0 @5.0 \"home\"", "waypoint 2.0 1.0", "waypoint 4.0 3.0"])
  }

  @Test(arguments: [
    ("<TimeStamp><when>1970-01-01T00:00:01Z</when></TimeStamp>", " @1.0"),
    (
      "<TimeSpan><begin>1970-01-01T00:00:01Z</begin><end>1970-01-01T00:00:01Z</end></TimeSpan>",
      " @1.0"
    ),
    ("<TimeSpan><begin>1970-01-01T00:00:01Z</begin><end>1970-01-01T00:00:02Z</end></TimeSpan>", ""),
    ("<TimeSpan><begin>1970-01-01T00:00:01Z</begin></TimeSpan>", ""),
    // A day, a month and a year are no instants, and neither is a time in an unknown zone.
    ("<TimeStamp><when>1997-07-16</when></TimeStamp>", ""),
    ("<TimeStamp><when>1997-07</when></TimeStamp>", ""),
    ("<TimeStamp><when>1997</when></TimeStamp>", ""),
    ("<TimeStamp><when>1970-01-01T00:00:01</when></TimeStamp>", ""),
    // This is the time of a view.
    ("<LookAt><TimeStamp><when>1970-01-01T00:00:01Z</when></TimeStamp></LookAt>", ""),
  ])
  func onlyAnInstantIsATime(_ time: String, expected: String) throws {
    let place = "<name>a</name><Point><coordinates>1,2</coordinates></Point>"
    #expect(
      try Self.briefs("<Placemark>\(time)\(place)</Placemark>")
        == ["waypoint 2.0 1.0\(expected) \"a\""])
  }

  @Test func theTimeOfAFolderIsNotTheTimeOfItsPlaces() throws {
    #expect(
      try Self.briefs(
        """
        <Folder><TimeStamp><when>1970-01-01T00:00:01Z</when></TimeStamp>
        <Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></Folder>
        """) == ["waypoint 2.0 1.0"])
  }

  @Test func aSpanOfALineIsNotDistributedOverItsPoints() throws {
    // SkyDrop writes such files. GPSBabel distributes the points evenly over the span, which invents times.
    #expect(
      try Self.briefs(
        """
        <Placemark><TimeSpan><begin>2017-08-21T17:00:05Z</begin><end>2017-08-21T17:22:32Z</end>
        </TimeSpan><LineString><coordinates>1,2 3,4 5,6</coordinates></LineString></Placemark>
        """)
        == ["track", "fix 2.0 1.0 @1503334805.0", "fix 4.0 3.0", "fix 6.0 5.0 @1503336152.0"])
  }

  @Test func aTrackHasTimesAndPositions() throws {
    let items = try Self.items(
      """
      <Placemark><name>run</name><gx:Track><altitudeMode>absolute</altitudeMode>
      <when>1970-01-01T00:00:01.5Z</when><when/><when>1970-01-01T00:00:04Z</when>
      <gx:coord> 1  2 3 </gx:coord><gx:coord>4 5</gx:coord><gx:coord>6 7 8</gx:coord>
      <gx:coord>8 9 0</gx:coord></gx:Track></Placemark>
      """)
    #expect(
      items.map(\.brief) == [
        "track \"run\"", "fix 2.0 1.0 3.0 @1.5", "fix 5.0 4.0", "fix 7.0 6.0 8.0 @4.0",
        "fix 9.0 8.0 0.0",
      ])
    #expect(
      items.map(\.position) == [
        .zero, .zero, .zero, .milliseconds(2500), .milliseconds(2500),
      ])
    #expect(items.compactMap(\.update).count == 4)
  }

  @Test func timesAndPositionsMayTakeTurns() throws {
    // KML 2.3 without prefixes
    #expect(
      try Self.briefs(
        """
        <Placemark><Track><when>1970-01-01T00:00:01Z</when><coord>1 2</coord>
        <when>1970-01-01T00:00:02Z</when><coord>3 4</coord></Track></Placemark>
        """) == ["track", "fix 2.0 1.0 @1.0", "fix 4.0 3.0 @2.0"])
  }

  @Test func aMissingPositionKeepsTheOthersInStep() throws {
    // OpenTracks writes an empty position at the beginning and at the end.
    #expect(
      try Self.briefs(
        """
        <Placemark><gx:Track><when>1970-01-01T00:00:01Z</when><when>1970-01-01T00:00:02Z</when>
        <when>1970-01-01T00:00:03Z</when><gx:coord/><gx:coord>1 2</gx:coord><gx:coord> </gx:coord>
        </gx:Track></Placemark>
        """) == ["track", "fix 2.0 1.0 @2.0"])
  }

  @Test func theTracksOfAMultiTrackAreSegments() throws {
    let track = "<gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>"
    #expect(
      try Self.briefs(
        """
        <Placemark><name>a</name><gx:MultiTrack><gx:interpolate>0</gx:interpolate>\(track)<gx:Track/>
        \(track)</gx:MultiTrack></Placemark>
        """) == ["track \"a\"", "fix 2.0 1.0 3.0", "segment", "fix 2.0 1.0 3.0"])
  }

  @Test func arraysThatTheSchemaAnnouncesAreRead() throws {
    let fixes = try Self.fixes(
      Self.document(
        arrays: Self.array("speed", "1.5", "2.5") + Self.array("bearing", "360", "x")
          + Self.array("accuracy", "", "4") + Self.array("accuracy_vertical", "7")
          + Self.array("cadence", "80", "90"),
        fields: Self.field("speed", "Speed (m/s)") + Self.field("bearing")
          + Self.field("accuracy") + Self.field("accuracy_vertical") + Self.field("cadence")))
    #expect(fixes.map(\.speed) == [1.5, 2.5])
    #expect(fixes.map(\.course) == [0, nil])
    #expect(fixes.map(\.horizontalAccuracy) == [nil, 4])
    #expect(fixes.map(\.verticalAccuracy) == [7, nil])
    #expect(fixes.map { $0.timestamp?.timeIntervalSince1970 } == [1, 2])
    #expect(fixes.map(\.altitude) == [3, 6])
  }

  @Test func aSpeedInAnotherUnitIsIgnored() throws {
    let fixes = try Self.fixes(
      Self.document(
        arrays: Self.array("speed", "1.5", "2.5"), fields: Self.field("speed", "Speed (km/h)")))
    #expect(fixes.map(\.speed) == [nil, nil])
  }

  @Test(arguments: [
    ("absolute", true), ("clampToGround", true), ("relativeToGround", false),
    ("relativeToSeaFloor", false),
  ])
  func aHeightAboveTheGroundIsNoAltitude(_ mode: String, isAltitude: Bool) throws {
    let mode = "<altitudeMode>\(mode)</altitudeMode>"
    let line = "<coordinates>1,2,3</coordinates>"
    let items = try Self.items(
      """
      <Placemark><LineString>\(mode)\(line)</LineString></Placemark>
      <Placemark><Point>\(mode)\(line)</Point></Placemark>
      <Placemark><gx:Track>\(mode)<gx:coord>1 2 3</gx:coord></gx:Track></Placemark>
      <Placemark><gx:MultiTrack>\(mode)<gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>
      </gx:MultiTrack></Placemark>
      <Placemark><LineString>\(line)</LineString></Placemark>
      """)
    let place = "2.0 1.0" + (isAltitude ? " 3.0" : "")
    #expect(
      items.map(\.brief) == [
        "track", "fix \(place)", "waypoint \(place)", "track", "fix \(place)", "track",
        "fix \(place)", "track", "fix 2.0 1.0 3.0",
      ])
  }

  @Test func aTrackAfterHeightsAboveTheGroundHasAltitudes() throws {
    let mode = "<altitudeMode>relativeToGround</altitudeMode>"
    let track = "<gx:Track><gx:coord>1 2 3</gx:coord></gx:Track>"
    #expect(
      try Self.briefs(
        """
        <Placemark><gx:MultiTrack>\(mode)\(track)\(track)</gx:MultiTrack></Placemark>
        <Placemark>\(track)</Placemark>
        <Placemark><LineString>\(mode)<coordinates>1,2,3</coordinates></LineString></Placemark>
        <Placemark>\(track)</Placemark>
        <Placemark><Point>\(mode)<coordinates>1,2,3</coordinates></Point></Placemark>
        <Placemark><gx:MultiTrack>\(track)</gx:MultiTrack></Placemark>
        """) == [
          "track", "fix 2.0 1.0", "segment", "fix 2.0 1.0", "track", "fix 2.0 1.0 3.0", "track",
          "fix 2.0 1.0", "track", "fix 2.0 1.0 3.0", "waypoint 2.0 1.0", "track",
          "fix 2.0 1.0 3.0",
        ])
  }

  @Test func areasAndViewsAreNoPlaces() throws {
    #expect(
      try Self.briefs(
        """
        <Placemark><LookAt><longitude>1</longitude></LookAt><Polygon><outerBoundaryIs><LinearRing>
        <coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
        <GroundOverlay><name>x</name></GroundOverlay>
        """) == [])
  }

  @Test func peopleWriteSpacesAfterCommas() throws {
    #expect(
      try Self.briefs(
        "<Placemark><LineString><coordinates>1, 2, 3 4,\n5,</coordinates></LineString></Placemark>")
        == ["track", "fix 2.0 1.0 3.0", "fix 5.0 4.0"])
  }

  @Test func aDescriptionThatIsTooLongIsLeftOut() throws {
    let picture = String(repeating: "a", count: 70_000)
    #expect(
      try Self.briefs(
        """
        <Placemark><name>a</name><description>\(picture)</description>
        <LineString><coordinates>1,2</coordinates></LineString></Placemark>
        """) == ["track \"a\"", "fix 2.0 1.0"])
  }
}
