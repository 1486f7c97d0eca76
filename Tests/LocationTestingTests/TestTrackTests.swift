import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

@Suite(.inTurn) struct TestTrackTests {
  static let tracks: [TestTrack] = [.drive, .walk, .antimeridian, .outage]

  @Test(arguments: [
    (TestTrack.drive, 2_834.0, 240, 241), (.walk, 540, 420, 421), (.antimeridian, 2_450, 270, 271),
    (.outage, 3_000, 180, 136),
  ])
  func lengthDurationAndCountAreAsDocumented(
    _ track: TestTrack, _ length: Double, _ seconds: Int, _ count: Int
  ) {
    let places = track.fixes.map(\.coordinate)
    let measured = zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(abs(track.length - length) < 1e-6)
    #expect(abs(measured - length) < 0.001)
    #expect(track.duration == .seconds(seconds))
    #expect(places.count == count)
    let times = track.fixes.compactMap(\.timestamp?.timeIntervalSince1970)
    #expect(times.first == 1_748_768_400)
    #expect(times.last == 1_748_768_400 + Double(seconds))
  }

  @Test(arguments: tracks) func speedAndCourseAreThoseOfTheWay(_ track: TestTrack) throws {
    let fixes = track.fixes
    for (fix, next) in zip(fixes, fixes.dropFirst()) {
      guard let time = fix.timestamp, next.timestamp == time.addingTimeInterval(1) else { continue }
      let speeds = try (#require(fix.speed), #require(next.speed))
      let distance = fix.coordinate.distance(to: next.coordinate)
      #expect(abs(distance - (speeds.0 + speeds.1) / 2) < 1e-6)
      #expect((fix.course == nil) == (fix.speed == 0))
      if let course = fix.course, let bearing = fix.coordinate.bearing(to: next.coordinate) {
        #expect(abs((course - bearing).remainder(dividingBy: 360)) < 1e-3)
      }
      let climbs = try (#require(fix.climb), #require(fix.altitude), #require(next.altitude))
      #expect(abs(climbs.2 - climbs.1 - climbs.0) < 1e-9)
    }
  }

  @Test(arguments: tracks) func everyFixAndSkyViewIsSimulatedAndComplete(_ track: TestTrack) {
    for fix in track.fixes {
      #expect(fix.isSimulated && fix.source.name == "TestTrack.\(track.name)")
      #expect(fix.receivedAt == nil && fix.horizontalAccuracy != nil && fix.mode == .threeD)
      let stated = [
        fix.errors.latitude, fix.errors.longitude, fix.errors.horizontal, fix.errors.vertical,
        fix.errors.spherical, fix.errors.speed, fix.errors.climb,
      ].map { $0 ?? 0 }
      #expect(stated.allSatisfy { $0 > 0 }, "\(stated)")
      #expect(stated[2] >= max(stated[0], stated[1]) && stated[4] > stated[3], "\(stated)")
    }
    var used: Int?
    for update in track.updates {
      switch update {
      case .fix(let fix): used = fix.satellitesUsed
      case .fixLost: used = 0
      case .sky(let sky): #expect(sky.satellites.count { $0.isUsed == true } == used)
      case .authorization: Issue.record("a track does not change the authorization")
      }
    }
  }

  @Test func theWalkEndsWhereItBegan() throws {
    let fixes = TestTrack.walk.fixes
    let (first, last) = try (#require(fixes.first), #require(fixes.last))
    #expect(first.coordinate.distance(to: last.coordinate) < 0.1)
  }

  @Test func theBoatCrossesTheAntimeridianTwice() {
    let longitudes = TestTrack.antimeridian.fixes.map(\.coordinate.longitude)
    let jumps = zip(longitudes, longitudes.dropFirst()).filter { abs($0 - $1) > 180 }
    #expect(jumps.map { $0.0 > 0 } == [true, false])
  }

  @Test func theOutageHasNoFixFor45Seconds() {
    let losses = TestTrack.outage.updates.compactMap { update in
      if case .fixLost(let loss) = update { loss } else { nil as FixLoss? }
    }
    #expect(losses.count == 45)
    #expect(losses.first?.timestamp?.timeIntervalSince1970 == 1_748_768_455)
    #expect(losses.allSatisfy { $0.reason == .noFix })
  }

  @Test func aPlayedTrackKeepsItsTimeAndItsUpdates() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = TestTrack.outage.provider(
      pace: .recorded, clock: clock)
    var played: [LocationUpdate] = []
    for try await update in provider.startUpdatingLocation() { played.append(update) }
    #expect(clock.now.offset == TestTrack.outage.duration)
    #expect(played.count == TestTrack.outage.updates.count)
    for case (.fix(let fix), .fix(var expected)) in zip(played, TestTrack.outage.updates) {
      expected.receivedAt = fix.receivedAt
      #expect(fix == expected)
    }
  }

  @Test func aTrackThatLoopsBeginsAgainOneSecondLater() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = TestTrack.walk.provider(
      pace: .recorded, loops: true, clock: clock)
    var count = 0
    for try await case .fix in provider.startUpdatingLocation() {
      count += 1
      if count == 422 { break }
    }
    #expect(clock.now.offset == .seconds(421))
  }

  @Test(arguments: tracks) func itsProviderKeepsTheContract(_ track: TestTrack) async throws {
    try await ProviderConformance(sampleCount: 600) { track.provider() }.check()
  }

  @Test func aRouteIsTravelledAtItsSpeedToItsEnd() async throws {
    let places = try [(48, 11), (48, 11.001), (48.0005, 11.001)].map {
      try Coordinate(latitude: $0.0, longitude: $0.1)
    }
    let track = TestTrack.route(places, speed: 7, altitude: 500)
    let length = places[0].distance(to: places[1]) + places[1].distance(to: places[2])
    #expect(abs(track.length - length) < 1e-9)
    #expect(track.duration == .seconds(Int((length / 7).rounded(.up))))
    let fixes = track.fixes
    #expect(fixes.first?.coordinate == places[0] && fixes.last?.coordinate == places[2])
    #expect(fixes.last?.speed == 0)
    #expect(fixes.dropLast().allSatisfy { $0.speed == 7 && $0.altitude == 500 && $0.isSimulated })
    // Straight on, a second is seven meters; in the corner the way is longer than the distance.
    let steps = zip(fixes, fixes.dropFirst()).map { $0.coordinate.distance(to: $1.coordinate) }
    #expect(steps.dropLast().count { abs($0 - 7) < 1e-6 } == steps.count - 2)
    #expect(steps.allSatisfy { $0 < 7 + 1e-6 })
    #expect(TestTrack.route([places[1]], speed: 1).fixes.map(\.coordinate) == [places[1]])
    try await ProviderConformance(sampleCount: 600) { track.provider() }.check()
  }
}
