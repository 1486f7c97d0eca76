import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackCroppingTests {
  private let track: Track
  private let fixes: [Fix]

  init() throws {
    fixes = eastward(from: try Coordinate(latitude: 48, longitude: 11), count: 11)
    track = Track(title: TrackTitle(name: "Walk"), fixes: [fixes])
  }

  @Test func aTimeSelectsFromItsStartToBeforeItsEnd() {
    var filter = LocationFilter()
    filter.from = morning.addingTimeInterval(2)
    filter.until = morning.addingTimeInterval(5)
    let cropped = track.cropped(to: filter)
    #expect(cropped.fixes == [Array(fixes[2...4])] && cropped.title.name == "Walk")
  }

  @Test func fixesWithoutATimeAreNotInATime() throws {
    var filter = LocationFilter()
    filter.from = morning
    #expect(Track(fixes: [[try fix(48, 11)]]).cropped(to: filter).isEmpty)
  }

  @Test func aSegmentEndsWhereTheTrackLeavesTheArea() throws {
    var filter = LocationFilter()
    filter.circle = .init(center: fixes[3].coordinate, radius: 15)
    #expect(track.cropped(to: filter).fixes == [Array(fixes[2...4])])
    let back = Track(fixes: [fixes + fixes.reversed()])
    let parts = back.cropped(to: filter).fixes
    #expect(parts == [Array(fixes[2...4]), fixes[2...4].reversed()])
  }

  @Test func aBoxMayCrossTheAntimeridian() throws {
    let places = try [179.5, 179.9, 180, -180, -179.9, -179.5, 0].map { try fix(-17, $0) }
    var filter = LocationFilter()
    filter.box = CoordinateBox(south: -18, west: 179.8, north: -16, east: -179.8)
    #expect(Track(fixes: [places]).cropped(to: filter).fixes == [Array(places[1...4])])
    filter.box = CoordinateBox(south: -18, west: 179.8, north: -16, east: 180)
    #expect(Track(fixes: [places]).cropped(to: filter).fixes == [Array(places[1...3])])
  }

  @Test func allConditionsMustHold() {
    var filter = LocationFilter()
    filter.circle = .init(center: fixes[3].coordinate, radius: 15)
    filter.from = morning.addingTimeInterval(4)
    #expect(track.cropped(to: filter).fixes == [[fixes[4]]])
  }

  @Test func waypointsAndRoutesAreCroppedToo() throws {
    let near = TrackWaypoint(fixes[0].coordinate, name: "near")
    let far = TrackWaypoint(try Coordinate(latitude: 0, longitude: 0), name: "far")
    var filter = LocationFilter()
    filter.circle = .init(center: fixes[0].coordinate, radius: 15)
    let collection = TrackCollection(
      tracks: [track, Track(fixes: [[try fix(0, 0)]])], waypoints: [near, far],
      routes: [PlannedRoute(points: [far, near]), PlannedRoute(points: [far])])
    let cropped = collection.cropped(to: filter)
    #expect(cropped.waypoints == [near] && cropped.routes == [PlannedRoute(points: [near])])
    #expect(cropped.tracks.map(\.count) == [2])
  }
}

@Suite(.inTurn) struct TrackSplittingTests {
  private let place: Coordinate

  init() throws { place = try Coordinate(latitude: 48, longitude: 11) }

  @Test func aGapDividesATrack() throws {
    let fixes = try [0, 10, 20, 80, 90].map { try fix(48, 11, at: $0) }
    let untimed = try fix(48, 11)
    let track = Track(
      title: TrackTitle(name: "Walk"),
      fixes: [[fixes[0], fixes[1], untimed], [fixes[2], fixes[3], fixes[4]]])
    let parts = track.split(atGapsOver: .seconds(30))
    #expect(
      parts.map(\.fixes) == [
        [[fixes[0], fixes[1], untimed], [fixes[2]]], [[fixes[3], fixes[4]]],
      ])
    #expect(parts.allSatisfy { $0.title.name == "Walk" })
    #expect(track.split(atGapsOver: .seconds(60)) == [track])
  }

  @Test func aGapBetweenSegmentsDividesATrack() throws {
    let track = Track(fixes: [[try fix(48, 11, at: 0)], [try fix(48, 11, at: 100)]])
    #expect(track.split(atGapsOver: .seconds(99)).count == 2)
  }

  @Test func midnightDividesATrack() throws {
    // 08:00 on the first day; midnight is 16 hours later.
    let midnight = 16 * 3600.0
    let fixes = try [0, midnight - 1, midnight, midnight + 25 * 3600].map {
      try fix(48, 11, at: $0)
    }
    let track = Track(fixes: [fixes])
    #expect(track.splitByDay().map(\.count) == [2, 1, 1])
    #expect(track.splitByDay { _ in 7200 }.map(\.count) == [1, 2, 1])
    #expect(track.splitByDay { _ in -9 * 3600 }.map(\.count) == [1, 2, 1])
  }

  @Test func aDistanceMakesPartsWithoutLosingAnyWay() {
    let track = Track(fixes: [eastward(from: place, count: 26)])
    let parts = track.split(everyMeters: 100)
    #expect(parts.map(\.count) == [11, 11, 6] || parts.map(\.count) == [12, 12, 4])
    let length = parts.reduce(0) { $0 + TrackStatistics($1).distance }
    #expect(abs(length - TrackStatistics(track).distance) < 1e-6)
  }

  @Test func aPartMayHaveSeveralSegments() {
    let segment = eastward(from: place, count: 4)
    let parts = Track(fixes: [segment, segment, segment]).split(everyMeters: 50)
    #expect(parts.map { $0.segments.map(\.count) } == [[4, 3], [2, 4]])
  }

  @Test func aTrackWithoutFixesHasNoParts() {
    #expect(Track(fixes: [[]]).split(everyMeters: 50).isEmpty)
    #expect(Track().splitByDay().isEmpty)
  }
}

@Suite(.inTurn) struct TrackJoiningTests {
  private func track(_ name: String?, at seconds: Double?) throws -> Track {
    Track(title: TrackTitle(name: name), fixes: [[try fix(48, 11, at: seconds)], []])
  }

  @Test func tracksAreJoinedInTheOrderOfTheirTimes() throws {
    let (early, late) = (try track(nil, at: 0), try track("Late", at: 50))
    let untimed = try track("Untimed", at: nil)
    let joined = Track(joining: [untimed, late, early])
    #expect(joined.fixes == [early.fixes[0], late.fixes[0], untimed.fixes[0]])
    #expect(joined.title.name == "Late")
  }

  @Test func tracksOfTheSameTimeKeepTheirOrder() throws {
    let tracks = try (0..<5).map { try track("\($0)", at: 7) }
    #expect(Track(joining: tracks).title.name == "0")
  }

  @Test func theWayBackHasOnlyPlacesAndAltitudes() throws {
    var full = try Fix.full()
    full.coordinate = try Coordinate(latitude: 1, longitude: 2)
    let track = Track(fixes: [[full, try fix(48, 11, at: 1)], [try fix(49, 11, at: 2)]])
    let back = track.reversed()
    #expect(back.fixes.map { $0.map(\.coordinate.latitude) } == [[49], [48, 1]])
    let last = try #require(back.fixes.last?.last)
    #expect(last.altitude == full.altitude && last.ellipsoidalAltitude == full.ellipsoidalAltitude)
    #expect(last.timestamp == nil && last.speed == nil && last.course == nil)
    #expect(last.heading == nil && last.climb == nil)
    #expect(
      back.reversed().fixes.map { $0.map(\.coordinate) }
        == track.fixes.map { $0.map(\.coordinate) })
  }
}
