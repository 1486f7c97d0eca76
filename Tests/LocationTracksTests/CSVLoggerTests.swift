import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// Files as GPS loggers, phones and spreadsheets write them.
@Suite(.inTurn) struct CSVLoggerTests {
  private static func track(_ text: String) throws -> ParsedTrack {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .known(.csv))
    return try ParsedTrack(text, as: .csv)
  }

  /// A logger with an MTK chip, as iBlue and Qstarz sell it.
  @Test func hemispheresAndUnitsInCellsAreRead() throws {
    let track = try Self.track(
      """
      INDEX,RCR,DATE,TIME,VALID,LATITUDE,N/S,LONGITUDE,E/W,HEIGHT,SPEED,HEADING,PDOP,HDOP,NSAT (USED/VIEW),DISTANCE,
      1,T,2025/03/01,12:00:00,No fix,0.000000,N,0.000000,E,0.000 M,0.000 km/h,0.000000,0.00,0.00,0(3),0.00 M,
      2,T,2025/03/01,12:00:05,SPS,33.500000,S,70.600000,W,512.250 M,36.000 km/h,90.5,1.98,1.4,8(10),0.00 M,
      3,TD,2025/3/1,12:00:10,DGPS,33.500000,N,70.600000,E,1000 ft,10 kn,,,,8/11,12.5 M,
      """)
    #expect(track.error == nil && track.kinds == ["loss", "fix", "fix"])
    let (first, last) = (try #require(track.fixes.first), try #require(track.fixes.last))
    #expect(first.coordinate == (try Coordinate(latitude: -33.5, longitude: -70.6)))
    #expect(first.timestamp == .march(12, 0, 5) && first.status == .autonomous)
    #expect(first.altitude == 512.25 && abs((first.speed ?? 0) - 10) < 1e-9)
    #expect(first.course == 90.5 && first.heading == nil && first.satellitesUsed == 8)
    #expect(first.dilution.position == 1.98 && first.dilution.horizontal == 1.4)
    #expect(last.coordinate == (try Coordinate(latitude: 33.5, longitude: 70.6)))
    #expect(last.altitude == 304.8 && last.speed == 18520 / 3600 && last.satellitesUsed == 8)
    #expect(last.timestamp == .march(12, 0, 10) && last.status == .differential)
    #expect(track.skipped.names == ["INDEX", "DISTANCE"])
    guard case .fixLost(let loss) = track.items.first?.update else {
      Issue.record("\(track.items)")
      return
    }
    #expect(loss.reason == .noFix && loss.timestamp == .march(12, 0, 0))
  }

  /// A Columbus logger fills its fields with zero bytes. A point that somebody saved has another tag.
  @Test func aLetterMayFollowTheAngle() throws {
    let track = try Self.track(
      """
      INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,FIX MODE,VALID,PDOP,HDOP,VDOP,VOX
      1\0\0\0,T,250301,120000,47.797283N,013.049748W,-5\0\0,36\0,206,3D,SPS ,2.3  ,2.1,1.0,
      2\0\0\0,V,250301,120001,47.797283S,013.049748E,519\0,0\0\0,0\0\0,2D,DGPS,2.3  ,2.1,1.0,VOX00001
      """)
    #expect(track.error == nil && track.kinds == ["fix", "waypoint"])
    let fix = try #require(track.fixes.first)
    #expect(fix.coordinate == (try Coordinate(latitude: 47.797283, longitude: -13.049748)))
    #expect(fix.timestamp == .march(12, 0, 0) && fix.altitude == -5)
    #expect(abs((fix.speed ?? 0) - 10) < 1e-9 && fix.course == 206 && fix.mode == .threeD)
    let place = try Coordinate(latitude: -47.797283, longitude: 13.049748)
    #expect(track.waypoints == [TrackWaypoint(place, altitude: 519, timestamp: .march(12, 0, 1))])
  }

  @Test(arguments: [
    ("48.5,N,11.25,E", 48.5, 11.25), ("48.5,s,11.25,w", -48.5, -11.25),
    ("-48.5,S,-11.25,W", -48.5, -11.25), ("48,N,11,E", 48, 11),
    ("\"48° 30'\",N,\"11° 15' 00\"\"\",E", 48.5, 11.25), ("\"48,5\",S,\"11,25\",E", -48.5, 11.25),
  ])
  func anAngleMayHaveALetterInTheNextCell(cells: String, latitude: Double, longitude: Double) throws
  {
    let track = try Self.track("lat,N/S,lon,E/W\n" + cells)
    #expect(track.error == nil)
    let place = try Coordinate(latitude: latitude, longitude: longitude)
    #expect(track.fixes.map(\.coordinate) == [place])
  }

  @Test(arguments: ["48.5,X,11.25,E", "48.5,E,11.25,N", "98.5,N,11.25,E"])
  func aWrongLetterIsAnError(cells: String) throws {
    let track = try Self.track("lat,N/S,lon,E/W\n\(cells)\n")
    let quoted = cells.split(separator: ",").map { "\"\($0)\"" }.joined(separator: ", ")
    #expect(track.error?.problem == "expected latitude and longitude in degrees, not " + quoted)
    #expect(track.items.isEmpty)
  }

  @Test(arguments: [
    ("N48.5", "W 11.25"), ("48.5° N", "11.25°W"), ("48 30 00 N", "11 15 00 W"), ("48,5", "-11,25"),
  ])
  func anAngleIsReadAsPeopleWriteIt(latitude: String, longitude: String) throws {
    let track = try Self.track("lat;lon\n\(latitude);\(longitude)")
    #expect(track.error == nil)
    #expect(track.fixes.map(\.coordinate) == [try Coordinate(latitude: 48.5, longitude: -11.25)])
  }

  /// Physics apps name units in the header, also with signs.
  @Test func headersOfPhonesAreRead() throws {
    let track = try Self.track(
      """
      "Time (s)";"Latitude (°)";"Longitude (°)";"Height (m)";"Velocity (m/s)";"Direction (°)";"Horizontal Accuracy (m)"
      0,5;48,5;11,25;512,5;10;90°;4
      """)
    let fix = try #require(track.fixes.first)
    // Seconds since the start of an experiment are no time of day.
    #expect(fix.timestamp == nil && fix.timeOfDay == nil && track.skipped.names == ["Time (s)"])
    #expect(fix.altitude == 512.5 && fix.speed == 10)
    #expect(fix.course == 90 && fix.errors.horizontal == 4)
  }

  @Test(arguments: [
    ("31.12.2024", "9:05:07", 1_735_635_907.0), ("2024-12-31", "09:05:07,250", 1_735_635_907.25),
    ("20241231", "090507", 1_735_635_907), ("2024/12/31", "9:05:07 PM", 1_735_679_107),
    ("2024/1/5", "12:00 AM", 1_704_412_800), ("2024-12-31", "24:00:00", 1_735_689_600),
    ("2024-12-31", "14:35:07+0530", 1_735_635_907), ("2024-12-31", "09:05:07 UTC", 1_735_635_907),
  ])
  func datesAndTimesAreReadAsProgramsWriteThem(date: String, time: String, seconds: Double) throws {
    let track = try Self.track("date;time;lat;lon\n\(date);\(time);1;2")
    #expect(track.fixes.map { $0.timestamp?.timeIntervalSince1970 } == [seconds])
    #expect(track.skipped.isEmpty)
  }

  @Test func nanosecondsSince1970AreRead() throws {
    let track = try Self.track("time,lat,lon\n1740830400250000000,1,2")
    let time = try #require(track.fixes.first?.timestamp)
    #expect(abs(time.timeIntervalSince(.march(12, 0, 0.25))) < 1e-6)
  }

  @Test func millisecondsMayHaveAColumnOfTheirOwn() throws {
    let track = try Self.track(
      "INDEX,UTC DATE,UTC TIME,LOCAL DATE,LOCAL TIME,MS,LATITUDE,N/S,LONGITUDE,E/W\n"
        + "1,2025/03/01,12:00:00,2025/03/01,13:00:00,250,1,N,2,E")
    #expect(track.fixes.map(\.timestamp) == [.march(12, 0, 0.25)])
    #expect(track.skipped.names == ["INDEX", "LOCAL DATE", "LOCAL TIME"])
  }

  /// Nothing is lost without a word: the columns with unreadable values are counted.
  @Test func valuesThatCannotBeReadAreCounted() throws {
    let track = try Self.track(
      """
      date,time,lat,lon,ele,speed,valid,mode
      03/04/2025,12:00:00,1,2,high,10 furlongs,maybe,7
      03/04/2025,noon,1,2,"1,234",5 m,yes,2
      ,,1,2,n/a,-,,
      ,,,,5,,,
      """)
    #expect(track.fixes.count == 3)
    #expect(
      Set(track.skipped.names) == [
        "unreadable ele (2)", "unreadable speed (2)", "unreadable valid", "unreadable mode",
        "unreadable date (2)", "unreadable time", "line without a place",
      ])
  }

  @Test(arguments: ["0", "1"])
  func aModeWithoutAFixIsALostFix(mode: String) throws {
    let track = try Self.track("time,lat,lon,mode\n2025-03-01T12:00:00Z,1,2,\(mode)\n,1,2,3")
    #expect(track.kinds == ["loss", "fix"])
  }

  /// The error of a table speaks of its columns and not of sentences.
  @Test(arguments: [
    ("name,zone,easting,northing\na,33U,412345,5345678\n", "; UTM is not read"),
    ("UTM;time\n33U 412345 5345678;12:00\n", "; UTM is not read"),
    ("a,b,c\n1,2,3\n", ""), ("48.5,11.25,512\n48.6,11.26,513\n", ""),
  ])
  func aTableWithoutPlacesNamesItsColumns(text: String, hint: String) throws {
    let track = try Self.track(text)
    let line = try #require(text.split(separator: "\n").first)
    #expect(
      track.error?.description
        == "line 1: expected a header with columns for latitude and longitude, not \"\(line)\"\(hint)"
    )
  }

  @Test(arguments: [
    "08,0.9,545.4,M\r\n$GPGGA,1,2\r\n", "Log of today, by me\n$GPRMC,1\n",
    "one word\nand another\n",
  ])
  func linesOfAReceiverAreNoTable(text: String) {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .other)
  }
}
