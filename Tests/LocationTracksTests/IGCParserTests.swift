import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct IGCParserTests {
  private static let header = "AXXX001 our own recorder\r\nHFDTE010325\r\n"

  private static func track(_ lines: String...) throws -> ParsedTrack {
    try ParsedTrack(header + lines.joined(separator: "\r\n") + "\r\n", as: .igc)
  }

  @Test func aBRecordIsAFixWithBothAltitudes() throws {
    // GPSBabel makes two points of a record, in a track for each altitude: 2140 points of a file with 1070
    // records. A record has one time and one position, so it is one fix.
    let track = try Self.track("B1101355206343N00006198WA0058700558")
    let fix = try #require(track.fixes.first)
    #expect(fix.timestamp == .march(11, 1, 35))
    // 52° 06.343' and 0° 06.198'
    #expect(fix.coordinate.latitude == 3_126_343.0 / 60_000)
    #expect(fix.coordinate.longitude == -6198.0 / 60_000)
    #expect(fix.altitude == 558 && fix.ellipsoidalAltitude == nil)
    #expect(fix.pressureAltitude == 587)
    #expect(fix.mode == .threeD && fix.timeOfDay == nil && fix.speed == nil)
    #expect(fix.source == FixSource(kind: .replayed, name: "file:track"))
    #expect(track.error == nil)
  }

  @Test(
    arguments: [
      ("HFALGALTGPS:ELL", nil, 558), ("HFALG ALT GPS:ell", nil, 558),
      ("HFALGALTGPS:GEO", 558, nil),
    ] as [(String, Double?, Double?)])
  func theHeaderNamesTheReferenceOfTheAltitude(
    line: String, altitude: Double?, ellipsoidal: Double?
  ) throws {
    let fix = try #require(
      try Self.track(line, "B1101355206343N00006198WA0058700558").fixes.first)
    #expect(fix.altitude == altitude && fix.ellipsoidalAltitude == ellipsoidal)
  }

  @Test func aRecorderWithoutASensorHasNoPressureAltitude() throws {
    let fixes = try Self.track(
      "B1101355206343N00006198WA0000000558", "B1101365206343N00006198WA-001200558",
      "B1101375206343N00006198WA0000000558"
    ).fixes
    #expect(fixes.map(\.pressureAltitude) == [nil, -12, 0])
  }

  @Test func aRecordThatIsNotValidHasNoAltitudeByGNSS() throws {
    let track = try Self.track(
      "B1101355206343N00006198WV0058700000", "B1101360000000N00000000EV0058700000")
    #expect(track.kinds == ["fix", "loss"])
    #expect(track.fixes.first?.altitude == nil)
    #expect(track.fixes.first?.mode == .twoD)
    #expect(track.fixes.first?.pressureAltitude == 587)
  }

  @Test func midnightBeginsTheNextDay() throws {
    let track = try Self.track(
      "B2359585206343N00006198WA0058700558", "B0000035206343N00006198WA0058700558",
      "B0000025206343N00006198WA0058700558")
    let times: [Date] = [.march(23, 59, 58), .march(24, 0, 3), .march(24, 0, 2)]
    #expect(track.fixes.map(\.timestamp) == times)
    #expect(track.items.map(\.position) == [.zero, .seconds(5), .seconds(5)])
  }

  @Test func withoutADateOnlyTheTimeOfDayIsKnown() throws {
    let track = try ParsedTrack(
      "AXXX001\nB2359585206343N00006198WA0058700558\nB0000035206343N00006198WA0058700558\n",
      as: .igc)
    #expect(track.fixes.map(\.timestamp) == [nil, nil])
    #expect(track.fixes.map(\.timeOfDay) == [86_398, 3])
    #expect(track.items.map(\.position) == [.zero, .seconds(5)])
  }

  @Test func aLaterDateBeginsASegment() throws {
    let track = try Self.track(
      "B1101355206343N00006198WA0058700558", "HFDTEDATE:020325,02",
      "B1001355206343N00006198WA0058700558")
    #expect(track.kinds == ["fix", "segment", "fix"])
    #expect(track.fixes.last?.timestamp == .march(34, 1, 35))
  }

  @Test func furtherValuesAreWhereTheIRecordSays() throws {
    let track = try Self.track(
      "I083638FXA3940SIU4143GSP4446TRT4749HDT5050TDS5152LAD5354LOD",
      "B1101355206343N00006198WA0058700558003" + "08" + "036" + "270" + "360" + "5" + "25" + "50")
    let fix = try #require(track.fixes.first)
    #expect(fix.errors.horizontal == 3)
    #expect(fix.satellitesUsed == 8)
    #expect(fix.speed == 10 && fix.course == 270 && fix.heading == 0)
    #expect(fix.timestamp == .march(11, 1, 35.5))
    #expect(fix.coordinate.latitude == 312_634_325.0 / 6_000_000)
    #expect(fix.coordinate.longitude == -619_850.0 / 6_000_000)
  }

  @Test func aTaskIsARoute() throws {
    // GPSBabel calls the points START, TURN01 and FINISH, and gives them the time of the declaration. The
    // records have names of their own and no times.
    let track = try Self.track(
      "C150701213841160701000102 500K Tri", "C0000000N00000000ETAKEOFF",
      "C5111359N00101899WLASHAM CLUBHOUSE")
    guard case .routePoint(let mark) = track.items.last?.content else {
      Issue.record("\(track)")
      return
    }
    #expect(track.items.first?.content == .routeStart(TrackTitle(name: "500K Tri")))
    #expect(track.items.count == 2)
    #expect(mark.name == "LASHAM CLUBHOUSE")
    #expect(mark.coordinate.latitude == 3_071_359.0 / 60_000)
  }

  @Test(arguments: [
    "B110135", "B1101355206343X00006198WA0058700558", "B1161355206343N00006198WA0058700558",
    "B1101355260001N00006198WA0058700558", "B1101359106343N00006198WA0058700558",
    "B1101355206343N00006198WA005870055", "B3501355206343N00006198WA0058700558",
  ])
  func aMalformedRecordIsLeftOutUnlessNothingElseIsThere(line: String) throws {
    let good = "B1101355206343N00006198WA0058700558"
    let track = try Self.track(good, "LXXX note", line, good)
    #expect(track.fixes.count == 2 && track.error == nil)
    #expect(track.skipped.names == ["unreadable line"])
    let error = try Self.track("LXXX note", line).error
    #expect(error?.line == 4)
    #expect(error?.problem.contains("expected B, time, latitude") == true)
    #expect(error?.problem.contains("not \"\(line)\"") == true)
  }

  @Test func anAltitudeThatIsNoNumberCostsTheAltitude() throws {
    let track = try Self.track("B1101355206343N00006198WA00587 0558")
    let fix = try #require(track.fixes.first)
    #expect(fix.altitude == nil && fix.pressureAltitude == 587)
    #expect(track.skipped.names == ["unreadable altitude"])
  }

  @Test func sixtyMinutesAreADegree() throws {
    // XCSoar and others round 59.9996 minutes so.
    let track = try Self.track("B1101355260000N00060000WA0058700558")
    #expect(track.fixes.first?.coordinate == (try Coordinate(latitude: 53, longitude: -1)))
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let text =
      Self.header + "B1101355206343N00006198WA0058700558\r\n\r\nB1101365206343N00006198WA0058700558"
    let whole = try ParsedTrack(text, as: .igc)
    #expect(whole.fixes.count == 2)
    for size in 1...40 {
      #expect(try ParsedTrack(text, as: .igc, inPiecesOf: size).items == whole.items)
    }
  }

  @Test func anEmptyFileIsAnError() throws {
    #expect(try ParsedTrack("", as: .igc).error?.line == 1)
  }
}
