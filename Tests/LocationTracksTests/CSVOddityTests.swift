import LocationCore
import TestTurns
import Testing

@testable import LocationTracks

/// Tables that spreadsheets, radio transmitters and phones write.
@Suite(.inTurn) struct CSVOddityTests {
  private func expectRecognized(_ text: String) {
    #expect(FileFormat.recognize(text.utf8, isWhole: true) == .known(.csv))
    for count in 0..<text.utf8.count {
      let early = FileFormat.recognize(text.utf8.prefix(count), isWhole: false)
      #expect(early == .undecided || early == .known(.csv), "\(count) bytes")
    }
  }

  @Test(arguments: [
    "sep=;\nlat;lon\n1;2\n# a; comment\n3;4\n", "\"sep=,\"\r\nlat,lon\r\n1,2\r\n3,4\r\n",
    "# of \"my walk\n\n#lat,lon\n1,2\n#\n3,4\n", "sep=\t\nlat\tlon\n1\t2\n3\t4\n",
  ])
  func commentsAndTheSeparatorOfExcelAreNoRecords(text: String) throws {
    let track = try ParsedTrack(text, as: .csv)
    #expect(track.fixes.map(\.coordinate.latitude) == [1, 3])
    #expect(track.error == nil && track.skipped.isEmpty)
    expectRecognized(text)
  }

  @Test func aLineThatBeginsWithANumberSignAndHasAllColumnsIsARecord() throws {
    let track = try ParsedTrack("name,lat,lon\n#1,1,2\n#2,3,4\n", as: .csv)
    #expect(track.waypoints.map(\.name) == ["#1", "#2"])
  }

  @Test func openTracksWritesKilometersPerHour() throws {
    let text = """
      #time,trackpoint_type,latitude,longitude,accuracy_horizontal,accuracy_vertical,speed
      "2025-03-01T01:00:00+01:00","TRACKPOINT",1,2,10,5,36

      """
    let track = try ParsedTrack(text, as: .csv)
    let fix = try #require(track.fixes.first)
    #expect(fix.timestamp == .march(0, 0, 0) && abs((fix.speed ?? 0) - 10) < 1e-9)
    #expect(fix.errors.horizontal == 10 && fix.errors.vertical == 5 && track.skipped.isEmpty)
    expectRecognized(text)
  }

  @Test(arguments: [
    "Date,Time,GPS,GSpd(kmh),GAlt(m)\n2025-03-01,00:00:01.5,47.5 -8.25,36,500\n",
    "date;time;LatLon;GSpd(kmh);GAlt(m)\n2025-03-01;00:00:01.5;47.5, -8.25;36;500\n",
    "date,time,coordinates,GSpd(kmh),GAlt(m)\n2025-03-01,00:00:01.5,\"47.5,-8.25\",36,500\n",
  ])
  func oneColumnMayHaveLatitudeAndLongitude(text: String) throws {
    let track = try ParsedTrack(
      text + text.split(separator: "\n")[1].replacing("47", with: "x") + "\n", as: .csv)
    let fix = try #require(track.fixes.first)
    #expect(fix.coordinate == (try Coordinate(latitude: 47.5, longitude: -8.25)))
    #expect(fix.timestamp == .march(0, 0, 1.5) && fix.altitude == 500)
    #expect(abs((fix.speed ?? 0) - 10) < 1e-9)
    #expect(track.skipped.names == ["point without a possible position"])
    expectRecognized(text)
  }

  /// Android's loggers write the unit as a part of the word.
  @Test func aUnitMayBelongToTheWord() throws {
    let text = """
      Provider,LatitudeDegrees,LongitudeDegrees,AltitudeMeters,SpeedMps,AccuracyMeters,BearingDegrees,UnixTimeMillis
      FLP,47.5,-8.25,500.5,10,3.5,90,1740787200500

      """
    let track = try ParsedTrack(text, as: .csv)
    let fix = try #require(track.fixes.first)
    #expect(fix.coordinate == (try Coordinate(latitude: 47.5, longitude: -8.25)))
    #expect(fix.timestamp == .march(0, 0, 0.5) && fix.altitude == 500.5 && fix.speed == 10)
    #expect(fix.course == 90 && fix.errors.horizontal == 3.5)
    #expect(track.skipped.names == ["Provider"])
    expectRecognized(text)
  }

  @Test(arguments: ["536870912,-134217728", "45.0,-11.25"])
  func theNamesOfFITMeanSemicircles(place: String) throws {
    let text = "TS,position_lat,position_long\n2025-03-01T00:00:00Z,\(place)\n"
    let track = try ParsedTrack(text, as: .csv)
    let fix = try #require(track.fixes.first)
    #expect(fix.coordinate == (try Coordinate(latitude: 45, longitude: -11.25)))
    #expect(fix.timestamp == .march(0, 0, 0) && track.skipped.isEmpty)
  }

  @Test func degreesMayBeWholeNumbers() throws {
    let track = try ParsedTrack(
      "latitudeE7,longitudeE7\n471234567,-82345678\n0,9000000000\n", as: .csv)
    #expect(
      track.fixes.map(\.coordinate) == [try Coordinate(latitude: 47.1234567, longitude: -8.2345678)]
    )
    #expect(track.skipped.names == ["point without a possible position"])
  }
}
