import LocationCore
import LocationSimulation
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct SmoothingTests {
  static let source = FixSource(kind: .live, name: "test")

  /// A fix so many meters east and north of a place, with an error of 3 m.
  static func fix(
    _ east: Double, _ north: Double, at seconds: Double, speed: Double? = nil,
    course: Double? = nil, device: String? = nil
  ) throws -> Fix {
    let plane = LocalPlane(at: try Coordinate(latitude: 52.5, longitude: 13.4))
    var source = source
    source.device = device
    var fix = Fix(coordinate: plane.place(SIMD2(east, north)), mode: .threeD, source: source)
    fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + seconds)
    (fix.speed, fix.course) = (speed, course)
    fix.errors.horizontal = 3
    return fix
  }

  /// A drive to the east, a fix a second.
  static func drive(
    from start: Int = 0, to end: Int, speed: Double = 10, device: String? = nil
  ) throws -> [Fix] {
    try (start..<end).map {
      try fix(Double($0) * speed, 0, at: Double($0), speed: speed, course: 90, device: device)
    }
  }

  @Test func aStraightDriveStaysWhereItIs() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 60) {
      let result = filter.smoothed(fix)
      let smooth = try #require(result)
      #expect(smooth.coordinate.distance(to: fix.coordinate) < 0.1)
      #expect(abs((smooth.speed ?? 0) - 10) < 0.05)
      #expect(abs((smooth.course ?? 0) - 90) < 0.1)
    }
    #expect(filter.counts.smoothed == 59 && filter.counts.refused.isEmpty)
  }

  @Test func aJumpIsRefusedWithAReasonAndCounted() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    let jump = try Self.fix(200, 80, at: 20, speed: 10, course: 90)
    guard case .failure(let refusal) = filter.judge(jump) else {
      Issue.record("the jump was accepted")
      return
    }
    #expect(refusal == RefusedFix(fix: jump, reason: .jump))
    let after = try #require(try Self.drive(from: 21, to: 22).first)
    #expect(filter.smoothed(after) != nil)
    #expect(filter.counts.refused == [.jump: 1] && filter.counts.restarts == 0)
  }

  @Test func fixesThatAgreeAfterALongJumpCount() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    var accepted: [Int] = []
    for second in 20..<40 {
      let fix = try Self.fix(
        Double(second) * 10, 5_000, at: Double(second), speed: 10, course: 90)
      if let smooth = filter.smoothed(fix) {
        accepted.append(second)
        #expect(smooth.coordinate.distance(to: fix.coordinate) < 0.1)
      }
    }
    #expect(accepted == Array(30..<40))
    #expect(filter.counts.restarts == 1 && filter.counts.refused == [.jump: 10])
  }

  @Test func aWrongFirstFixIsSoonForgotten() throws {
    var filter = SmoothingFilter()
    _ = filter.smoothed(try Self.fix(9_000, 0, at: -1, speed: 10, course: 90))
    let fixes = try Self.drive(to: 10)
    #expect(fixes.compactMap { fix in filter.smoothed(fix) }.count == 7)
  }

  @Test func aPlaceThatStaysWhileTheReceiverMovesIsRefused() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    for second in 20..<40 {
      let stuck = try Self.fix(190, 0, at: Double(second), speed: 10, course: 90)
      #expect(filter.smoothed(stuck) == nil)
    }
    #expect(filter.counts.refused == [.stuck: 20])
  }

  @Test func aGapBeginsAnew() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    let later = try Self.fix(-40_000, 900, at: 300, speed: 10, course: 90)
    #expect(filter.smoothed(later) == later)
    #expect(filter.counts.restarts == 1)
  }

  @Test func aClockThatIsSetBackBeginsAnew() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    let earlier = try Self.fix(210, 0, at: 5, speed: 10, course: 90)
    #expect(filter.smoothed(earlier) == earlier)
  }

  /// The simulated fixes, the smoothed ones, and the truth of a run.
  private func run(
    _ motion: Motion, seconds: Int, environment: ReceiverEnvironment
  ) throws -> [(raw: Fix, smooth: Fix, truth: GroundTruth)] {
    var scenario = Scenario(name: "test", motion: motion)
    scenario.duration = .seconds(seconds)
    scenario.environment = environment
    var filter = SmoothingFilter()
    return SimulatedReceiver(scenario: scenario, seed: 3).compactMap { step in
      guard let raw = step.fix, let smooth = filter.smoothed(raw) else { return nil }
      return (raw, smooth, step.truth)
    }
  }

  private func length(_ fixes: [Fix]) -> Double {
    zip(fixes, fixes.dropFirst()).reduce(0) { $0 + $1.0.coordinate.distance(to: $1.1.coordinate) }
  }

  @Test func aReceiverThatStandsWandersLess() throws {
    let place = try Coordinate(latitude: 52.5, longitude: 13.4)
    let run = try run(.standing(at: place), seconds: 600, environment: .city)
    let (raw, smooth) = (length(run.map(\.raw)), length(run.map(\.smooth)))
    #expect(smooth < raw / 10, "\(smooth) m instead of \(raw) m")
    #expect(run.suffix(500).allSatisfy { $0.smooth.speed == 0 })
    let errors = run.map {
      ($0.raw.coordinate.distance(to: place), $0.smooth.coordinate.distance(to: place))
    }
    #expect(errors.reduce(0) { $0 + $1.1 * $1.1 } < errors.reduce(0) { $0 + $1.0 * $1.0 })
  }

  @Test func aReceiverThatStandsKeepsItsCourse() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    for second in 20..<30 {
      // It brakes at once, and has no course then.
      let fix = try Self.fix(195, 0, at: Double(second), speed: 0)
      let result = filter.smoothed(fix)
      let smooth = try #require(result)
      guard second > 24 else { continue }
      #expect(smooth.speed == 0 && smooth.isCourseDerived)
      #expect(abs((smooth.course ?? 0) - 90) < 0.1)
    }
  }

  @Test func leavingIsNoticedAtOnce() throws {
    var filter = SmoothingFilter()
    for second in 0..<60 {
      _ = filter.smoothed(try Self.fix(0, 0, at: Double(second), speed: 0.02, course: 10))
    }
    for second in 60..<63 {
      let fix = try Self.fix(
        0, Double(second - 60) * 1.4, at: Double(second), speed: 1.4, course: 0)
      let result = filter.smoothed(fix)
      let smooth = try #require(result)
      #expect((smooth.speed ?? 0) > 1, "\(second - 60) s after leaving")
    }
  }

  @Test func leavingIsNoticedWithoutMeasuredSpeeds() throws {
    var filter = SmoothingFilter()
    for second in 0..<60 { _ = filter.smoothed(try Self.fix(0, 0, at: Double(second))) }
    for second in 60..<80 {
      let fix = try Self.fix(0, Double(second - 60) * 10, at: Double(second))
      let result = filter.smoothed(fix)
      let smooth = try #require(result, "\(second - 60) s after leaving")
      #expect(smooth.coordinate.distance(to: fix.coordinate) < 3)
      #expect(smooth.speed == nil && smooth.course == nil)
    }
  }

  @Test func aTurnIsNotDelayed() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    // A quarter of a circle in 5 s, and on to the north.
    var (east, north) = (190.0, 0.0)
    for second in 20..<40 {
      let course = max(0, 90 - 18 * Double(second - 19))
      let before = max(0, 90 - 18 * Double(second - 20))
      let step = (SIMD2<Double>(direction: course) + SIMD2(direction: before)) * 5
      (east, north) = (east + step.x, north + step.y)
      let fix = try Self.fix(east, north, at: Double(second), speed: 10, course: course)
      let result = filter.smoothed(fix)
      let smooth = try #require(result)
      // Half a second of this turn is 9°.
      let late = ((smooth.course ?? 0) - course).remainder(dividingBy: 360)
      #expect(abs(late) < 9, "\(late)° at \(second)")
      #expect(smooth.coordinate.distance(to: fix.coordinate) < 1)
    }
  }

  @Test func positionsOfAWalkInTheCityAreNotWorse() throws {
    let walk = Motion.randomWalk(
      Motion.RandomWalk(start: try Coordinate(latitude: 52.5, longitude: 13.4)))
    let run = try run(walk, seconds: 1800, environment: .city)
    let errors = run.map {
      (
        $0.raw.coordinate.distance(to: $0.truth.coordinate),
        $0.smooth.coordinate.distance(to: $0.truth.coordinate)
      )
    }
    let (raw, smooth) = errors.reduce(into: (0.0, 0.0)) { sums, error in
      sums.0 += error.0 * error.0
      sums.1 += error.1 * error.1
    }
    #expect(smooth < raw)
  }

  @Test func twoDevicesDoNotMix() throws {
    var (both, alone) = (SmoothingFilter(), SmoothingFilter())
    let near = try Self.drive(to: 30, device: "a")
    for (index, fix) in near.enumerated() {
      let far = try Self.fix(
        90_000, Double(index), at: Double(index), speed: 1, course: 0, device: "b")
      #expect(both.smoothed(fix) == alone.smoothed(fix))
      #expect(both.smoothed(far) != nil)
    }
    #expect(both.counts.refused.isEmpty)
  }

  @Test func theReceiversOwnValuesAreReachable() throws {
    var filter = SmoothingFilter()
    var changed = 0
    for second in 0..<40 {
      var fix = try Self.fix(
        Double(second) * 1.4, Double(second % 3) / 2, at: Double(second), speed: 1.4, course: 88)
      fix.altitude = 100 + Double(second % 2)
      let result = filter.smoothed(fix)
      let smooth = try #require(result)
      if second == 0 {
        #expect(smooth == fix && !smooth.isSmoothed)
      } else {
        #expect(smooth.original == fix && smooth.isSmoothed && !smooth.isPredicted)
        changed += smooth.coordinate == fix.coordinate ? 0 : 1
      }
    }
    #expect(changed > 30)
  }

  @Test func valuesThatTheReceiverDidNotReportStayUnknown() throws {
    var filter = SmoothingFilter()
    for second in 0..<20 {
      var fix = try Self.fix(Double(second) * 5, 0, at: Double(second))
      fix.errors = ErrorEstimates()
      let result = filter.smoothed(fix)
      let smooth = try #require(result)
      #expect(smooth.speed == nil && smooth.course == nil && smooth.altitude == nil)
      #expect(smooth.climb == nil && smooth.errors == ErrorEstimates())
    }
  }

  @Test func aFixWithoutATimeIsUnchangedAndCounted() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 3) {
      var untimed = fix
      untimed.timestamp = nil
      #expect(filter.smoothed(untimed) == untimed)
    }
    #expect(filter.counts.untimed == 3)
  }

  // MARK: Losses

  private func loss(at seconds: Double, device: String? = nil) -> FixLoss {
    var source = Self.source
    source.device = device
    return FixLoss(
      reason: .noFix, timestamp: Date(timeIntervalSince1970: 1_740_787_200 + seconds),
      source: source)
  }

  @Test func nothingIsPredictedByDefault() throws {
    var filter = SmoothingFilter()
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    #expect(filter.predicted(loss(at: 20)) == nil)
  }

  @Test func aPredictedFixIsMarkedAndItsErrorGrows() throws {
    var filter = SmoothingFilter(predict: .seconds(10))
    for fix in try Self.drive(to: 20) { _ = filter.smoothed(fix) }
    var last = 0.0
    for second in 20..<30 {
      let result = filter.predicted(loss(at: Double(second)))
      let fix = try #require(result)
      #expect(fix.isPredicted && fix.status == .deadReckoning && fix.original == nil)
      #expect(fix.isSpeedDerived && fix.isCourseDerived && fix.mode == .threeD)
      let error = fix.coordinate.distance(
        to: try Self.fix(Double(second) * 10, 0, at: 0).coordinate)
      #expect(error < (fix.horizontalAccuracy ?? 0) && error < 1)
      #expect((fix.horizontalAccuracy ?? 0) > last)
      last = fix.horizontalAccuracy ?? 0
    }
    #expect(filter.predicted(loss(at: 29.5)) == nil, "the last fix is longer ago than 10 s")
    #expect(filter.predicted(loss(at: 20, device: "other")) == nil)
    #expect(filter.counts.predicted == 10)
  }

  @Test func whatASimulatorMadeStaysMarkedWhenItIsPredicted() throws {
    var filter = SmoothingFilter(predict: .seconds(10))
    for var fix in try Self.drive(to: 20) {
      fix.status = .simulated
      _ = filter.smoothed(fix)
    }
    let result = filter.predicted(loss(at: 20))
    let fix = try #require(result)
    #expect(fix.isSimulated && fix.isPredicted)
  }

  // MARK: Providers

  @Test func aProviderLeavesOutAndReportsWhatIsRefused() async throws {
    var updates = try Self.drive(to: 20).map { LocationUpdate.fix($0) }
    let jump = try Self.fix(200, 900, at: 20, speed: 10, course: 90)
    updates += [.fix(jump), .fixLost(loss(at: 21))]
    let pending = Mutex(updates)
    let source = LocationUpdates(pulling: { () async throws(UserLocationError) in
      pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    })
    let refused = Mutex<[RefusedFix]>([])
    var delivered: [LocationUpdate] = []
    for try await update in source.smoothed(report: { fix in refused.withLock { $0.append(fix) } })
    {
      delivered.append(update)
    }
    #expect(delivered.count == 21 && delivered.last == .fixLost(loss(at: 21)))
    #expect(refused.withLock { $0 } == [RefusedFix(fix: jump, reason: .jump)])
  }

  @Test func aSubscriptionOfAProviderBeginsAnew() async throws {
    let provider = SimulatedLocationProvider(
      scenario: try #require(Scenario.named("walk")), pace: .unpaced
    ).smoothed()
    for _ in 0..<2 {
      var fixes: [Fix] = []
      for try await update in provider.startUpdatingLocation() {
        if case .fix(let fix) = update { fixes.append(fix) }
        if fixes.count == 5 { break }
      }
      #expect(fixes.map(\.isSmoothed) == [false, true, true, true, true])
    }
  }
}
