import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TCXWriterTests {
  private static func write(_ items: [TrackItem]) -> String {
    var writer = TrackWriter(.tcx)
    for item in items { writer.write(item) }
    writer.end()
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  private static func fix(_ latitude: Double, at seconds: Double?) throws -> TrackItem {
    var fix = Fix(
      coordinate: try Coordinate(latitude: latitude, longitude: 0), mode: .threeD, source: .replayed
    )
    fix.altitude = 30.5
    fix.speed = 3.25
    fix.timestamp = seconds.map { Date(timeIntervalSince1970: $0) }
    return TrackItem(.update(.fix(fix)))
  }

  private static func copies(_ items: [TrackItem]) throws -> [TrackItem] {
    try parsedItems(of: write(items), as: .tcx)
  }

  @Test func tracksAndSegmentsSurvive() throws {
    let items = try [
      TrackItem(.trackStart(TrackTitle(name: "x"))), Self.fix(1, at: 1), Self.fix(2, at: 2.5),
      TrackItem(.segmentStart), Self.fix(3, at: 4), TrackItem(.trackStart(TrackTitle())),
      Self.fix(4, at: 5),
    ]
    let copies = try Self.copies(items)
    #expect(copies.map(\.brief) == items.map(\.brief))
    for item in copies { if case .fix(let fix) = item.update { #expect(fix.speed == 3.25) } }
  }

  @Test func aLapStatesItsDurationItsLengthAndTheNameOfTheTrack() throws {
    // A degree of latitude at the equator is 110,574 m. The gap between segments does not count.
    let text = try Self.write([
      TrackItem(.trackStart(TrackTitle(name: "a & b"))), Self.fix(0, at: 1), Self.fix(1, at: 3.5),
      TrackItem(.segmentStart), Self.fix(5, at: 11),
    ])
    #expect(text.contains("<TotalTimeSeconds>10.000</TotalTimeSeconds>"))
    #expect(text.contains("<DistanceMeters>110574."))
    #expect(text.contains("<Notes>a &amp; b</Notes>"))
  }

  @Test(arguments: [
    ("Biking", "Biking"), ("cycling", "Biking"), ("VirtualRide", "Biking"), ("e_biking", "Biking"),
    ("running", "Running"), ("trail_running", "Running"), ("motorcycling", nil), ("hiking", nil),
  ])
  func theTypeOfATrackIsASportOrIsCounted(type: String, sport: String?) throws {
    var writer = TrackWriter(.tcx)
    writer.write(TrackItem(.trackStart(TrackTitle(type: type))))
    writer.write(try Self.fix(1, at: 1))
    writer.end()
    let text = String(decoding: writer.takeBytes(), as: UTF8.self)
    #expect(text.contains("<Activity Sport=\"\(sport ?? "Other")\">"))
    #expect(writer.losses.words == (sport == nil ? "type of 1 track, " : "") + "mode of 1 point")
  }

  @Test func aLapHasTheTimeThatItsSourceStates() throws {
    func lap(_ end: Double, _ seconds: Double) throws -> TrackItem {
      let place = try Coordinate(latitude: end, longitude: 0)
      var mark = TrackWaypoint(
        endOfLap: 1, place, timestamp: Date(timeIntervalSince1970: end))
      mark.lapDuration = seconds
      return TrackItem(.waypoint(mark))
    }
    // The second lap ends after its last point, and the third one states less than its points.
    let text = try Self.write([
      lap(4, 3), lap(8, 4), lap(20, 1), Self.fix(1, at: 1), Self.fix(4, at: 4), Self.fix(5, at: 5),
      Self.fix(7, at: 7), Self.fix(10, at: 10), Self.fix(12, at: 12),
    ])
    let totals = text.split(separator: "<TotalTimeSeconds>").dropFirst().map {
      $0.prefix { $0 != "<" }
    }
    #expect(totals == ["3.000", "4.000", "2.000"])
  }

  @Test func aFixWithoutATimeAndAWaypointAreLeftOut() throws {
    let place = try Coordinate(latitude: 1, longitude: 2)
    let items = try [
      TrackItem(.waypoint(TrackWaypoint(place))), Self.fix(1, at: nil),
      TrackItem(.routePoint(TrackWaypoint(place))),
    ]
    #expect(try Self.copies(items) == [])
  }

  @Test func aLongTrackIsCompleteAndWrittenInParts() throws {
    let text = try bytesInSmallParts(of: TrackWriter(.tcx), steps: 5000) { index, writer in
      writer.write(try Self.fix(Double(index) / 1000, at: Double(index)))
    }
    let items = try parsedItems(
      of: String(decoding: text, as: UTF8.self), as: .tcx)
    #expect(items.count == 5001)
  }

  @Test(.enabled(if: Schema.isAvailable, "needs xmllint, of Debian's libxml2-utils"))
  func isValidAgainstTheSchema() throws {
    let items = try [
      TrackItem(.trackStart(TrackTitle(name: "a & b"))), Self.fix(90, at: 1), Self.fix(1, at: 0),
      TrackItem(.segmentStart), TrackItem(.update(.fix(.full()))),
      TrackItem(.trackStart(TrackTitle())), TrackItem(.update(.fix(.full()))),
    ]
    try Schema.tcx.check(Self.write(items))
    try Schema.tcx.check(Self.write([]))
  }
}
