import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct ResampledTracksTests {
  private struct Enough: Error {}

  private func seconds(_ fixes: [Fix]) -> [Double?] {
    fixes.map { $0.timestamp?.timeIntervalSince(morning) }
  }

  @Test func fixesComeAtRegularTimes() throws {
    let track = Track(fixes: [
      [
        try fix(0, 0, at: 0, altitude: 100, speed: 3), try fix(0, 0.001, at: 10, altitude: 200),
        try fix(0, 0.002, at: 14),
      ]
    ])
    let samples = try #require(track.resampled(every: .seconds(4)).fixes.first)
    #expect(seconds(samples) == [0, 4, 8, 12])
    let expected = [0, 0.0004, 0.0008, 0.0015]
    for (sample, longitude) in zip(samples, expected) {
      #expect(abs(sample.coordinate.longitude - longitude) < 1e-12)
      #expect(sample.speed == nil)
    }
    #expect(samples.map(\.altitude) == [100, 140, 180, nil])
  }

  @Test func nothingIsInterpolatedBetweenSegments() throws {
    let track = Track(fixes: [
      [try fix(0, 0, at: 0), try fix(0, 1, at: 1)], [try fix(0, 5, at: 10)],
    ])
    #expect(track.resampled(every: .seconds(0.5)).fixes.map(\.count) == [3, 1])
  }

  @Test func timesThatGoBackAreLeftOutAndCounted() throws {
    let track = Track(fixes: [
      [try fix(0, 0, at: 0), try fix(0, 9, at: -5), try fix(0, 9), try fix(0, 0.1, at: 2)]
    ])
    let resampled = track.resampled(every: .seconds(1))
    let samples = try #require(resampled.fixes.first)
    #expect(samples.count == 3 && samples.allSatisfy { $0.coordinate.longitude <= 0.1 })
    #expect(resampled.earlier == 1 && resampled.untimed == 1 && resampled.gaps == 0)
  }

  @Test func aWrongDateIsASegmentOfItsOwn() throws {
    for years in [-45.0, 10] {
      let wrong = years * 365 * 86_400
      let track = Track(fixes: [
        [
          try fix(0, 0, at: 0), try fix(0, 1, at: 2), try fix(0, 2, at: wrong),
          try fix(0, 3, at: 4), try fix(0, 4, at: 6),
        ]
      ])
      for resampled in [track.resampled(every: .seconds(1)), track.resampled(spacing: 100_000)] {
        let fixes = resampled.fixes
        #expect(resampled.gaps == 2 && fixes.count == 3)
        #expect(seconds(fixes[1]) == [wrong])
        #expect(seconds([fixes[0][0], fixes[2][0]]) == [0, 4])
      }
    }
  }

  @Test func theLimitOfAGapIsChosen() throws {
    // The receiver of a parked car repeats its place.
    let track = Track(fixes: [
      [try fix(0, 0, at: 0), try fix(0, 0, at: 80_000), try fix(0, 1, at: 160_000)]
    ])
    #expect(track.resampled(every: .seconds(40_000)).fixes.map(\.count) == [5])
    #expect(track.resampled(spacing: 60_000).fixes.map(\.count) == [3])
    let short = ResampledTracks(
      TrackCollection(tracks: [track]), every: .seconds(40_000), longestGap: .seconds(79_999))
    #expect(short.gaps == 2 && short.fixes.map(\.count) == [1, 1, 1])
  }

  @Test func fixesAreMadeWhenTheyAreRead() throws {
    let track = Track(fixes: [[try fix(0, 0, at: 0), try fix(0, 1, at: 80_000)]])
    // A memory that held all of them would have to be larger than any.
    for resampled in [track.resampled(every: .nanoseconds(1)), track.resampled(spacing: 1e-9)] {
      var count = 0
      #expect(throws: Enough.self) {
        try resampled.forEachItem { _ throws(Enough) in
          count += 1
          if count == 1000 { throw Enough() }
        }
      }
    }
  }

  @Test func waypointsAndRoutesStay() throws {
    let hut = TrackWaypoint(try Coordinate(latitude: 1, longitude: 2), name: "Hut")
    let walk = TrackCollection(
      tracks: [Track(title: TrackTitle(name: "Walk"), fixes: [[try fix(0, 0, at: 0)]])],
      waypoints: [hut], routes: [PlannedRoute(points: [hut])])
    let resampled = ResampledTracks(walk, every: .seconds(1)).collection
    #expect(resampled.waypoints == walk.waypoints && resampled.routes == walk.routes)
    #expect(resampled.tracks.map(\.title) == walk.tracks.map(\.title) && resampled.count == 1)
  }

  @Test func fixesComeAtRegularDistances() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    let track = Track(fixes: [eastward(from: start, count: 11)])
    let samples = try #require(track.resampled(spacing: 15).fixes.first)
    #expect(samples.count == 8)
    for (one, next) in zip(samples.dropLast(), samples.dropFirst()).dropLast() {
      #expect(abs(one.coordinate.distance(to: next.coordinate) - 15) < 0.001)
    }
    #expect(samples.last?.coordinate == track.fixes[0][10].coordinate)
    let time = try #require(samples[1].timestamp)
    #expect(abs(time.timeIntervalSince(morning) - 1.5) < 0.001)
  }

  @Test func theWayAcrossTheAntimeridianIsShort() throws {
    let track = Track(fixes: [[try fix(-17, 179.9, at: 0), try fix(-17, -179.9, at: 10)]])
    let samples = try #require(track.resampled(every: .seconds(1)).fixes.first)
    #expect(samples.allSatisfy { abs($0.coordinate.longitude) >= 179.9 })
  }
}

extension Track {
  func resampled(every interval: Duration) -> ResampledTracks {
    ResampledTracks(TrackCollection(tracks: [self]), every: interval)
  }

  fileprivate func resampled(spacing meters: Double) -> ResampledTracks {
    ResampledTracks(TrackCollection(tracks: [self]), spacing: meters)
  }
}

extension ResampledTracks {
  fileprivate var collection: TrackCollection {
    var collector = TrackCollector()
    forEachItem { collector.append($0) }
    return collector.collection
  }

  /// The fixes of the segments of the first track.
  var fixes: [[Fix]] { collection.tracks.first?.fixes ?? [] }
}
