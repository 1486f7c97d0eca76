import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// Names, and the values that GPX 1.0 and common extensions have.
@Suite(.inTurn) struct GPXDetailTests {
  private static func items(_ content: String) throws -> [TrackItem] {
    try parsedItems(of: "<gpx>\(content)</gpx>", as: .gpx)
  }

  private static func fix(_ content: String) throws -> Fix {
    let items = try items(
      "<trk><trkseg><trkpt lat='1' lon='2'>\(content)</trkpt></trkseg></trk>")
    guard case .fix(let fix) = items.last?.update else { throw Missing() }
    return fix
  }

  private struct Missing: Error {}

  @Test func tracksRoutesAndTheirPointsHaveNames() throws {
    let items = try Self.items(
      """
      <trk><name>one</name><desc>first &amp; longest</desc><link><text>x</text></link>
      <trkseg><trkpt lat="1" lon="1"><name>start</name></trkpt></trkseg></trk>
      <trk><name>empty</name><trkseg/></trk>
      <rte><name>back</name><desc>home</desc><rtept lat="2" lon="2"><name>turn</name></rtept>
      <rtept lat="3" lon="3"/></rte>
      <rte><name>nowhere</name></rte>
      <rte><rtept lat="4" lon="4"/></rte>
      <trk><trkseg><trkpt lat="5" lon="5"/></trkseg></trk>
      """)
    #expect(
      items.map(\.brief) == [
        "track \"one\" \"first & longest\"", "fix 1.0 1.0 \"start\"",
        "route \"back\" \"home\"", "route point 2.0 2.0 \"turn\"", "route point 3.0 3.0",
        "route", "route point 4.0 4.0", "track", "fix 5.0 5.0",
      ])
  }

  @Test func theFileAndItsAuthorAreNoTrack() throws {
    let items = try Self.items(
      """
      <name>file</name><desc>about</desc><metadata><name>file</name><author><name>me</name></author>
      </metadata><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>
      """)
    #expect(items.map(\.brief) == ["track", "fix 1.0 1.0"])
  }

  @Test(arguments: [
    // GPX 1.0, and GPX 1.1 of programs that write the elements of 1.0
    "<course>84.5</course><speed>3.25</speed>",
    // Garmin's TrackPointExtension v2
    """
    <extensions><gpxtpx:TrackPointExtension><gpxtpx:atemp>9</gpxtpx:atemp>
    <gpxtpx:speed>3.25</gpxtpx:speed><gpxtpx:course>84.5</gpxtpx:course>
    <gpxtpx:bearing>12</gpxtpx:bearing></gpxtpx:TrackPointExtension></extensions>
    """,
    // the same in GPX 1.0, where extensions have no element around them
    """
    <ns3:TrackPointExtension><ns3:speed>3.25</ns3:speed><ns3:course>84.5</ns3:course>
    </ns3:TrackPointExtension>
    """,
    // OsmAnd
    """
    <extensions><osmand:speed>3.25</osmand:speed><osmand:bearing>84.5</osmand:bearing></extensions>
    """,
    // older OsmAnd
    "<extensions><speed>3.25</speed><course>84.5</course></extensions>",
  ])
  func speedAndCourseAreRead(_ content: String) throws {
    let fix = try Self.fix(content)
    #expect(fix.speed == 3.25 && fix.course == 84.5 && fix.heading == nil)
  }

  @Test func theHeadingOfOsmAndIsAHeading() throws {
    let fix = try Self.fix("<extensions><osmand:heading>360</osmand:heading></extensions>")
    #expect(fix.heading == 0 && fix.course == nil)
  }

  @Test func anElementOfGPXHasPrecedenceOverAnExtension() throws {
    let fix = try Self.fix(
      """
      <speed>1</speed><course>2</course><extensions><speed>9</speed><course>9</course></extensions>
      """)
    #expect(fix.speed == 1 && fix.course == 2)
  }

  @Test(arguments: [
    // in km/h
    "<extensions><mytracks:speed>9</mytracks:speed></extensions>",
    "<extensions><a><speed>9</speed></a></extensions>",
    "<extensions><a><TrackPointExtension><speed>9</speed></TrackPointExtension></a></extensions>",
    "<extensions><TrackPointExtension><a><speed>9</speed></a></TrackPointExtension></extensions>",
    "<extensions><speed>-1</speed><course>361</course></extensions>",
    "<extensions><speed>fast</speed><heading>north</heading></extensions>",
  ])
  func valuesThatMeanSomethingElseAreIgnored(_ content: String) throws {
    let fix = try Self.fix(content)
    #expect(fix.speed == nil && fix.course == nil && fix.heading == nil)
  }

  @Test(arguments: [("  a  b\n", "a  b"), (" \n", nil), ("", nil)])
  func spaceAroundANameIsNoPartOfIt(_ text: String, name: String?) throws {
    let gpx = "<gpx><trk><trkpt lat='1' lon='2'><name>\(text)</name></trkpt></trk></gpx>"
    let items = try parsedItems(of: gpx, as: .gpx)
    #expect(items.map(\.name) == [nil, name])
  }

  @Test func aTimeWithoutAZoneIsUTC() throws {
    #expect(
      try Self.fix("<time>1970-01-01T00:00:07</time>").timestamp
        == Date(timeIntervalSince1970: 7))
    #expect(try Self.fix("<time>1970-01-01</time>").timestamp == nil)
  }

  @Test(arguments: [
    ("405.01373291015625", 405.01373291015625), ("-0.1", -0.1), ("+7", 7), ("1e2", 100),
    (" 12.5\n", 12.5), ("123456789.012345678901", 123_456_789.012345678901),
  ])
  func numbersAreExact(_ text: String, number: Double) throws {
    #expect(try Self.fix("<ele>\(text)</ele>").altitude == number)
  }

  @Test(arguments: ["", " ", "1,5", "1.2.3", "0x10", "nan", "inf", "1e999", "--1", "5 m"])
  func textsThatAreNoNumbersAreNil(_ text: String) throws {
    #expect(try Self.fix("<ele>\(text)</ele>").altitude == nil)
  }
}
