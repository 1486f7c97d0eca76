import LocationCore
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackComparisonTests {
  private let place: Coordinate
  /// A hundred seconds to the east, 10 m each.
  private let reference: [Fix]

  init() throws {
    place = try Coordinate(latitude: 48, longitude: 11)
    reference = eastward(from: place, count: 100)
  }

  private func compare(_ measured: [Fix], _ reference: [Fix]? = nil, gap: Double? = nil)
    -> TrackComparison
  {
    TrackComparison(
      of: Track(fixes: [measured]), to: Track(fixes: [reference ?? self.reference]), gap: gap)
  }

  private func changed(_ fixes: [Fix], _ change: (inout Fix) -> Void) -> [Fix] {
    fixes.map { fix in
      var fix = fix
      change(&fix)
      return fix
    }
  }

  // MARK: Errors

  @Test func aKnownOffsetIsEveryError() throws {
    let north = changed(reference) {
      $0.coordinate = $0.coordinate.destination(bearing: 0, distance: 5)
    }
    let result = compare(north)
    let horizontal = try #require(result.horizontal)
    for size in [horizontal.rms, horizontal.median, horizontal.percent95, horizontal.greatest] {
      #expect(abs(size - 5) < 1e-6)
    }
    #expect(abs((result.crossTrack?.rms ?? 0) - 5) < 0.001)
    #expect(abs((result.frechet?.distance ?? 0) - 5) < 0.001)
    #expect(result.errors.count == 100 && result.extra == 0 && result.missing == 0)
    #expect(result.vertical == nil && result.speed == nil && result.course == nil)
    #expect(result.statedHorizontal == nil && result.statedVertical == nil)
  }

  @Test func theReferenceIsInterpolatedAtTheTimeOfTheFix() throws {
    let truth = changed(reference) {
      let second = $0.timestamp?.timeIntervalSince(morning) ?? 0
      ($0.altitude, $0.speed) = (second * 2, second)
      // North is passed.
      $0.course = second.truncatingRemainder(dividingBy: 2) == 0 ? 350 : 20
    }
    var fix = Fix(coordinate: place.destination(bearing: 90, distance: 45), source: .replayed)
    fix.timestamp = morning.addingTimeInterval(4.5)
    (fix.altitude, fix.speed, fix.course) = (10, 4, 3)
    let result = compare([fix], truth)
    #expect((result.horizontal?.greatest ?? 1) < 0.001)
    #expect(abs((result.vertical?.mean ?? 0) - 1) < 1e-9)
    #expect(abs((result.speed?.mean ?? 0) + 0.5) < 1e-9)
    #expect(abs((result.course?.mean ?? 0) + 2) < 1e-9)
  }

  @Test func anErrorOfTheCourseGoesTheShortWay() {
    let truth = changed(reference) { $0.course = 359 }
    let result = compare(changed(reference) { $0.course = 1 }, truth)
    #expect(abs((result.course?.mean ?? 0) - 2) < 1e-9)
  }

  @Test func altitudesOfTheSameKindAreCompared() {
    let truth = changed(reference) { $0.ellipsoidalAltitude = 500 }
    let level = changed(reference) { $0.altitude = 453 }
    #expect(compare(level, truth).vertical == nil)
    let both = changed(level) { $0.ellipsoidalAltitude = 503 }
    #expect(compare(both, truth).vertical?.mean == 3)
  }

  @Test func theShareWithinTheStatedErrorIsCounted() {
    var number = 0
    let stating = changed(reference) {
      number += 1
      $0.coordinate = $0.coordinate.destination(bearing: 0, distance: Double(number))
      $0.errors.horizontal = number <= 90 ? 59.5 : nil
    }
    let check = compare(stating).statedHorizontal
    #expect(check?.count == 90)
    #expect(check?.within == 59 && check?.share == 59.0 / 90)
  }

  @Test func percentagesAreTheNearestRank() throws {
    let errors: [Double] = stride(from: 2, through: 200, by: 2).flatMap { [1 - $0, $0] }
    let spread = try #require(ErrorSpread(errors))
    #expect(spread.median == 100 && spread.percent68 == 136 && spread.percent95 == 190)
    #expect(spread.greatest == 200 && spread.mean == 0.5 && spread.count == 200)
    #expect(ErrorSpread([3]) == ErrorSpread([-3].map(abs)))
    #expect(ErrorSpread([3])?.median == 3 && ErrorSpread([3])?.rms == 3)
    #expect(ErrorSpread([]) == nil)
  }

  // MARK: Times

  @Test func pointsInAGapOfTheMeasuredTrackAreMissing() {
    let result = compare(Array(reference[..<20] + reference[40..<90]))
    #expect(result.missing == 20 + 10)
    #expect(result.extra == 0 && result.errors.count == 70)
    #expect(result.errors.map(\.isAfterGap).filter { $0 }.count == 1)
    #expect(compare(Array(reference[..<20] + reference[40...]), gap: 30).missing == 0)
  }

  @Test func nothingIsInterpolatedInAGapOfTheReference() {
    let result = compare(reference, Array(reference[10..<20] + reference[40...]))
    #expect(result.extra == 10 + 20)
    #expect(result.errors.count == 70 && result.missing == 0)
  }

  @Test func nothingIsInterpolatedBetweenTwoSegments() {
    let between = changed(reference) { $0.timestamp = $0.timestamp?.addingTimeInterval(0.5) }
    let segments = Track(fixes: [Array(reference[..<50]), Array(reference[50...])])
    let result = TrackComparison(of: Track(fixes: [between]), to: segments)
    // One between the segments, and one after the end.
    #expect(result.extra == 2 && result.errors.count == 98)
  }

  /// Two files that round a time differently have the same time.
  @Test func roundedTimesAreTheSame() {
    let rounded = changed(reference) { $0.timestamp = $0.timestamp?.addingTimeInterval(0.000_4) }
    let result = compare(rounded)
    #expect(result.errors.count == 100 && result.horizontal?.greatest == 0)
  }

  @Test func theOrderOfTheFixesDoesNotMatter() {
    #expect(compare(reference.reversed()).horizontal == compare(reference).horizontal)
    #expect(compare(reference, reference.reversed()).horizontal?.greatest == 0)
  }

  @Test(arguments: [-41.7, -2.3, 0, 0.1, 17.0])
  func aKnownShiftIsFound(seconds: Double) throws {
    var random = RandomStream(seed: 3, purpose: .init(1))
    let truth = wander(from: place, count: 400, step: 8, using: &random)
    let shifted = changed(truth) { $0.timestamp = $0.timestamp?.addingTimeInterval(-seconds) }
    let shift = try #require(compare(shifted, truth).shift)
    #expect(abs(shift.seconds - seconds) < 1e-9)
    #expect(shift.rms < 0.01)
  }

  @Test func aReferenceThatStandsHasNoShift() {
    let standing = changed(reference) { $0.coordinate = place }
    #expect(compare(reference, standing).shift == nil)
    #expect(compare(reference, standing).horizontal != nil)
  }

  @Test func withoutTimesOnlyTheLinesAreCompared() {
    let untimed = changed(reference) {
      $0.timestamp = nil
      $0.coordinate = $0.coordinate.destination(bearing: 180, distance: 7)
    }
    for result in [compare(untimed), compare(reference, untimed), compare(untimed, untimed)] {
      #expect(result.horizontal == nil && result.shift == nil && result.errors == [])
    }
    let result = compare(untimed)
    #expect(result.untimed == 100 && result.untimedReference == 0 && result.missing == 100)
    #expect(abs((result.crossTrack?.greatest ?? 0) - 7) < 0.01)
    #expect(abs((result.frechet?.distance ?? 0) - 7) < 0.01)
  }

  @Test func emptyTracksHaveNoNumbers() {
    for result in [compare([]), compare(reference, []), compare([], [])] {
      #expect(result.horizontal == nil && result.crossTrack == nil && result.frechet == nil)
      #expect(result.shift == nil && result.errors == [])
    }
    #expect(compare([]).missing == 100 && compare(reference, []).extra == 100)
  }

  @Test func aTrackAcrossTheAntimeridianIsCompared() throws {
    let east = eastward(from: try Coordinate(latitude: -17, longitude: 179.999), count: 60)
    let between = zip(east, east.dropFirst()).map { one, _ in
      var fix = one
      fix.coordinate = one.coordinate.destination(bearing: 90, distance: 5)
      fix.timestamp = one.timestamp?.addingTimeInterval(0.5)
      return fix
    }
    #expect((compare(between, east).horizontal?.greatest ?? 99) < 0.001)
    #expect((compare(between, east).crossTrack?.greatest ?? 99) < 0.001)
  }

  // MARK: Lines

  @Test func theNearestPlaceIsThatOfASearchOfAllParts() throws {
    var random = RandomStream(seed: 8, purpose: .init(1))
    let line = wander(from: place, count: 700, step: 50, using: &random)
      .map { GeocentricPoint($0.coordinate) }
    let search = try #require(NearestLine([Array(line[..<300]), Array(line[300...])]))
    for _ in 0..<50 {
      let point = GeocentricPoint(
        place.destination(bearing: random.uniform() * 360, distance: random.uniform() * 9_000))
      var least = Double.infinity
      for (index, pair) in zip(line, line.dropFirst()).enumerated() where index != 299 {
        least = min(least, GroundLine(from: pair.0, to: pair.1).squaredDistance(to: point))
      }
      #expect(search.distance(to: point) == least.squareRoot())
    }
  }

  @Test func theLeashFollowsTheOrderOfTheLine() throws {
    func line(_ meters: [Double]) -> [GeocentricPoint] {
      meters.map { GeocentricPoint(place.destination(bearing: 90, distance: $0)) }
    }
    // The way back and forth needs half of its length, although every point lies on the other line.
    let there = line([0, 10, 20, 30, 40])
    let back = line([0, 10, 20, 30, 20, 10, 20, 30, 40])
    #expect(abs((FrechetDistance(there, back)?.distance ?? 0) - 10) < 0.01)
    #expect(FrechetDistance(there, there)?.distance == 0)
    #expect(FrechetDistance(there, [])?.distance == nil)
    #expect(abs((FrechetDistance(there, line([0]))?.distance ?? 0) - 40) < 0.01)
  }

  @Test func ofALongTrackSomePointsAreUsed() throws {
    let long = (0..<20_001).map {
      GeocentricPoint(place.destination(bearing: 90, distance: Double($0)))
    }
    let result = try #require(FrechetDistance(long, [long[0], long[20_000]]))
    #expect(result.stride == 3)
    #expect(abs(result.distance - 10_000) < 3)
  }

  // MARK: The plot

  @Test func thePlotShowsTheErrorsOverTheTime() throws {
    let measured = changed(Array(reference[..<30] + reference[60...])) {
      $0.coordinate = $0.coordinate.destination(bearing: 0, distance: 5)
      $0.errors.horizontal = 4
    }
    let (one, other) = (Track(fixes: [measured]), Track(fixes: [reference]))
    let comparison = TrackComparison(of: one, to: other)
    let plot = try #require(TrackPlot(comparison, of: one, to: other, title: "A"))
    let text = String(decoding: plot.svg(), as: UTF8.self)
    #expect(text.contains("Horizontal error: RMS 5.0 m, 95 % 5.0 m, largest 5.0 m"))
    #expect(text.contains("Horizontal error, m; dashed: stated"))
    #expect(!text.contains("Error of the altitude") && !text.contains("Speed"))
    // The reference on the map, and the stated error before and after the gap.
    #expect(text.ranges(of: "class=\"route\"").count == 3)
    #expect(String(decoding: plot.text(columns: 80), as: UTF8.self).contains("Horizontal error"))
  }
}
