import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackSplitsTests {
  /// A track eastward with a fix each second.
  ///
  /// - Parameter speeds: in meters per second, one for each second.
  private func track(_ speeds: [Double], startingAt seconds: Double = 0) throws -> [Fix] {
    var place = try Coordinate(latitude: 48, longitude: 11)
    var fixes: [Fix] = []
    for (index, speed) in ([0] + speeds).enumerated() {
      place = place.destination(bearing: 90, distance: speed)
      var fix = Fix(coordinate: place, source: FixSource(kind: .live, name: "test"))
      fix.timestamp = morning.addingTimeInterval(seconds + Double(index))
      fixes.append(fix)
    }
    return fixes
  }

  private func splits(_ segments: [[Fix]], every length: Double = 1000) throws -> TrackSplits {
    try #require(TrackStatistics(Track(fixes: segments), splitLength: length).splits)
  }

  private func isNear(_ one: Double?, _ other: Double, within tolerance: Double = 0.01) -> Bool {
    one.map { abs($0 - other) <= tolerance } ?? false
  }

  @Test func partsBeginAndEndBetweenFixes() throws {
    let found = try splits([track(Array(repeating: 30, count: 80))]).splits
    #expect(found.count == 3)
    for (split, (meters, seconds)) in zip(found, [(1000.0, 33.333), (1000, 33.333), (400, 13.333)])
    {
      #expect(isNear(split.distance, meters) && isNear(split.duration, seconds))
      #expect(isNear(split.movingTime, seconds))
      #expect(split.ascent == nil && split.descent == nil)
    }
  }

  @Test func aLongStepMakesSeveralParts() throws {
    let found = try splits([track([2500])]).splits
    #expect(found.map { ($0.duration ?? 0) * 10 }.map { $0.rounded() } == [4, 4, 2])
  }

  @Test func aPauseCountsAndIsNotMoving() throws {
    let standing = Array(repeating: 0.0, count: 60)
    let found = try splits([
      track(Array(repeating: 10, count: 60) + standing + Array(repeating: 10, count: 60))
    ])
    #expect(
      isNear(found.splits.first?.duration, 160) && isNear(found.splits.first?.movingTime, 100))
    #expect(found.bestEfforts.map(\.distance) == [400, 1000])
    #expect(isNear(found.bestEfforts.first?.duration, 40))
    #expect(isNear(found.bestEfforts.last?.duration, 160, within: 0.2))
  }

  @Test func theFastestPartIsFoundWithItsTime() throws {
    let found = try splits([
      track(
        Array(repeating: 3, count: 300) + Array(repeating: 8, count: 50)
          + Array(repeating: 3, count: 300))
    ])
    #expect(found.bestEfforts.map(\.distance) == [400, 1000, 1609.344])
    #expect(isNear(found.bestEfforts.first?.duration, 50))
    #expect(isNear(found.bestEfforts.first?.averageSpeed, 8))
    #expect(isNear(found.bestEfforts.first?.start.timeIntervalSince(morning), 300))
  }

  @Test func anEffortEndsWithItsSegmentAndAPartDoesNot() throws {
    let found = try splits([
      track(Array(repeating: 10, count: 39)),
      track(Array(repeating: 10, count: 39), startingAt: 500),
    ])
    #expect(found.bestEfforts.isEmpty)
    #expect(found.splits.count == 1 && isNear(found.splits.first?.distance, 780, within: 0.1))
    #expect(isNear(found.splits.first?.duration, 78))
  }

  @Test func withoutTimesThereAreOnlyLengths() throws {
    var fixes = try track(Array(repeating: 10, count: 150))
    for index in fixes.indices { fixes[index].timestamp = nil }
    let found = try splits([fixes])
    #expect(found.splits.count == 2 && found.splits.allSatisfy { $0.duration == nil })
    #expect(found.bestEfforts.isEmpty)
  }

  @Test func climbsOfThePartsAddUp() throws {
    var fixes = try track(Array(repeating: 10, count: 290))
    for index in fixes.indices { fixes[index].altitude = 500 + Double(min(index, 150)) }
    let numbers = TrackStatistics(Track(fixes: [fixes]), splitLength: 1000)
    let parts = try #require(numbers.splits).splits.compactMap(\.ascent)
    let ascent = try #require(numbers.ascent)
    #expect(parts.count == 3 && isNear(parts.reduce(0, +), ascent))
    #expect(parts[0] > 90 && parts[1] > 40 && parts[2] < 1)
  }

  /// Compared with a search through all ends.
  @Test func effortsOfRandomTracksAreTheFastest() {
    playRandomSequences(40) { random in
      var speeds: [Double] = []
      while speeds.count < 900 {
        let speed = random.oneIn(4) ? 0 : Double(random.integer(below: 12))
        speeds += Array(repeating: speed, count: 1 + random.integer(below: 60))
      }
      let fixes = try track(speeds)
      let found = try splits([fixes]).bestEfforts
      var ends = [0.0]
      for (one, next) in zip(fixes, fixes.dropFirst()) {
        ends.append((ends.last ?? 0) + one.coordinate.distance(to: next.coordinate))
      }
      for distance in TrackSplits.distances where distance <= (ends.last ?? 0) {
        var shortest = Double.infinity
        for (second, end) in ends.enumerated() where end >= distance {
          guard let after = ends.firstIndex(where: { $0 > end - distance }) else { continue }
          let part = ends[after] - ends[after - 1]
          let start = Double(after - 1) + (end - distance - ends[after - 1]) / part
          shortest = min(shortest, Double(second) - start)
        }
        guard let effort = found.first(where: { $0.distance == distance }) else {
          return "no effort over \(distance) m"
        }
        if abs(effort.duration - shortest) > 0.5 {
          return "\(distance) m in \(effort.duration) s, not \(shortest) s"
        }
      }
      return nil
    }
  }
}
