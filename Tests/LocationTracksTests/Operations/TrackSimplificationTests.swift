import LocationCore
import LocationReplay
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackSimplificationTests {
  /// The distance in meters to the geodesic between two places, by search: the code under test uses a plane
  /// instead.
  private func distance(from place: Coordinate, toLine start: Coordinate, _ end: Coordinate)
    -> Double
  {
    let length = start.distance(to: end)
    guard let bearing = start.bearing(to: end) else { return start.distance(to: place) }
    func distance(at offset: Double) -> Double {
      start.destination(bearing: bearing, distance: offset).distance(to: place)
    }
    var (low, high) = (0.0, length)
    for _ in 0..<60 {
      let (one, other) = (low + (high - low) / 3, high - (high - low) / 3)
      if distance(at: one) < distance(at: other) { high = other } else { low = one }
    }
    return min(distance(at: (low + high) / 2), distance(at: 0), distance(at: length))
  }

  @Test(arguments: [
    (48.1, 11.5), (0, 0), (-16.8, 179.999), (16.8, -179.999), (89.999, 40), (-89.9995, -120),
  ])
  func noPointIsFurtherFromTheResultThanTheTolerance(latitude: Double, longitude: Double) throws {
    var random = RandomStream(test: 7)
    let start = try Coordinate(latitude: latitude, longitude: longitude)
    for (step, tolerance) in [(1.0, 5.0), (30.0, 5.0), (30.0, 100.0), (2_000.0, 20.0)] {
      let fixes = wander(from: start, count: 300, step: step, using: &random)
      let kept = try #require(
        Track(fixes: [fixes]).simplified(tolerance: tolerance).fixes.first)
      #expect(kept.first == fixes.first && kept.last == fixes.last && kept.count < fixes.count)
      var line = 0
      for fix in fixes {
        // The removed fixes are between the kept ones in time.
        while line + 2 < kept.count, let end = kept[line + 1].timestamp, let time = fix.timestamp,
          end < time
        { line += 1 }
        let distance = distance(
          from: fix.coordinate, toLine: kept[line].coordinate, kept[line + 1].coordinate)
        #expect(distance <= tolerance * 1.001)
      }
    }
  }

  @Test func aPointFurtherThanTheToleranceRemains() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    var fixes = eastward(from: start, count: 101)
    fixes[40].coordinate = fixes[40].coordinate.destination(bearing: 0, distance: 6)
    let track = Track(fixes: [fixes])
    #expect(try #require(track.simplified(tolerance: 5).fixes.first).contains(fixes[40]))
    #expect(track.simplified(tolerance: 7).fixes == [[fixes[0], fixes[100]]])
  }

  @Test func aLongStraightFlightNeedsOnlyItsEnds() throws {
    let start = try Coordinate(latitude: 50, longitude: 8)
    let fixes = (0...1000).map { index in
      Fix(
        coordinate: start.destination(bearing: 70, distance: Double(index) * 250), source: .replayed
      )
    }
    #expect(Track(fixes: [fixes]).simplified(tolerance: 5).count == 2)
  }

  @Test func aRoundTripKeepsItsFurthestPoint() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    let out = eastward(from: start, count: 50)
    let track = Track(fixes: [out + out.reversed()])
    #expect(track.simplified(tolerance: 1).fixes == [[out[0], out[49], out[0]]])
  }

  @Test func segmentsAreSimplifiedOneByOne() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    let segment = eastward(from: start, count: 20)
    let track = Track(
      title: TrackTitle(name: "Walk"), fixes: [segment, [segment[3]], [], segment])
    let simplified = track.simplified(tolerance: 5)
    #expect(simplified.segments.map(\.count) == [2, 1, 2])
    #expect(simplified.title.name == "Walk")
  }

  /// Each division of this line removes only one point, unless the work is bounded.
  @Test func aZigzagThatGrowsIsSimplifiedToo() throws {
    let fixes = try (0..<60_000).map { index in
      let side = index.isMultiple(of: 2) ? 1e-5 : -1e-5
      return try fix(side * Double(index), 1e-6 * Double(index))
    }
    #expect(Track(fixes: [fixes]).simplified(tolerance: 0.5).count > 59_000)
  }

  @Test func theMostImportantPointsRemain() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    var fixes = eastward(from: start, count: 101)
    fixes[20].coordinate = fixes[20].coordinate.destination(bearing: 0, distance: 60)
    fixes[70].coordinate = fixes[70].coordinate.destination(bearing: 180, distance: 300)
    let collection = TrackCollection(tracks: [Track(fixes: [fixes])])
    func kept(_ count: Int) -> [Fix] {
      collection.simplified(toCount: count).tracks[0].fixes[0]
    }
    #expect(kept(1) == [fixes[0], fixes[100]])
    #expect(kept(3) == [fixes[0], fixes[70], fixes[100]])
    #expect(kept(25).count == 25 && kept(25).contains(fixes[20]))
    #expect(kept(1000) == fixes)
  }

  /// Chooses one point after another: the one that is furthest from the line through those chosen before.
  private func mostImportant(_ count: Int, of lines: [[Coordinate]]) -> [[Int]] {
    let points = lines.map { $0.map(GeocentricPoint.init) }
    var kept = lines.map { $0.count > 1 ? [0, $0.count - 1] : Array($0.indices) }
    while kept.reduce(0, { $0 + $1.count }) < count {
      var best: (line: Int, index: Int, distance: Double)?
      for line in lines.indices {
        for (first, last) in zip(kept[line], kept[line].dropFirst()) {
          let chord = GroundLine(from: points[line][first], to: points[line][last])
          for index in first..<last where index > first {
            let distance = chord.squaredDistance(to: points[line][index])
            if distance > best?.distance ?? -1 { best = (line, index, distance) }
          }
        }
      }
      guard let best else { break }
      kept[best.line] = (kept[best.line] + [best.index]).sorted()
    }
    return kept
  }

  @Test func theMostImportantPointsAreThoseThatASearchFinds() {
    playRandomSequences(200) { random in
      let start = try Coordinate(latitude: 48, longitude: 11)
      let lines = (0..<1 + random.integer(below: 4)).map { _ in
        wander(from: start, count: random.integer(below: 30), step: 20, using: &random)
          .map(\.coordinate)
      }
      let total = lines.reduce(0) { $0 + $1.count }
      for count in [0, total / 4, total / 2, total - 1, total + 1] {
        let kept = SimplifiedLine.mostImportant(count, of: lines)
        let found = mostImportant(count, of: lines)
        if kept != found { return "\(count) of \(lines.map(\.count)): \(kept), not \(found)" }
      }
      return nil
    }
  }

  @Test func theNumberOfPointsCountsAllTracks() throws {
    var random = RandomStream(test: 3)
    let start = try Coordinate(latitude: 48, longitude: 11)
    let tracks = (0..<3).map { _ in
      Track(fixes: [wander(from: start, count: 200, step: 20, using: &random)])
    }
    let simplified = TrackCollection(tracks: tracks).simplified(toCount: 100)
    #expect(simplified.count == 100 && simplified.tracks.allSatisfy { $0.count >= 2 })
    // The points keep their order.
    for (before, after) in zip(tracks, simplified.tracks) {
      let times = after.fixes[0].compactMap(\.timestamp)
      #expect(times == times.sorted() && Set(after.fixes[0]).isSubset(of: before.fixes[0]))
    }
  }
}
