import Foundation
import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackTrimmingTests {
  private let home = Coordinate(unchecked: 48, 11)
  private var zone: PrivacyZone { PrivacyZone(hiding: home, radius: 300) }

  /// A drive past the home, a fix every 100 m.
  private var drive: [Fix] {
    (-50...50).map { index in
      var fix = Fix(
        coordinate: home.destination(bearing: 90, distance: Double(index) * 100), source: .replayed)
      (fix.speed, fix.course, fix.climb, fix.altitude) = (10, 90, 0.5, 500)
      return fix
    }
  }

  @Test func aDriveThroughAZoneBecomesTwoSegments() {
    let trimmed = Track(fixes: [drive]).trimmed(hiding: [zone])
    #expect(trimmed.segments.count == 2)
    #expect(trimmed.segments.joined().allSatisfy { !zone.contains($0.coordinate) })
    // Nothing is moved or interpolated.
    let places = Set(drive.map(\.coordinate))
    #expect(trimmed.segments.joined().allSatisfy { places.contains($0.coordinate) })
    #expect(trimmed.count == drive.count { !zone.contains($0.coordinate) })
  }

  @Test func theFixesBesideACutHaveNoMotion() {
    let segments = Track(fixes: [drive]).trimmed(hiding: [zone]).fixes
    let beside = [segments[0].last, segments[1].first].compactMap { $0 }
    #expect(beside.map(\.speed) == [nil, nil] && beside.map(\.course) == [nil, nil])
    #expect(beside.map(\.climb) == [nil, nil] && beside.map(\.altitude) == [500, 500])
    let others = segments[0].dropLast() + segments[1].dropFirst()
    #expect(others.allSatisfy { $0.speed == 10 && $0.course == 90 })
  }

  @Test func aTrackThatStartsAtHomeBeginsWithoutMotion() {
    let track = Track(fixes: [Array(drive.dropFirst(50))]).trimmed(hiding: [zone])
    #expect(track.segments.count == 1)
    #expect(track.fixes[0].first?.course == nil && track.fixes[0].last?.course == 90)
  }

  /// A receiver that is switched off at home begins a new segment when it is switched on elsewhere.
  @Test(arguments: [48, 50, 53]) func aCutMayBeBetweenTwoSegments(end: Int) {
    let cut = drive.firstIndex { zone.contains($0.coordinate) }
    let track = Track(fixes: [Array(drive.prefix(end)), Array(drive.dropFirst(70))])
    let segments = track.trimmed(hiding: [zone]).fixes
    #expect(segments.count == 2 && segments[0].count == min(end, cut ?? 0))
    #expect(segments[0].last?.course == nil && segments[0].last?.speed == nil)
    #expect(
      segments[1].first?.course == nil && segments[1].dropFirst().allSatisfy { $0.course == 90 })
  }

  @Test func theSameTrackIsAlwaysTrimmedInTheSameWay() {
    let track = Track(fixes: [drive])
    let other = PrivacyZone(hiding: home.destination(bearing: 20, distance: 1), radius: 300)
    #expect(other == zone)
    #expect(track.trimmed(hiding: [zone]) == track.trimmed(hiding: [other]))
  }

  @Test func waypointsInAZoneAreRemoved() throws {
    let home = TrackWaypoint(home, name: "Home")
    let far = TrackWaypoint(try Coordinate(latitude: 49, longitude: 11), name: "Far")
    let collection = TrackCollection(
      tracks: [Track(fixes: [[try fix(48, 11)]])], waypoints: [home, far],
      routes: [PlannedRoute(points: [home]), PlannedRoute(points: [home, far])])
    let trimmed = collection.trimmed(hiding: [zone])
    #expect(trimmed.tracks.isEmpty && trimmed.waypoints == [far])
    #expect(trimmed.routes == [PlannedRoute(points: [far])])
  }

  /// The figures are radii of the private place; see `HomeAttackErrors`.
  @Test func manyTracksDoNotRevealAHome() {
    let errors = HomeAttackErrors(journeys: 50, destinations: 6) { home, journey in
      let zone = PrivacyZone(hiding: home, radius: 300)
      return Track(fixes: [journey]).trimmed(hiding: [zone]).segments.joined()
        .map(\.coordinate)
    }
    #expect(errors.revealsNothing, "\(errors)")
  }
}
