import Foundation
import LocationCore
import LocationIO
import LocationReplay
import LocationTracks
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct GPXReaderTests {
  private static func reader(
    _ text: String, keepsBytes: Bool = false
  ) throws -> GPXReader {
    try GPXReader(
      DataByteSource(bytes: text.utf8, name: "file:walk.gpx"), TrackRequest(keepsBytes: keepsBytes))
  }

  private static func items(_ text: String, keepsBytes: Bool = false) async throws -> [TrackItem] {
    let reader = try reader(text, keepsBytes: keepsBytes)
    var items: [TrackItem] = []
    while let item = try await reader.next() { items.append(item) }
    return items
  }

  private static func fixes(_ points: String) async throws -> [Fix] {
    try await items("<gpx><trk><trkseg>\(points)</trkseg></trk></gpx>").compactMap {
      if case .fix(let fix) = $0.update { fix } else { nil }
    }
  }

  private static func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func aNegativeNumberOfItemsIsNone() throws {
    let point = #"<trkpt lat="52.5" lon="13.4"></trkpt>"#
    let reader = try Self.reader("<gpx><trk><trkseg>\(point)\(point)</trkseg></trk></gpx>")
    #expect(try reader.blockingNext()?.content == .trackStart(TrackTitle()))
    #expect(reader.takeBuffered(upTo: -1).isEmpty)
    #expect(reader.takeBuffered(upTo: 9).count == 2)
  }

  @Test func aTrackPointIsAFix() async throws {
    let fix = try #require(
      await Self.fixes(
        """
        <trkpt lat="52.5" lon="13.4"><ele>30</ele><time>2025-01-01T00:00:00.250Z</time>
        <magvar>356.9</magvar><geoidheight>46.5</geoidheight><fix>3d</fix><sat>8</sat>
        <hdop>0.9</hdop><vdop>1.4</vdop><pdop>1.7</pdop><ageofdgpsdata>2.5</ageofdgpsdata>
        <dgpsid>120</dgpsid><course>84.4</course><speed>13.1</speed></trkpt>
        """
      ).first)
    #expect(try fix.coordinate == Self.place(52.5, 13.4))
    #expect(fix.altitude == 30)
    #expect(fix.timestamp == Date(timeIntervalSince1970: 1_735_689_600.25))
    #expect(abs((fix.magneticVariation ?? 0) + 3.1) < 1e-9)
    #expect(fix.geoidSeparation == 46.5)
    #expect(fix.ellipsoidalAltitude == 76.5)
    #expect(fix.mode == .threeD && fix.status == nil)
    #expect(fix.satellitesUsed == 8)
    #expect(fix.dilution.horizontal == 0.9)
    #expect(fix.dilution.vertical == 1.4)
    #expect(fix.dilution.position == 1.7)
    #expect(fix.differentialAge == 2.5)
    #expect(fix.differentialStation == 120)
    #expect(fix.course == 84.4)
    #expect(fix.speed == 13.1)
    #expect(fix.source == FixSource(kind: .replayed, name: "file:walk.gpx"))
    #expect(fix.receivedAt == nil)
  }

  @Test func valuesThatAreMissingOrImpossibleAreNil() async throws {
    let fixes = try await Self.fixes(
      """
      <trkpt lat="1" lon="2"/>
      <trkpt lat="1" lon="2"><ele></ele><time>today</time><magvar>400</magvar><sat>-1</sat>
      <hdop>nan</hdop><course>360.5</course><speed>-1</speed><dgpsid>1024</dgpsid>
      <geoidheight>0x10</geoidheight><fix>best</fix></trkpt>
      """)
    let bare = Fix(
      coordinate: try Self.place(1, 2), source: FixSource(kind: .replayed, name: "file:walk.gpx"))
    #expect(fixes == [bare, bare])
  }

  @Test func theModeIsKnownOnlyIfItIsStated() async throws {
    let fixes = try await Self.fixes(
      """
      <trkpt lat="1" lon="2"/><trkpt lat="1" lon="2"><ele>3</ele></trkpt>
      <trkpt lat="1" lon="2"><ele>3</ele><fix>2d</fix></trkpt>
      <trkpt lat="1" lon="2"><ele>3</ele><fix>dgps</fix></trkpt>
      <trkpt lat="1" lon="2"><fix>pps</fix></trkpt>
      """)
    #expect(fixes.map(\.mode) == [nil, nil, .twoD, nil, nil])
    #expect(fixes.map(\.status) == [nil, nil, nil, .differential, .precise])
  }

  @Test func aPointWithoutAFixIsALostFix() async throws {
    let items = try await Self.items(
      """
      <gpx><trk><trkseg><trkpt lat="1" lon="2"><time>1970-01-01T00:00:01Z</time><fix>none</fix>
      </trkpt></trkseg></trk></gpx>
      """)
    let loss = FixLoss(
      reason: .noFix, timestamp: Date(timeIntervalSince1970: 1),
      source: FixSource(kind: .replayed, name: "file:walk.gpx"))
    #expect(
      items == [
        TrackItem(.trackStart(TrackTitle()), position: .zero),
        TrackItem(.update(.fixLost(loss)), position: .zero),
      ])
  }

  @Test func itemsHaveTheOrderOfTheFile() async throws {
    let items = try await Self.items(
      """
      <gpx><wpt lat="1" lon="1"><name>a &amp; b</name><ele>7</ele></wpt>
      <rte><name>round</name><rtept lat="2" lon="2"><name>turn</name></rtept></rte>
      <trk><trkseg/><trkseg><trkpt lat="3" lon="3"/><trkpt lat="4" lon="4"/></trkseg>
      <trkseg><trkpt lat="5" lon="5"/></trkseg></trk>
      <trk><trkseg><trkpt lat="6" lon="6"/></trkseg></trk></gpx>
      """)
    #expect(
      items.map(\.brief) == [
        "waypoint 1.0 1.0 7.0 \"a & b\"", "route \"round\"", "route point 2.0 2.0 \"turn\"",
        "track",
        "fix 3.0 3.0", "fix 4.0 4.0", "segment", "fix 5.0 5.0", "track", "fix 6.0 6.0",
      ])
  }

  @Test func positionsCountFromTheFirstTimeAndNeverDecrease() async throws {
    let times = ["", "00:00:10.5Z", "00:00:12Z", "", "00:00:11Z", "01:00:13.125+01:00"]
    let points = times.map { time in
      "<trkpt lat='1' lon='2'>\(time.isEmpty ? "" : "<time>2025-01-01T\(time)</time>")</trkpt>"
    }
    let items = try await Self.items("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>")
    #expect(
      items.dropFirst().map(\.position) == [
        nil, .zero, .milliseconds(1500), .milliseconds(1500), .milliseconds(1500),
        .milliseconds(2625),
      ])
  }

  @Test func extensionsDoNotChangeAPoint() async throws {
    let fixes = try await Self.fixes(
      """
      <trkpt lat="1" lon="2"><ele>3</ele><extensions><x:ele xmlns:x="urn:x">99</x:ele>
      <trkpt lat="7" lon="8"/></extensions></trkpt>
      """)
    #expect(fixes.map(\.altitude) == [3])
    #expect(try fixes.map(\.coordinate) == [Self.place(1, 2)])
  }

  @Test func prefixesAndSpacesAreAllowed() async throws {
    let items = try await Self.items(
      """
      <?xml version="1.0"?><g:gpx xmlns:g="http://www.topografix.com/GPX/1/1">
      <g:wpt lat=" 52.51" lon="-13.4\t"><g:ele> 30\n</g:ele></g:wpt></g:gpx>
      """)
    #expect(items.count == 1)
    #expect(
      items.first?.content == .waypoint(TrackWaypoint(try Self.place(52.51, -13.4), altitude: 30)))
  }

  @Test func whatTheWriterWroteReadsAsTheSameTrack() async throws {
    let lost = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: .replayed))
    var writer = TrackWriter(.gpx)
    let (full, bare) = (try Fix.full(), try Fix.bare())
    let document = writer.document([.fix(full), lost, .fix(bare)])
    let items = try await Self.items(document)
    #expect(items.map { $0.content == .segmentStart } == [false, false, true, false])
    guard case .fix(let copy) = items.compactMap(\.update).first else { throw Missing() }
    #expect(copy.coordinate == full.coordinate)
    #expect(copy.timestamp == full.timestamp)
    #expect(copy.altitude == full.altitude)
    #expect(copy.geoidSeparation == full.geoidSeparation)
    #expect(copy.status == full.status && copy.mode == nil)
    #expect(copy.dilution == full.dilution)
    #expect(copy.satellitesUsed == full.satellitesUsed)
    #expect(copy.differentialStation == full.differentialStation)
  }

  @Test func aSimulatedTrackStaysSimulated() async throws {
    var writer = TrackWriter(.gpx)
    let fix = try Fix.bare(source: FixSource(kind: .simulated, name: "sim:walk"))
    let items = try await Self.items(writer.document([.fix(fix)]))
    guard case .fix(let copy) = items.compactMap(\.update).first else { throw Missing() }
    #expect(copy.isSimulated)
  }

  @Test func aConsumerMayBlockItsThread() throws {
    let reader = try Self.reader("<gpx><wpt lat='1' lon='1'/><wpt lat='2' lon='2'/></gpx>")
    #expect(try reader.blockingNext() != nil)
    #expect(try reader.blockingNext() != nil)
    #expect(try reader.blockingNext() == nil)
    #expect(try reader.blockingNext() == nil)
  }

  @Test func aPlayerPlaysAFile() async throws {
    let text = """
      <gpx><trk><trkseg><trkpt lat='1' lon='1'/></trkseg><trkseg><trkpt lat='2' lon='2'/>
      </trkseg></trk></gpx>
      """
    let player = TrackPlayer(pace: .unpaced) { request throws(UserLocationError) in
      try GPXReader(DataByteSource(bytes: text.utf8, name: "file:walk.gpx"), request)
    }
    var latitudes: [Double] = []
    for try await update in player.startUpdatingLocation() {
      if case .fix(let fix) = update { latitudes.append(fix.coordinate.latitude) }
    }
    #expect(latitudes == [1, 2])
  }

  private struct Missing: Error {}
}
