import Foundation
import LocationCore
import LocationSimulation
import LocationTracks
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct TrackSmoothingTests {
  private static let start = Date(timeIntervalSince1970: 1_740_787_200)

  /// Fixes on the way to the east at 10 m/s, a fix a second, beside the way by some meters.
  private func fixes(
    _ count: Int, device: String? = nil, beside: (Int) -> Double = { _ in 0 }
  ) throws -> [Fix] {
    let plane = LocalPlane(at: try Coordinate(latitude: 48.1, longitude: 11.5))
    return (0..<count).map { second in
      var fix = Fix(
        coordinate: plane.place(SIMD2(Double(second) * 10, beside(second))),
        source: FixSource(kind: .replayed, name: "a", device: device))
      fix.timestamp = Self.start.addingTimeInterval(Double(second))
      (fix.speed, fix.course) = (10, 90)
      fix.altitude = 500
      fix.errors.horizontal = 3
      return fix
    }
  }

  /// The largest distance from the way in meters.
  private func deviation(_ fixes: [Fix]) throws -> Double {
    let plane = LocalPlane(at: try Coordinate(latitude: 48.1, longitude: 11.5))
    return fixes.map { abs(plane.meters($0.coordinate).y) }.max() ?? 0
  }

  @Test func laterFixesMakeEarlierOnesBetter() throws {
    // The receiver is wrong at first, and slowly becomes right.
    let raw = try fixes(200) { second in second < 40 ? 4 * (1 - Double(second) / 40) : 0 }
    var filter = SmoothingFilter()
    let live = raw.compactMap { fix in filter.smoothed(fix) }
    let later = Track(fixes: [raw]).smoothed().segments[0].map(\.fix)
    #expect(later.count == 200)
    #expect(try deviation(later) < 0.8 * deviation(live))
  }

  @Test func aStraightTrackStaysAsItIs() throws {
    let raw = try fixes(100)
    let smooth = Track(fixes: [raw]).smoothed().segments[0]
    for (one, other) in zip(raw, smooth) {
      #expect(one.coordinate.distance(to: other.coordinate) < 0.01)
      #expect(one.timestamp == other.timestamp && other.fix.original == one)
      #expect(abs((other.fix.altitude ?? 0) - 500) < 0.01)
    }
  }

  @Test func aPlaneThatIsReplacedOnALongWayLeavesNoTrace() throws {
    let raw = try fixes(3_000)
    let smooth = Track(fixes: [raw]).smoothed().segments[0]
    let errors = zip(raw, smooth).map { $0.coordinate.distance(to: $1.coordinate) }
    #expect(errors.max() ?? 99 < 0.5)
  }

  @Test func jumpsAreRemovedAndCounted() throws {
    let raw = try fixes(100) { 40..<43 ~= $0 ? 700 : 0 }
    var counts = SmoothingFilter.Counts()
    let smooth = Track(fixes: [raw]).smoothed(&counts)
    #expect(smooth.count == 97 && counts.refused == [.jump: 3])
    #expect(try deviation(smooth.segments[0].map(\.fix)) < 1)
  }

  /// A paraglider circles: 10 m/s, up to 35 degrees a second, and wind. A flight recorder states positions only, which are
  /// wrong by some meters each.
  @Test(arguments: 1...4)
  func aGliderThatCirclesDoesNotJump(seed: UInt64) throws {
    var chance = RandomStream(test: seed)
    let plane = LocalPlane(at: try Coordinate(latitude: 46, longitude: 8))
    func noise() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + .random(in: 0...1, using: &chance) } * 2
    }
    var (place, course) = (SIMD2<Double>.zero, 0.0)
    let raw = (0..<600).map { second in
      for _ in 0..<10 {
        course += second < 20 ? 0 : 2.5 + sin(Double(second) / 9)
        place += SIMD2(direction: course) + SIMD2(0.3, 0)
      }
      var fix = Fix(
        coordinate: plane.place(place + SIMD2(noise(), noise())),
        source: FixSource(kind: .replayed, name: "a"))
      fix.timestamp = Self.start.addingTimeInterval(Double(second))
      return fix
    }
    var counts = SmoothingFilter.Counts()
    _ = Track(fixes: [raw]).smoothed(&counts)
    #expect(counts.refused == [:])
    #expect(counts.restarts == 0)
  }

  @Test func segmentsAndDevicesDoNotMix() throws {
    let (one, other) = (try fixes(50, device: "a"), try fixes(50, device: "b") { _ in 9_000 })
    let mixed = Track(fixes: [zip(one, other).flatMap { [$0, $1] }, other])
    let smooth = mixed.smoothed()
    #expect(smooth.segments.map(\.count) == [100, 50])
    let alone = Track(fixes: [one]).smoothed()
    #expect(smooth.segments[0].filter { $0.fix.source.device == "a" } == alone.segments[0])
  }

  @Test func pointsWithoutATimeAreUnchanged() throws {
    var raw = try fixes(20)
    raw[7].timestamp = nil
    var counts = SmoothingFilter.Counts()
    let smooth = Track(fixes: [raw]).smoothed(&counts)
    #expect(smooth.segments[0][7].fix == raw[7] && counts.untimed == 1)
  }

  @Test func namesAndSensorsOfPointsStay() throws {
    var track = Track(fixes: [try fixes(10)])
    track.segments[0][4].name = "bridge"
    let smooth = track.smoothed()
    #expect(smooth.segments[0][4].name == "bridge" && smooth.segments[0][4].fix.isSmoothed)
  }

  @Test func aClimbOfSixMetersCounts() throws {
    var raw = try fixes(120)
    for index in raw.indices {
      raw[index].altitude = 100 + 6 * min(max(Double(index - 30) / 40, 0), 1)
      raw[index].errors.vertical = 3
    }
    let ascent = try #require(TrackStatistics(Track(fixes: [raw])).ascent)
    #expect(abs(ascent - 6) < 0.6, "\(ascent) m")
  }

  @Test func aMeasuredVerticalSpeedTellsNoiseFromAClimb() throws {
    var raw = try fixes(600)
    for index in raw.indices {
      // An error of 8 m that comes and goes in a minute; the receiver knows that it does not climb.
      raw[index].altitude = 100 + (index / 30 % 2 == 0 ? 1 : -1) * 4 * Double(index % 30) / 30
      raw[index].climb = 0
      raw[index].errors.vertical = 8
    }
    #expect(TrackStatistics(Track(fixes: [raw])).ascent == 0)
    for index in raw.indices { raw[index].timestamp = nil }
    #expect((TrackStatistics(Track(fixes: [raw])).ascent ?? 0) > 30)
  }
}
