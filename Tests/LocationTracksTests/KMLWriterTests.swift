import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct KMLWriterTests {
  private static func write(
    _ items: [TrackItem], as shape: TrackWriter.Shape = .document
  ) -> String {
    var writer = TrackWriter(.kml, as: shape)
    for item in items { writer.write(item) }
    writer.end()
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  private static func fix(
    _ latitude: Double, at seconds: Double?, altitude: Double = 30.5
  ) throws -> TrackItem {
    var fix = Fix(
      coordinate: try Coordinate(latitude: latitude, longitude: 2), mode: .threeD, source: .replayed
    )
    fix.altitude = altitude
    fix.timestamp = seconds.map { Date(timeIntervalSince1970: $0) }
    return TrackItem(.update(.fix(fix)))
  }

  private static func copies(_ items: [TrackItem]) throws -> [String] {
    try parsedItems(of: write(items), as: .kml).map(\.brief)
  }

  /// Readers take the altitude 0 for none if it is not said to be absolute.
  @Test(arguments: [nil, 1.0])
  func anAltitudeOfZeroSurvives(seconds: Double?) throws {
    let items = try [
      TrackItem(.trackStart(TrackTitle())), Self.fix(1, at: seconds, altitude: 0),
      Self.fix(2, at: seconds.map { $0 + 1 }, altitude: 7),
    ]
    #expect(try Self.copies(items) == items.map(\.brief))
  }

  @Test func tracksAndSegmentsSurvive() throws {
    let items = try [
      TrackItem(.trackStart(TrackTitle(name: "a & b", note: "c"))), Self.fix(1, at: 1),
      Self.fix(2, at: 2.5), TrackItem(.segmentStart), Self.fix(3, at: 4),
      TrackItem(.trackStart(TrackTitle())), Self.fix(4, at: nil), Self.fix(5, at: nil),
      TrackItem(.segmentStart), Self.fix(6, at: nil),
    ]
    #expect(try Self.copies(items) == items.map(\.brief))
  }

  @Test func aWaypointAndARouteSurvive() throws {
    let place = try Coordinate(latitude: 1, longitude: 2)
    let items = try [
      Self.fix(1, at: 1),
      TrackItem(
        .waypoint(
          TrackWaypoint(
            place, altitude: 3, timestamp: Date(timeIntervalSince1970: 4), name: "<home>"))),
      TrackItem(.routeStart(TrackTitle(name: "way"))), TrackItem(.routePoint(TrackWaypoint(place))),
      TrackItem(.waypoint(TrackWaypoint(place))), Self.fix(2, at: 2),
    ]
    #expect(
      try Self.copies(items) == [
        "waypoint 1.0 2.0 3.0 @4.0 \"<home>\"", "route \"way\"", "route point 1.0 2.0",
        "waypoint 1.0 2.0",
        "track", "fix 1.0 2.0 30.5 @1.0", "fix 2.0 2.0 30.5 @2.0",
      ])
  }

  @Test func speedCourseAndAccuracySurvive() throws {
    var full = try Fix.full()
    full.course = 84.5
    var bare = full
    (bare.speed, bare.course, bare.errors) = (nil, nil, ErrorEstimates())
    let text = Self.write([bare, full].map { TrackItem(.update(.fix($0))) })
    let fixes = try parsedItems(of: text, as: .kml).compactMap {
      if case .fix(let fix) = $0.update { fix } else { nil }
    }
    #expect(fixes.map(\.speed) == [nil, full.speed])
    #expect(fixes.map(\.course) == [nil, 84.5])
    #expect(fixes.map(\.horizontalAccuracy) == [nil, full.horizontalAccuracy])
    #expect(fixes.map(\.altitude) == [full.altitude, full.altitude])
  }

  @Test func aPointWithoutATimeBeginsAnotherPlacemarkOfTheTrack() throws {
    let items = try [
      TrackItem(.trackStart(TrackTitle(name: "t"))), Self.fix(1, at: 1), Self.fix(2, at: nil),
      Self.fix(3, at: 3),
    ]
    #expect(
      try Self.copies(items) == [
        "track \"t\"", "fix 1.0 2.0 30.5 @1.0", "track \"t\"", "fix 2.0 2.0 30.5", "track \"t\"",
        "fix 3.0 2.0 30.5 @3.0",
      ])
  }

  @Test func aLostFixBeginsASegment() throws {
    let loss = TrackItem(.update(.fixLost(FixLoss(reason: .noFix, source: .replayed))))
    #expect(
      try Self.copies([loss, Self.fix(1, at: 1), loss, loss, Self.fix(2, at: 2), loss]) == [
        "track", "fix 1.0 2.0 30.5 @1.0", "segment", "fix 2.0 2.0 30.5 @2.0",
      ])
  }

  @Test func oneLocationIsAPoint() throws {
    let text = try Self.write([Self.fix(1, at: 1)], as: .single)
    #expect(
      try parsedItems(of: text, as: .kml).map(\.brief)
        == ["fix 1.0 2.0 30.5 @1.0"])
  }

  @Test func aLongTrackIsCompleteAndWrittenInParts() throws {
    let text = try bytesInSmallParts(of: TrackWriter(.kml), steps: 10_000) { index, writer in
      writer.write(try Self.fix(Double(index) / 1000, at: Double(index)))
    }
    let items = try parsedItems(
      of: String(decoding: text, as: UTF8.self), as: .kml)
    #expect(items.count == 10_001)
    #expect(items.last?.brief == "fix 9.999 2.0 30.5 @9999.0")
  }

  @Test func anEmptyDocumentIsKML() throws {
    #expect(try Self.copies([]) == [])
  }

  @Test(.enabled(if: Schema.isAvailable, "needs xmllint, of Debian's libxml2-utils"))
  func isValidAgainstTheSchema() throws {
    let place = try Coordinate(latitude: -90, longitude: -180)
    let mark = TrackWaypoint(
      place, altitude: -3, timestamp: Date(timeIntervalSince1970: 4), name: "<home>")
    let items = try [
      TrackItem(.trackStart(TrackTitle(name: "a & b", note: "c"))), Self.fix(1, at: 1),
      TrackItem(.waypoint(mark)), TrackItem(.segmentStart),
      TrackItem(.update(.fix(.full()))), Self.fix(4, at: nil), Self.fix(5, at: nil),
      TrackItem(.routeStart(TrackTitle(name: "way"))), TrackItem(.routePoint(mark)),
      TrackItem(.routePoint(TrackWaypoint(place))), TrackItem(.waypoint(TrackWaypoint(place))),
    ]
    try Schema.kml.check(Self.write(items))
    try Schema.kml.check(Self.write([]))
    try Schema.kml.check(Self.write([items[1]], as: .single))
  }
}
