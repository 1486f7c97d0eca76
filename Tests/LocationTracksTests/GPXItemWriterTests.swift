import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// Items of a file keep their tracks, routes, segments, waypoints and names.
@Suite(.inTurn) struct GPXItemWriterTests {
  private static let document = """
    <gpx><wpt lat="1" lon="1"><ele>2</ele><time>1970-01-01T00:00:01Z</time><name>a &amp; b</name></wpt>
    <wpt lat="2" lon="2"/>
    <rte><name>r</name><desc>d</desc><rtept lat="3" lon="3"><name>turn</name></rtept></rte>
    <rte><rtept lat="4" lon="4"/><rtept lat="5" lon="5"/></rte>
    <trk><name>t</name><desc>note
    2</desc><trkseg><trkpt lat="6" lon="6"><ele>7</ele><time>1970-01-01T00:00:02Z</time><name>p</name>
    </trkpt><trkpt lat="7" lon="7"/></trkseg><trkseg><trkpt lat="8" lon="8"/></trkseg></trk>
    <trk><trkseg><trkpt lat="9" lon="9"/></trkseg></trk></gpx>
    """

  private static func items(_ text: String) throws -> [TrackItem] {
    try parsedItems(of: text, as: .gpx)
  }

  private static func write(_ items: [TrackItem], as shape: TrackWriter.Shape) -> String {
    var writer = TrackWriter(.gpx, as: shape)
    for item in items { writer.write(item) }
    writer.end()
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  @Test(arguments: [TrackWriter.Shape.document, .unordered])
  func everythingSurvives(shape: TrackWriter.Shape) throws {
    let items = try Self.items(Self.document)
    #expect(items.count == 14)
    let copies = try Self.items(Self.write(items, as: shape))
    #expect(copies.map(\.brief) == items.map(\.brief))
    #expect(copies.map(\.position) == items.map(\.position))
  }

  @Test func itemsInAnyOrderAreSorted() throws {
    let items = try Self.items(Self.document)
    let isOf = { (kinds: [String]) in
      items.filter { item in kinds.contains { item.brief.hasPrefix($0) } }
    }
    let (points, routes) = (isOf(["waypoint"]), isOf(["route"]))
    let tracks = isOf(["track", "fix", "segment"])
    #expect(points.count + routes.count + tracks.count == items.count)
    let mixed =
      tracks[..<2] + routes[..<2] + points[..<1] + tracks[2...] + routes[2...] + points[1...]
    let copies = try Self.items(Self.write(Array(mixed), as: .unordered))
    #expect(copies.map(\.brief) == items.map(\.brief))
  }

  @Test func anItemThatComesTooLateIsNotLost() throws {
    let items = try Self.items(Self.document)
    let reversed =
      Array(items.filter { !$0.brief.hasPrefix("waypoint") })
      + items.filter { $0.brief.hasPrefix("waypoint") }
    let copies = try Self.items(Self.write(reversed, as: .document))
    #expect(copies.map(\.brief) == reversed.map(\.brief))
  }

  @Test func manyItemsInAnyOrderAreComplete() throws {
    let place = try Coordinate(latitude: 1, longitude: 2)
    let fix = Fix(coordinate: place, source: .replayed)
    let text = bytesInSmallParts(of: TrackWriter(.gpx, as: .unordered), steps: 5000) { _, writer in
      writer.write(TrackItem(.update(.fix(fix))))
      writer.write(TrackItem(.routePoint(TrackWaypoint(place, name: "r"))))
    }
    let copies = try Self.items(String(decoding: text, as: UTF8.self))
    #expect(copies.count { $0.update != nil } == 5000)
    #expect(copies.count { $0.brief.hasPrefix("route point") } == 5000)
    // A fix ends a route.
    #expect(copies.count { $0.brief == "route" } == 5000)
  }

  @Test func speedCourseAndHeadingSurvive() throws {
    var fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), source: .replayed)
    (fix.speed, fix.course, fix.heading) = (3.25, 359.9999, 12.5)
    let text = Self.write([TrackItem(.update(.fix(fix)))], as: .document)
    #expect(text.ranges(of: "3.250").count == 1)
    #expect(text.contains("<gpxtpx:course>0.000</gpxtpx:course>"))
    guard case .fix(let copy) = try Self.items(text).last?.update else {
      Issue.record("The text is \(text).")
      return
    }
    #expect(copy.speed == 3.25 && copy.course == 0 && copy.heading == 12.5)
  }

  @Test func aPointWithoutMotionHasNoExtensions() throws {
    let fix = Fix(coordinate: try Coordinate(latitude: 1, longitude: 2), source: .replayed)
    #expect(!Self.write([TrackItem(.update(.fix(fix)))], as: .document).contains("extensions"))
  }
}
