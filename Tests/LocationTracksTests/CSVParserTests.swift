import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct CSVParserTests {
  @Test func whatTheWriterWroteReadsAsTheSameFixes() throws {
    var writer = TrackWriter(.csv)
    let source = FixSource(kind: .replayed, name: "file:track", device: "/dev/tty, \"A\"")
    let (full, bare) = (try Fix.full(source: source), try Fix.bare(source: source))
    let document = writer.document([.fix(full), .fix(bare)])
    #expect(FileFormat.recognize(document.utf8, isWhole: false) == .known(.csv))
    let track = try ParsedTrack(document, as: .csv)
    var expected = full
    // The format has no columns for these.
    expected.errors = ErrorEstimates()
    expected.errors.horizontal = full.errors.horizontal
    expected.errors.vertical = full.errors.vertical
    expected.differentialAge = nil
    expected.differentialStation = nil
    #expect(track.error == nil)
    #expect(track.fixes == [expected, bare])
  }

  @Test(arguments: [
    "lat,lon\n1.5,-2.25\n", "Latitude;Longitude\r\n1,5;-2,25\r\n", "\"lng\"\t\"lat\"\n-2.25\t1.5",
    "id|LONG|LAT|\n7|-2.25|1.5|\n", "\u{FEFF}lat , lon\n 1.5 , -2.25 \n\n",
    "GPS Latitude,GPS Longitude\n1.5,-2.25\n", "latitude_deg,longitude (deg)\n15e-1,-2.25\n",
  ])
  func aHeaderNamesTheColumns(text: String) throws {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .known(.csv))
    let track = try ParsedTrack(text, as: .csv)
    #expect(track.error == nil)
    let place = try Coordinate(latitude: 1.5, longitude: -2.25)
    #expect(
      track.fixes == [
        Fix(coordinate: place, source: FixSource(kind: .replayed, name: "file:track"))
      ])
  }

  @Test func valuesHaveTheUnitsOfTheirColumns() throws {
    let fix = try #require(
      try ParsedTrack(
        """
        lat,lon,ele (ft),Speed (km/h),bearing,hacc,Vertical Speed [kn],sat,hdop,altHAE,mystery
        1,2,1000,36,360,5.5,3600,9,1.2,350,x
        """, as: .csv
      ).fixes.first)
    #expect(fix.altitude == 304.8 && fix.ellipsoidalAltitude == 350)
    #expect(fix.speed == 10 && fix.course == 0 && fix.heading == nil)
    #expect(abs((fix.climb ?? 0) - 1852) < 1e-9)
    #expect(fix.errors.horizontal == 5.5 && fix.satellitesUsed == 9)
    #expect(fix.dilution.horizontal == 1.2 && fix.mode == nil)
  }

  @Test func valuesThatAreMissingOrImpossibleAreNil() throws {
    let track = try ParsedTrack(
      """
      lat,lon,ele,time,speed,course,sat,hdop,mode,status
      1,2,,,,,,,,
      1,2
      1,2,nan,today,-1,361,1.5,-1,4,best
      """, as: .csv)
    let bare = Fix(
      coordinate: try Coordinate(latitude: 1, longitude: 2),
      source: FixSource(kind: .replayed, name: "file:track"))
    #expect(track.fixes == [bare, bare, bare])
  }

  @Test(arguments: [
    "2025-03-01T12:00:00.250Z", "2025-03-01 12:00:00.250", "2025/03/01 12:00:00.25 UTC",
    "2025-03-01T14:00:00.25+02:00", "2025-03-01 14:00:00.25+0200", "1740830400.25",
    "1740830400250", "1740830400250000",
  ])
  func aTimeIsReadAsFilesWriteIt(text: String) throws {
    let track = try ParsedTrack("time,lat,lon\n\(text),1,2\n", as: .csv)
    #expect(track.fixes.map(\.timestamp) == [.march(12, 0, 0.25)])
  }

  @Test(arguments: [
    ("date,time", "2025-03-01,12:00:05"), ("Date,Time of day", "20250301,12:00:05Z"),
    ("utc date,timestamp", "2025.03.01,12:00:05"),
  ])
  func aDateMayHaveAColumnOfItsOwn(header: String, values: String) throws {
    let track = try ParsedTrack("\(header),lat,lon\n\(values),1,2\n", as: .csv)
    #expect(track.fixes.map(\.timestamp) == [.march(12, 0, 5)])
    #expect(track.fixes.map(\.timeOfDay) == [nil])
  }

  @Test func withoutADateOnlyTheTimeOfDayIsKnown() throws {
    let track = try ParsedTrack(
      "time,lat,lon\n23:59:58,1,2\n00:00:01.5,1,2\n03/01/2025 10:00:00,1,2\n", as: .csv)
    #expect(track.fixes.map(\.timeOfDay) == [86_398, 1.5, nil])
    #expect(track.fixes.map(\.timestamp) == [nil, nil, nil])
    #expect(
      track.items.map(\.position) == [.zero, .milliseconds(3500), .milliseconds(3500)])
  }

  @Test func aLineWithANameAndWithoutATimeIsAWaypoint() throws {
    let track = try ParsedTrack(
      """
      name,lat,lon,ele,time
      "a ""big"", far
      hill",1,2,300,
      "",3,4,,
      camp,5,6,,2025-03-01T12:00:00Z
      """, as: .csv)
    #expect(track.kinds == ["waypoint", "fix", "fix"])
    #expect(
      track.waypoints == [
        TrackWaypoint(
          try Coordinate(latitude: 1, longitude: 2), altitude: 300, name: "a \"big\", far\nhill")
      ])
  }

  @Test func aLineWithoutAPlaceHasNoItem() throws {
    let track = try ParsedTrack("lat,lon,ele\n,,5\n1,2,\n\n", as: .csv)
    #expect(track.kinds == ["fix"] && track.error == nil)
  }

  @Test func anotherHeaderBeginsASegment() throws {
    let track = try ParsedTrack("lat,lon\n1,2\nlon,lat\n4,3\n", as: .csv)
    #expect(track.kinds == ["fix", "segment", "fix"])
    #expect(track.fixes.map(\.coordinate.latitude) == [1, 3])
  }

  @Test(arguments: [
    ("91,0\n", 2, "expected latitude and longitude in degrees, not \"91\", \"0\""),
    ("\n1\n", 3, "not \"1\", \"\""), ("x,2\n", 2, "not \"x\", \"2\""),
    ("0x1,2\n", 2, "not \"0x1\", \"2\""), ("\"1,2\n", 2, "a quotation mark is not closed"),
  ])
  func aFileWithoutAGoodLineIsAnErrorThatNamesTheFirstLine(
    rest: String, line: Int, problem: String
  ) throws {
    let track = try ParsedTrack("lat,lon\n" + rest, as: .csv)
    #expect(track.items.isEmpty)
    #expect(track.error?.line == line)
    #expect(track.error?.problem.contains(problem) == true, "\(track)")
  }

  @Test func aQuotationMarkThatIsNeverClosedCostsItsLine() throws {
    let track = try ParsedTrack(
      "lat,lon,name\n1,2,\"a\nb\"\n3,4,a 5\" pipe\n5,6,c\n7,8,d\n", as: .csv)
    #expect(track.waypoints.map(\.name) == ["a\nb", "c", "d"])
    #expect(track.error == nil && track.skipped.names == ["unreadable line"])
  }

  @Test(arguments: [
    ("", ""), ("time,speed\n1,2\n", ", not \"time,speed\""),
    ("lat,latitude\n1,2\n", ", not \"lat,latitude\""),
    ("Easting,Northing\n1,2\n", ", not \"Easting,Northing\"; UTM is not read"),
  ])
  func aFileWithoutAHeaderIsAnError(text: String, found: String) throws {
    let track = try ParsedTrack(text, as: .csv)
    #expect(
      track.error
        == TrackFileError(
          line: 1, problem: "expected a header with columns for latitude and longitude" + found))
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let text = "name,lat,lon\r\n\"a\r\nb\",1,2\r\n,3,4\r\n5,\"6\",7"
    let whole = try ParsedTrack(text, as: .csv)
    #expect(whole.kinds == ["waypoint", "fix", "waypoint"])
    for size in 1...20 {
      let track = try ParsedTrack(text.utf8, as: .csv, inPiecesOf: size, keepsBytes: true)
      #expect(track.kinds == whole.kinds)
      #expect(track.items.flatMap(\.bytes) == Array(text.utf8))
    }
  }
}
