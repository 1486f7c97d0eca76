import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// What sensors measured stays with its points when tracks are changed.
@Suite(.inTurn) struct SensorOperationTests {
  private let track: Track

  init() throws {
    let fixes = eastward(from: try Coordinate(latitude: 48, longitude: 11), count: 11)
    track = Track(
      segments: [
        fixes.enumerated().map { TrackPoint($1, sensors: Self.sensors(100 + $0)) }
      ])
  }

  private static func sensors(_ heartRate: Int) -> SensorValues {
    var sensors = SensorValues()
    sensors.heartRate = Double(heartRate)
    return sensors
  }

  private func rates(_ track: Track) -> [[Double?]] {
    track.segments.map { $0.map(\.sensors.heartRate) }
  }

  @Test func aCropKeepsThem() {
    var filter = LocationFilter()
    filter.from = morning.addingTimeInterval(2)
    filter.until = morning.addingTimeInterval(5)
    #expect(rates(track.cropped(to: filter)) == [[102, 103, 104]])
  }

  @Test func aSplitKeepsThem() {
    let parts = track.split(everyMeters: 45)
    #expect(parts.count > 1)
    #expect(parts.map { rates($0)[0].first }.first == 100)
    #expect(parts.last.map { rates($0)[0].last } == 110)
    #expect(track.splitByDay().map(rates) == [rates(track)])
  }

  @Test func simplifyingKeepsThoseOfTheRemainingPoints() {
    #expect(rates(track.simplified(tolerance: 5)) == [[100, 110]])
    #expect(
      TrackCollection(tracks: [track]).simplified(toCount: 2).tracks.map(rates) == [[[100, 110]]])
  }

  @Test func aJoinKeepsThem() {
    let parts = track.split(everyMeters: 45)
    #expect(
      rates(Track(joining: parts.reversed())) == parts.map { rates($0)[0] })
  }

  @Test func derivedMotionAndTrimmingKeepThem() {
    #expect(rates(track.derivingMotion()) == rates(track))
    #expect(rates(track.trimmed(hiding: [])) == rates(track))
    var derivation = MotionDerivation()
    let items = track.segments[0].map { derivation.complete($0.item) }
    #expect(items.map(\.sensors.heartRate) == rates(track)[0])
  }

  @Test func theWayBackAndNewPointsHaveNone() throws {
    let none = [Double?](repeating: nil, count: 11)
    #expect(rates(track.reversed()) == [none])
    #expect(rates(Track(fixes: track.resampled(every: .seconds(1)).fixes)) == [none])
    var losses = TrackLosses()
    losses.add(valuesOf: TrackCollection(tracks: [track]), except: .places)
    #expect(losses.count(of: .heartRate) == 11)
  }

  @Test func aCollectionKeepsThem() {
    var collector = TrackCollector()
    TrackCollection(tracks: [track]).forEachItem { collector.append($0) }
    #expect(collector.collection.tracks == [track])
  }

  /// The text of a point says the former values.
  @Test func aChangedPointIsNotCopied() {
    var point = TrackPoint(
      track.segments[0][0].fix, name: nil, sensors: SensorValues(),
      original: OriginalElement([1], in: OriginalDocument(attributes: [])))
    point.sensors.heartRate = 99
    #expect(point.original == nil)
  }

  @Test func lapsThatAreLeftOutAreCounted() {
    let place = track.segments[0][0].coordinate
    let marks = [
      TrackWaypoint(place), TrackWaypoint(endOfLap: 1, place, timestamp: morning),
      TrackWaypoint(endOfLap: 2, place, timestamp: morning),
    ]
    var losses = TrackLosses()
    losses.add(from: TrackCollection(waypoints: marks), to: TrackCollection())
    #expect(losses.words == "1 waypoint, 2 laps")
  }
}
