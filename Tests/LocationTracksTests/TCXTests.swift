import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TCXTests {
  private static func items(_ content: String) throws -> [TrackItem] {
    try parsedItems(
      of: "<TrainingCenterDatabase>\(content)</TrainingCenterDatabase>", as: .tcx)
  }

  private static func point(_ latitude: Int, _ more: String = "") -> String {
    """
    <Trackpoint><Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>
    <LongitudeDegrees>0</LongitudeDegrees></Position>\(more)</Trackpoint>
    """
  }

  private static func activity(_ laps: String) -> String {
    "<Activities><Activity Sport=\"Running\"><Id>morning</Id>\(laps)</Activity></Activities>"
  }

  @Test func aTrackpointIsAFix() throws {
    let items = try Self.items(
      Self.activity(
        """
        <Lap StartTime="2025-01-01T00:00:00Z"><TotalTimeSeconds>9</TotalTimeSeconds>
        <MaximumSpeed>9</MaximumSpeed><Track><Trackpoint><Time>2025-01-01T00:00:00.250Z</Time><Position>
        <LatitudeDegrees>51.5</LatitudeDegrees><LongitudeDegrees> -0.25 </LongitudeDegrees></Position>
        <AltitudeMeters>30.5</AltitudeMeters><DistanceMeters>7</DistanceMeters>
        <HeartRateBpm><Value>120</Value></HeartRateBpm>
        <Extensions><ns3:TPX><ns3:Speed>3.25</ns3:Speed></ns3:TPX></Extensions></Trackpoint></Track></Lap>
        """))
    #expect(items.count == 2)
    #expect(items.first?.content == .trackStart(TrackTitle(name: "morning", type: "Running")))
    guard case .fix(let fix) = items.last?.update else {
      Issue.record("The items are \(items).")
      return
    }
    #expect(try fix.coordinate == Coordinate(latitude: 51.5, longitude: -0.25))
    #expect(fix.timestamp == Date(timeIntervalSince1970: 1_735_689_600.25))
    #expect(fix.altitude == 30.5 && fix.mode == nil)
    #expect(fix.speed == 3.25 && fix.course == nil)
    #expect(fix.source == FixSource(kind: .replayed, name: "file:track"))
    #expect(fix.receivedAt == nil)
  }

  @Test func valuesThatAreMissingOrImpossibleAreNil() throws {
    let items = try Self.items(
      Self.activity(
        "<Lap><Track>" + Self.point(1)
          + Self.point(
            2,
            """
            <Time>today</Time><AltitudeMeters>high</AltitudeMeters><Speed>1</Speed>
            <Extensions><TPX><Speed>-1</Speed></TPX></Extensions>
            """) + "</Track></Lap>"))
    #expect(items.map(\.brief) == ["track \"morning\"", "fix 1.0 0.0", "fix 2.0 0.0"])
    for item in items {
      if case .fix(let fix) = item.update { #expect(fix.speed == nil && fix.mode == nil) }
    }
  }

  @Test func aTrackpointWithoutAPositionIsLeftOut() throws {
    let items = try Self.items(
      Self.activity(
        """
        <Lap><Track><Trackpoint><Time>2025-01-01T00:00:00Z</Time></Trackpoint>\(Self.point(1))
        <Trackpoint><Position><LatitudeDegrees>5</LatitudeDegrees></Position></Trackpoint></Track></Lap>
        """))
    #expect(items.map(\.brief) == ["track \"morning\"", "fix 1.0 0.0"])
  }

  @Test func aLapContinuesTheTrackAndASecondTrackOfALapIsASegment() throws {
    // A lap of TCX has neither a place nor a name. It ends with its last point, and the end of the last lap is
    // that of the track.
    let items = try Self.items(
      Self.activity(
        """
        <Lap><Track>\(Self.point(1))</Track><Track>\(Self.point(2))</Track></Lap>
        <Lap><Track>\(Self.point(3))</Track><Track/><Track>\(Self.point(4))</Track></Lap>
        """))
    #expect(
      items.map(\.brief) == [
        "track \"morning\"", "fix 1.0 0.0", "segment", "fix 2.0 0.0",
        "waypoint 2.0 0.0 \"LAP001\"", "fix 3.0 0.0", "segment", "fix 4.0 0.0",
      ])
  }

  @Test func everyActivityIsATrack() throws {
    let lap = "<Lap><Track>\(Self.point(1))</Track></Lap>"
    let items = try Self.items(
      """
      <Activities><MultiSportSession><Id>x</Id><FirstSport>\(Self.activity(lap))</FirstSport>
      <NextSport><Transition/>\(Self.activity(lap))</NextSport></MultiSportSession></Activities>
      """)
    #expect(
      items.map(\.brief) == [
        "track \"morning\"", "fix 1.0 0.0", "track \"morning\"", "fix 1.0 0.0",
      ])
  }

  @Test(arguments: [("Biking", "Biking"), ("Running", "Running"), ("Other", nil), ("", nil)])
  func theSportIsTheTypeOfTheTrack(sport: String, type: String?) throws {
    let items = try Self.items(
      Self.activity("<Lap><Track>\(Self.point(1))</Track></Lap>").replacing("Running", with: sport))
    #expect(items.first?.content == .trackStart(TrackTitle(name: "morning", type: type)))
  }

  @Test func aCourseIsATrackWithWaypoints() throws {
    let place = """
      <LatitudeDegrees>7</LatitudeDegrees><LongitudeDegrees>8</LongitudeDegrees>
      """
    let items = try Self.items(
      """
      <Courses><Course><Name>Loop</Name><Lap><BeginPosition>\(place)</BeginPosition></Lap>
      <Track>\(Self.point(1))\(Self.point(2))</Track>
      <CoursePoint><Name>Left</Name><Time>1970-01-01T00:00:02Z</Time><Position>\(place)</Position>
      <AltitudeMeters>5</AltitudeMeters><PointType>Left</PointType></CoursePoint>
      <CoursePoint><Name>nowhere</Name></CoursePoint></Course></Courses>
      """)
    #expect(
      items.map(\.brief) == [
        "track \"Loop\"", "fix 1.0 0.0", "fix 2.0 0.0", "waypoint 7.0 8.0 5.0 @2.0 \"Left\"",
      ])
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let text =
      "<TrainingCenterDatabase>"
      + Self.activity("<Lap><Track>\(Self.point(1))\n\(Self.point(2))</Track></Lap>")
      + "</TrainingCenterDatabase>\n"
    let whole = try parsedItems(of: text, keepsBytes: true, as: .tcx)
    #expect(whole.count == 4)
    #expect(String(decoding: whole.flatMap(\.bytes), as: UTF8.self) == text)
    for size in 1...40 {
      #expect(
        try parsedItems(
          of: text, inPiecesOf: size, keepsBytes: true, as: .tcx) == whole)
    }
  }

  @Test(arguments: [
    (
      "<gpx/>", 1, "", "not TCX: the first element is gpx, not TrainingCenterDatabase", 0
    ),
    ("\(head)\(point(1))\n\n</Lap>", 4, "Track", "not well-formed XML: mismatched tag", 2),
    ("<!DOCTYPE a><TrainingCenterDatabase/>", 1, "", "a DOCTYPE is not allowed", 0),
  ])
  func anErrorComesAfterAllItemsAndNamesItsPlace(
    _ text: String, line: Int, element: String, problem: String, count: Int
  ) throws {
    let (items, failure) = try partlyParsedItems(of: text, as: .tcx)
    #expect(items.count == count)
    #expect(
      failure?.line == line && failure?.element == element, "\(failure.map { "\($0)" } ?? "")")
    #expect(failure?.problem.contains(problem) == true, "\(failure.map { "\($0)" } ?? "")")
  }

  private static let head = "<TrainingCenterDatabase><Activities><Activity><Lap><Track>"
}
