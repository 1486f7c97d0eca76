import LocationCore
import LocationReplay
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackStatisticsTests {
  @Test func aDriveIsMeasured() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    let segment = eastward(from: start, count: 101)
    let numbers = TrackStatistics(Track(fixes: [segment]))
    #expect(numbers.points == 101 && numbers.segments == 1)
    #expect(numbers.start == morning && numbers.duration == 100)
    #expect(abs(numbers.distance - 1000) < 0.1)
    #expect(numbers.movingTime == 100)
    #expect(abs(try #require(numbers.averageSpeed) - 10) < 0.001)
    #expect(numbers.samplingInterval == 1 && numbers.gaps == 0 && numbers.longestGap == nil)
    #expect(numbers.isMaximumSpeedDerived)
    #expect(numbers.ascent == nil && numbers.altitudes == nil)
  }

  @Test func aReceiverDoesNotMoveLongerThanTheTrackLasts() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    // Two receivers in one file: the times go back.
    let once = eastward(from: start, count: 101)
    #expect(TrackStatistics(Track(fixes: [once + once])).movingTime == 100)
  }

  @Test func valuesOfSensorsHaveAnAverageAndAMaximum() throws {
    var track = Track(fixes: [eastward(from: try Coordinate(latitude: 48, longitude: 11), count: 3)]
    )
    track.segments[0][0].sensors.heartRate = 100
    track.segments[0][2].sensors.heartRate = 150
    track.segments[0][1].sensors.power = 0
    let numbers = TrackStatistics(track)
    #expect(numbers.heartRate?.average == 125 && numbers.heartRate?.maximum == 150)
    #expect(numbers.power?.average == 0 && numbers.cadence == nil)
  }

  @Test func theWayBetweenSegmentsDoesNotCount() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    let far = try Coordinate(latitude: 49, longitude: 11)
    let numbers = TrackStatistics(
      Track(fixes: [
        eastward(from: start, count: 11), eastward(from: far, count: 11, startingAt: 200),
      ]))
    #expect(abs(numbers.distance - 200) < 0.1)
    #expect(numbers.segments == 2 && numbers.duration == 210)
    #expect(numbers.gaps == 1 && numbers.longestGap == 190)
    #expect(abs(try #require(numbers.averageSpeed) - 10) < 0.001)
  }

  @Test func aTrackWithoutTimesHasNoDurationAndNoSpeed() throws {
    let numbers = TrackStatistics(Track(fixes: [[try fix(48, 11), try fix(48, 11.1)]]))
    #expect(numbers.distance > 7_000)
    #expect(numbers.start == nil && numbers.duration == nil && numbers.movingTime == nil)
    #expect(numbers.averageSpeed == nil && numbers.maximumSpeed == nil)
    #expect(numbers.samplingInterval == nil)
  }

  @Test func noFixHasNoNumbers() {
    let numbers = TrackStatistics(Track())
    #expect(numbers.points == 0 && numbers.segments == 0 && numbers.box == nil)
  }

  @Test func standingIsNotMoving() throws {
    let start = try Coordinate(latitude: 48, longitude: 11)
    var fixes = eastward(from: start, count: 11)
    for second in 11...60 {
      var fix = fixes[10]
      fix.timestamp = morning.addingTimeInterval(Double(second))
      fixes.append(fix)
    }
    let numbers = TrackStatistics(Track(fixes: [fixes]))
    #expect(numbers.movingTime == 10 && numbers.duration == 60)
    #expect(abs(try #require(numbers.movingSpeed) - 10) < 0.01)
    #expect(abs(try #require(numbers.averageSpeed) - 100.0 / 60) < 0.01)
  }

  /// The positions of a receiver at rest jump by some meters, but its speed is right.
  @Test func theSpeedOfTheReceiverDecidesWhetherItMoves() throws {
    var fixes = eastward(from: try Coordinate(latitude: 48, longitude: 11), count: 11, step: 3)
    for index in fixes.indices { fixes[index].speed = 0.1 }
    let numbers = TrackStatistics(Track(fixes: [fixes]))
    #expect(numbers.movingTime == 0 && numbers.movingSpeed == nil)
    #expect(numbers.maximumSpeed == 0.1 && !numbers.isMaximumSpeedDerived)
  }

  /// The climbs of 10 m and more. The altitudes are too far apart for smoothing.
  private func climbs(_ altitudes: [Double]) throws -> [Double?] {
    let fixes = try altitudes.enumerated().map {
      try fix(48, 11 + Double($0) / 1000, at: 20 * Double($0), altitude: $1)
    }
    var thresholds = TrackStatistics.Thresholds()
    thresholds.altitude = 10
    let numbers = TrackStatistics(Track(fixes: [fixes]), thresholds: thresholds)
    return [numbers.ascent, numbers.descent]
  }

  @Test func noiseIsNoClimb() throws {
    #expect(try climbs([500, 504, 498, 505, 496, 501]) == [0, 0])
    #expect(try climbs([500]) == [0, 0])
  }

  @Test func aClimbCountsFromItsLowestToItsHighestPoint() throws {
    #expect(try climbs([500, 495, 503, 499, 560, 553, 600, 594]) == [105, 0])
    #expect(try climbs([500, 600, 500]) == [100, 100])
    #expect(try climbs([500, 600, 595, 550, 556, 540, 700]) == [260, 60])
    #expect(try climbs([600, 605, 500]) == [0, 105])
    #expect(try climbs([500, 509, 518, 527]) == [27, 0])
  }

  @Test func climbsOfSegmentsAreSeparate() throws {
    let numbers = TrackStatistics(
      Track(fixes: [
        [try fix(48, 11, altitude: 100), try fix(48, 11, altitude: 150)],
        [try fix(48, 11, altitude: 400), try fix(48, 11, altitude: 380)],
      ]))
    #expect(numbers.ascent == 50 && numbers.descent == 20 && numbers.altitudes == 100...400)
  }

  @Test func heightsAboveTheEllipsoidCountOnlyWithoutOthers() throws {
    var one = try fix(48, 11)
    one.ellipsoidalAltitude = 500
    var other = one
    other.ellipsoidalAltitude = 530
    let numbers = TrackStatistics(Track(fixes: [[one, other]]))
    #expect(numbers.isEllipsoidal && numbers.ascent == 30 && numbers.altitudes == 500...530)
    one.altitude = 450
    let level = TrackStatistics(Track(fixes: [[one, other]]))
    #expect(!level.isEllipsoidal && level.ascent == 0 && level.altitudes == 450...450)
  }

  @Test func longTimesBetweenFixesAreGaps() throws {
    let fixes = try [0, 10, 20, 81, 141, 241].map { try fix(48, 11, at: $0) }
    let numbers = TrackStatistics(Track(fixes: [fixes]))
    #expect(numbers.gaps == 2 && numbers.longestGap == 100)
    var thresholds = TrackStatistics.Thresholds()
    thresholds.gap = 100
    #expect(TrackStatistics(Track(fixes: [fixes]), thresholds: thresholds).gaps == 0)
  }

  @Test(arguments: [0.1, 0.2, 1, 5, 12.5, 60, 3600])
  func usualIntervalsAreExact(seconds: Double) throws {
    let fixes = try (0..<20).map { try fix(48, 11, at: Double($0) * seconds) }
    #expect(TrackStatistics(Track(fixes: [fixes])).samplingInterval == seconds)
  }
}

@Suite(.inTurn) struct CoordinateBoundsTests {
  private func box(_ places: [(Double, Double)]) throws -> CoordinateBox? {
    var bounds = CoordinateBounds()
    for place in places { bounds.add(try Coordinate(latitude: place.0, longitude: place.1)) }
    return bounds.box
  }

  @Test func aBoxIsAroundItsPlaces() throws {
    let box = try #require(try box([(48, 11), (47, 12), (49, 10.5)]))
    #expect(box == CoordinateBox(south: 47, west: 10.5, north: 49, east: 12))
    #expect(!box.crossesAntimeridian && box.width == 1.5)
  }

  @Test func aBoxCrossesTheAntimeridianIfItIsSmallerThen() throws {
    let box = try #require(try box([(-17, 179.5), (-16, -179.25), (-18, -179.75)]))
    #expect(box == CoordinateBox(south: -18, west: 179.5, north: -16, east: -179.25))
    #expect(box.crossesAntimeridian && box.width == 1.25)
  }

  @Test func theAntimeridianItselfBelongsToBothSides() throws {
    let east = try #require(try box([(0, 179), (0, -180)]))
    #expect(east.width == 1)
    let both = try #require(try box([(0, 180), (0, -180), (0, -179)]))
    #expect(both.width == 1)
  }

  @Test func onePlaceIsABoxWithoutWidth() throws {
    let box = try #require(try box([(48, 11)]))
    #expect(box.width == 0 && box.south == box.north)
  }

  @Test func theOrderOfPlacesDoesNotMatter() throws {
    var random = RandomStream(test: 5)
    let places = (0..<50).map { _ in
      (random.uniform() * 20, (150 + random.uniform() * 60).remainder(dividingBy: 360))
    }
    let forward = try box(places)
    #expect(try forward == box(places.reversed()))
    #expect(try #require(forward).crossesAntimeridian)
    for place in places {
      #expect(try #require(forward).contains(Coordinate(latitude: place.0, longitude: place.1)))
    }
  }
}
