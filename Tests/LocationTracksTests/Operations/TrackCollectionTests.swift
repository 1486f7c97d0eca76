import LocationCore
import LocationReplay
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackCollectionTests {
  private func collected(_ items: [TrackItem.Content?]) -> TrackCollector {
    var collector = TrackCollector()
    for item in items { collector.append(TrackItem(item)) }
    return collector
  }

  private func item(_ second: Double, device: String? = nil) throws -> TrackItem.Content {
    var fix = try fix(48, 11, at: second)
    fix.source.device = device
    return .update(.fix(fix))
  }

  @Test func itemsBecomeTracksWaypointsAndRoutes() throws {
    let mark = TrackWaypoint(try Coordinate(latitude: 1, longitude: 2), name: "Hut")
    let collection = try collected([
      .waypoint(mark), .routeStart(TrackTitle(name: "Plan")), .routePoint(mark), .routePoint(mark),
      .trackStart(TrackTitle(name: "Walk")), item(0), item(1), .segmentStart, item(2),
      .trackStart(TrackTitle(name: "Ride")), item(3),
    ]).collection
    #expect(collection.waypoints == [mark])
    #expect(
      collection.routes == [PlannedRoute(title: TrackTitle(name: "Plan"), points: [mark, mark])])
    #expect(collection.tracks.map(\.title.name) == ["Walk", "Ride"])
    #expect(collection.tracks.map { $0.segments.map(\.count) } == [[2, 1], [1]])
  }

  @Test func aLostFixBeginsASegment() throws {
    let loss = FixLoss(reason: .noFix, source: .replayed)
    let collection = try collected([item(0), .update(.fixLost(loss)), item(1), item(2)]).collection
    #expect(collection.tracks.map { $0.segments.map(\.count) } == [[1, 2]])
  }

  @Test func eachReceiverHasATrack() throws {
    var loss = FixLoss(reason: .noFix, source: .replayed)
    loss.source.device = "a"
    let collection = try collected([
      item(0, device: "a"), item(0, device: "b"), item(1, device: "a"), .update(.fixLost(loss)),
      item(1, device: "b"), item(2, device: "a"), item(2, device: "b"),
    ]).collection
    #expect(collection.tracks.map { $0.segments.map(\.count) } == [[2, 1], [3]])
  }

  @Test func aReceiverThatWasLostWhileAnotherSentBeginsASegment() throws {
    var loss = FixLoss(reason: .noFix, source: .replayed)
    loss.source.device = "a"
    let collection = try collected([
      item(0, device: "a"), item(0, device: "b"), .update(.fixLost(loss)), item(1, device: "b"),
      item(1, device: "a"), item(2, device: "a"),
    ]).collection
    #expect(collection.tracks.map { $0.segments.map(\.count) } == [[1, 2], [2]])
  }

  @Test func whatHasNoPlaceIsCounted() throws {
    var collector = collected([.update(.sky(SkyView(satellites: [], source: .replayed))), nil])
    var named = TrackItem(try item(0))
    named.name = "Peak"
    collector.append(named)
    #expect(collector.losses.words == "satellites of 1 time")
    #expect(collector.collection.tracks.first?.segments.first?.first?.name == "Peak")
  }

  @Test func theItemsOfACollectionMakeItAgain() throws {
    let mark = TrackWaypoint(try Coordinate(latitude: 1, longitude: 2), name: "Hut")
    let collection = TrackCollection(
      tracks: [
        Track(title: TrackTitle(name: "Walk"), fixes: [[try fix(1, 1)], [try fix(2, 2)]]),
        Track(fixes: [[try fix(3, 3)]]),
      ], waypoints: [mark], routes: [PlannedRoute(title: TrackTitle(name: "Plan"), points: [mark])])
    var collector = TrackCollector()
    collection.forEachItem { collector.append($0) }
    #expect(collector.collection == collection)
  }

  @Test func aReaderIsReadToItsEnd() async throws {
    let collection = try await TrackCollection(
      reading: Items(
        TestTrack.drive.updates.map { TrackItem(.update($0)) }))
    let length = collection.tracks.reduce(0) { $0 + TrackStatistics($1).distance }
    #expect(abs(length - TestTrack.drive.length) < 1)
  }
}

/// A reader of given items. It reads some of them ahead.
private struct Items: TrackReader {
  private var rest: ArraySlice<TrackItem>

  init(_ items: [TrackItem]) { rest = items[...] }

  mutating func next() throws(UserLocationError) -> TrackItem? { rest.popFirst() }

  mutating func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    let next = rest.prefix(min(limit, 3))
    rest = rest.dropFirst(next.count)
    return next
  }
}
