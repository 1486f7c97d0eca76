import Foundation
import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct GeoJSONTrackWriterTests {
  private static func write(_ items: [TrackItem]) -> String {
    var writer = TrackWriter(.geoJSON)
    for item in items { writer.write(item) }
    writer.end()
    return String(decoding: writer.takeBytes(), as: UTF8.self)
  }

  private static func copies(_ items: [TrackItem]) throws -> [TrackItem] {
    let text = write(items)
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let track = try ParsedTrack(text, as: .geoJSON)
    #expect(track.error == nil)
    return track.items
  }

  private static func fix(_ latitude: Double, at seconds: Double?) throws -> TrackItem {
    var fix = Fix(
      coordinate: try Coordinate(latitude: latitude, longitude: 2), mode: .threeD, source: .replayed
    )
    fix.altitude = 30.5
    fix.timestamp = seconds.map { Date(timeIntervalSince1970: $0) }
    return TrackItem(.update(.fix(fix)))
  }

  @Test func aTrackIsALineWithTimes() throws {
    var (first, second) = (try Fix.bare(1, 2), try Fix.bare(3, 4))
    first.timestamp = Date(timeIntervalSince1970: 0)
    first.altitude = 70.5
    second.ellipsoidalAltitude = 90.5
    second.speed = 1.5
    #expect(
      Self.write([
        TrackItem(.trackStart(TrackTitle(name: "\"a\"", note: "b"))),
        TrackItem(.update(.fix(first))), TrackItem(.update(.fix(second))),
      ]) == """
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[2,1,70.5],[4,3]]},\
        "properties":{"kind":"\(first.source.kind.rawValue)","name":"\\"a\\"","desc":"b",\
        "source":"\(first.source.name)",\
        "coordTimes":["1970-01-01T00:00:00.000Z",null],\
        "coordinateProperties":{"ellipsoidalAltitudes":[null,90.5],"speeds":[null,1.5]}}}
        ]}

        """)
  }

  @Test func tracksAndSegmentsSurvive() throws {
    let items = try [
      TrackItem(.trackStart(TrackTitle(name: "a & b", note: "c"))), Self.fix(1, at: 1),
      Self.fix(2, at: 2.5), TrackItem(.segmentStart), Self.fix(3, at: 4), Self.fix(4, at: nil),
      TrackItem(.trackStart(TrackTitle())), Self.fix(4, at: nil), Self.fix(5, at: nil),
    ]
    #expect(try Self.copies(items).map(\.brief) == items.map(\.brief))
  }

  @Test func waypointsAndRoutesSurvive() throws {
    let place = try Coordinate(latitude: 1, longitude: 2)
    let home = TrackWaypoint(
      place, altitude: 3, timestamp: Date(timeIntervalSince1970: 4), name: "home", note: "sweet")
    let items = [
      TrackItem(.waypoint(home)), TrackItem(.routeStart(TrackTitle(name: "way", note: "back"))),
      TrackItem(.routePoint(TrackWaypoint(place, altitude: 7, name: "turn"))),
      TrackItem(.routePoint(TrackWaypoint(place))), TrackItem(.waypoint(TrackWaypoint(place))),
      TrackItem(.routeStart(TrackTitle())), TrackItem(.routePoint(TrackWaypoint(place))),
    ]
    #expect(try Self.copies(items).map(\.content) == items.map(\.content))
  }

  @Test func valuesOfAFixSurvive() throws {
    let fix = try Fix.full()
    let copies = try Self.copies([TrackItem(.update(.fix(fix))), TrackItem(.update(.fix(fix)))])
    #expect(copies.count == 3)
    guard case .fix(let copy) = copies.last?.update else {
      Issue.record("\(copies)")
      return
    }
    #expect(copy.coordinate == fix.coordinate && copy.timestamp == fix.timestamp)
    #expect(copy.altitude == fix.altitude && copy.mode == nil)
    #expect(copy.ellipsoidalAltitude == fix.ellipsoidalAltitude)
    #expect(copy.speed == fix.speed && copy.course == fix.course)
    #expect(copy.errors.horizontal == fix.errors.horizontal)
  }

  @Test(arguments: [[1], [1, 1], [1, 2], [2, 1], [1, 1, 2, 2, 1, 3, 1], [2, 2, 1]])
  func aSegmentOfOneFixStaysInItsPlace(counts: [Int]) throws {
    var items = [TrackItem(.trackStart(TrackTitle(name: "walk")))]
    var number = 0.0
    for count in counts {
      if number > 0 { items.append(TrackItem(.segmentStart)) }
      for _ in 0..<count {
        number += 1
        items.append(try Self.fix(number, at: number))
      }
    }
    let more = try [TrackItem(.trackStart(TrackTitle())), Self.fix(50, at: 50)]
    #expect(try Self.copies(items + more).map(\.brief) == (items + more).map(\.brief))
  }

  @Test func aLostFixEndsTheSegmentOfItsReceiver() throws {
    func fix(_ latitude: Double, _ device: String) throws -> LocationUpdate {
      let source = FixSource(kind: .replayed, name: "a", device: device)
      return .fix(Fix(coordinate: try Coordinate(latitude: latitude, longitude: 2), source: source))
    }
    let lost = FixLoss(
      reason: .noFix, timestamp: nil, source: FixSource(kind: .replayed, name: "a", device: "x"))
    let updates = try [
      fix(1, "x"), fix(10, "y"), fix(2, "x"), fix(11, "y"), .fixLost(lost), fix(3, "x"),
      fix(12, "y"), fix(4, "x"),
    ]
    #expect(
      try Self.copies(updates.map { TrackItem(.update($0)) }).map(\.brief) == [
        "track", "fix 1.0 2.0", "fix 2.0 2.0", "segment", "fix 3.0 2.0", "fix 4.0 2.0",
        "track", "fix 10.0 2.0", "fix 11.0 2.0", "fix 12.0 2.0",
      ])
  }

  @Test func aLongTrackIsCompleteAndWrittenInParts() throws {
    let text = try bytesInSmallParts(of: TrackWriter(.geoJSON), steps: 5000) { index, writer in
      writer.write(try Self.fix(Double(index) / 1000, at: Double(index)))
    }
    #expect(try ParsedTrack(text, as: .geoJSON).fixes.count == 5000)
  }
}
