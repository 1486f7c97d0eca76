import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

/// The laps of watches: marks at their ends, which TCX makes laps again.
@Suite(.inTurn) struct LapTests {
  private static func fix(_ minute: Int) throws -> TrackItem {
    var fix = try Fix.bare(Double(minute), 20)
    fix.timestamp = .march(12, minute, 0)
    return TrackItem(.update(.fix(fix)))
  }

  private static func lap(_ number: Int, at minute: Double) throws -> TrackItem {
    let place = try Coordinate(latitude: minute, longitude: 20)
    return TrackItem(
      .waypoint(TrackWaypoint(endOfLap: number, place, timestamp: .march(12, 0, minute * 60))))
  }

  private static func written(_ items: [TrackItem]) -> (text: String, losses: String) {
    var writer = TrackWriter(.tcx, as: .unordered)
    for item in items { writer.write(item) }
    writer.end()
    return (String(decoding: writer.takeBytes(), as: UTF8.self), writer.losses.words)
  }

  /// The latitudes of the points of each lap; a bar is a segment.
  private static func laps(_ text: String) -> [String] {
    text.components(between: "<Lap ", and: "</Lap>").map { lap in
      lap.components(between: "<Track>", and: "</Track>").map { track in
        track.components(between: "<LatitudeDegrees>", and: ".").joined(separator: " ")
      }.joined(separator: " | ")
    }
  }

  @Test func lapsOfAStreamAndOfACollectionAreWritten() throws {
    let fixes = try (0..<5).map(Self.fix)
    let marks = try [Self.lap(1, at: 1), Self.lap(2, at: 3.5), Self.lap(3, at: 4)]
    // A FIT file states a lap after its points, and a collection has its waypoints first.
    let stream = [fixes[0], fixes[1], marks[0], fixes[2], fixes[3], marks[1], fixes[4], marks[2]]
    for items in [stream, marks + fixes, marks.reversed() + fixes] {
      let (text, losses) = Self.written(items)
      #expect(Self.laps(text) == ["0 1", "2 3", "4"])
      #expect(text.components(between: "<Activity ", and: "</Activity>").count == 1)
      #expect(losses == "")
    }
  }

  @Test func aLapThatIsStatedTooLateEndsWithTheLastPoint() throws {
    let items = try [Self.fix(0), Self.fix(2), Self.lap(1, at: 1), Self.fix(3)]
    #expect(Self.laps(Self.written(items).text) == ["0 2", "3"])
  }

  @Test func theWayToTheNextLapBelongsToIt() throws {
    let (text, _) = try Self.written([Self.fix(0), Self.fix(1), Self.lap(1, at: 1), Self.fix(2)])
    let lengths = text.components(between: "<DistanceMeters>", and: ".")
    #expect(lengths == ["110574", "110575"])
  }

  @Test func everyTrackHasItsLaps() throws {
    let title = TrackTitle(name: "second")
    let items = try [
      Self.lap(1, at: 0), Self.lap(2, at: 3), TrackItem(.trackStart(TrackTitle(name: "first"))),
      Self.fix(0), Self.fix(1), TrackItem(.trackStart(title)), Self.fix(3), Self.fix(4),
    ]
    let (text, _) = Self.written(items)
    let activities = text.components(between: "<Activity ", and: "</Activity>")
    #expect(activities.map(Self.laps) == [["0", "1"], ["3", "4"]])
    #expect(text.components(between: "<Notes>", and: "</Notes>") == ["first", "second"])
  }

  @Test func aLapThatEndsWhereASegmentBeginsIsCounted() throws {
    let items = try [
      Self.fix(0), Self.lap(1, at: 0), TrackItem(.segmentStart), Self.fix(1), Self.lap(2, at: 1),
      Self.fix(2),
    ]
    let (text, losses) = Self.written(items)
    #expect(Self.laps(text) == ["0 | 1", "2"])
    #expect(losses == "1 lap")
  }

  @Test func lapsComeBack() throws {
    let items = try [Self.fix(0), Self.fix(1), Self.lap(1, at: 1), Self.fix(2)]
    let copies = try parsedItems(of: Self.written(items).text, as: .tcx)
    let marks = copies.compactMap { item in
      if case .waypoint(let mark) = item.content { mark } else { nil }
    }
    #expect(marks.map(\.name) == ["LAP001"] && marks.allSatisfy(\.isLapEnd))
    #expect(marks.first?.timestamp == .march(12, 1, 0))
    #expect(copies.map(\.brief).dropFirst() == items.map(\.brief)[...])
  }

  @Test func aFormatWithWaypointsMakesThemOfLapsAndOthersCountThem() throws {
    for (format, words) in [
      (TrackFormat.gpx, ""), (.kml, ""), (.geoJSON, ""), (.csv, "2 laps"), (.nmea, "2 laps"),
    ] {
      var writer = TrackWriter(format, as: .unordered)
      for item in try [Self.lap(1, at: 0), Self.lap(2, at: 1), Self.fix(2)] { writer.write(item) }
      writer.end()
      #expect(writer.losses.words == words, "\(format.name)")
    }
  }

  @Test func aLapWithoutATimeIsAWaypoint() throws {
    let place = try Coordinate(latitude: 1, longitude: 2)
    let mark = TrackWaypoint(endOfLap: 1000, place, timestamp: nil)
    #expect(!mark.isLapEnd && mark.name == "LAP1000")
  }
}

extension String {
  /// The texts between two words.
  fileprivate func components(between start: String, and end: String) -> [String] {
    split(separator: start, omittingEmptySubsequences: false).dropFirst().map { part in
      String(part.split(separator: end, maxSplits: 1, omittingEmptySubsequences: false)[0])
    }
  }
}
