import LocationCore
import LocationIO
import LocationReplay
import LocationTesting
import TestTurns
import Testing

@testable import LocationSimulation

/// A simulated receiver as a provider.
@Suite(.inTurn) struct SimulatedLocationProviderTests {
  /// All updates of a provider, on a clock that jumps.
  private static func updates(
    _ scenario: Scenario, seed: UInt64 = 1, pace: ReplayPace = .recorded
  ) async throws -> (updates: [LocationUpdate], elapsed: Duration) {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = SimulatedLocationProvider(
      scenario: scenario, seed: seed, pace: pace, clock: clock)
    var updates: [LocationUpdate] = []
    for try await update in provider.startUpdatingLocation() { updates.append(update) }
    return (updates, clock.now.offset)
  }

  @Test func keepsTheContract() async throws {
    let suite = ProviderConformance(
      limit: .seconds(20),
      makingDenied: {
        SimulatedLocationProvider(scenario: .standing(seconds: 5, faults: [Fault(.denied)]))
      },
      making: {
        let clock = ManualClock(jumpsToDeadlines: true)
        return SimulatedLocationProvider(
          scenario: Scenario.named("drive") ?? .standing(seconds: 60), clock: clock)
      })
    try await suite.check()
  }

  @Test(arguments: Scenario.builtInNames)
  func everyBuiltInScenarioKeepsTheContract(_ name: String) async throws {
    var scenario = try #require(Scenario.named(name))
    scenario.duration = .seconds(60)
    let suite = ProviderConformance(sampleCount: 40, limit: .seconds(20)) { [scenario] in
      SimulatedLocationProvider(scenario: scenario, pace: .unpaced)
    }
    try await suite.check()
  }

  @Test(arguments: [ReplayPace.recorded, .times(10), .times(0.5), .unpaced])
  func givesTheSameUpdatesAtEveryPace(_ pace: ReplayPace) async throws {
    var scenario = try #require(Scenario.named("tunnel"))
    scenario.duration = .seconds(70)
    let (updates, elapsed) = try await Self.updates(scenario, pace: pace)
    let expected = Array(SimulatedReceiver(scenario: scenario, seed: 1)).updates
    #expect(updates.map { $0.received(at: nil) } == expected)
    #expect(elapsed == pace.factor.map { .seconds(69) / $0 } ?? .zero)
  }

  @Test func setsTheTimeOfReceipt() async throws {
    let (updates, _) = try await Self.updates(.standing(seconds: 5))
    let receipts = updates.fixes.map(\.receivedAt)
    let expected = (0..<5).map { Date(timeIntervalSince1970: 1_735_689_600 + Double($0)) }
    #expect(receipts == expected)
    #expect(updates.skies.map(\.receivedAt) == expected)
    #expect(updates.fixes.allSatisfy { $0.isSimulated && $0.source.name == "sim:test" })
  }

  @Test func theSeedDeterminesTheRun() async throws {
    let scenario = Scenario.standing(seconds: 20)
    let one = try await Self.updates(scenario, seed: 7).updates
    #expect(try await Self.updates(scenario, seed: 7).updates == one)
    #expect(try await Self.updates(scenario, seed: 8).updates != one)
  }

  @Test func startsAtTheGivenTime() async throws {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let provider = SimulatedLocationProvider(
      scenario: .standing(seconds: 2), pace: .unpaced, start: start)
    var fixes: [Fix] = []
    for try await case .fix(let fix) in provider.startUpdatingLocation() { fixes.append(fix) }
    #expect(fixes.map(\.timestamp) == [start, start.addingTimeInterval(1)])
  }

  @Test func waitsOnItsClock() async throws {
    let clock = ManualClock()
    let provider = SimulatedLocationProvider(
      scenario: .standing(seconds: 3), clock: clock)
    let fixes = Task {
      var seen: [Duration] = []
      for try await case .fix(_) in provider.startUpdatingLocation() {
        seen.append(clock.now.offset)
      }
      return seen
    }
    for _ in 0..<2 {
      await clock.waitForSleepers()
      clock.advance(by: .seconds(1))
    }
    #expect(try await fixes.value == [.zero, .seconds(1), .seconds(2)])
  }

  @Test func endsAsScripted() async throws {
    let ending = Scenario.standing(
      seconds: 9, faults: [Fault(.end(isFailure: false), at: .seconds(3))])
    #expect(try await Self.updates(ending).updates.fixes.count == 3)
    let breaking = Scenario.standing(
      seconds: 9, faults: [Fault(.end(isFailure: true), at: .seconds(3))])
    let error = await #expect(throws: UserLocationError.self) { try await Self.updates(breaking) }
    #expect(error?.code == .sourceUnavailable && error?.source == "sim:test")
  }

  // MARK: Authorization

  @Test func isRevokedWhileItRuns() async throws {
    let provider = SimulatedLocationProvider(
      scenario: .standing(seconds: 9, faults: [Fault(.revoked, at: .seconds(3))]), pace: .unpaced)
    #expect(provider.authorizationStatus == .authorizedAlways)
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    var updates: [LocationUpdate] = []
    let error = await #expect(throws: UserLocationError.self) {
      while let update = try await iterator.next() { updates.append(update) }
    }
    #expect(error?.code == .notAuthorized)
    #expect(updates.fixes.count == 3 && updates.last == .authorization(.denied))
    #expect(provider.authorizationStatus == .denied && provider.authorizationRefusal != nil)
    var again = provider.startUpdatingLocation().makeAsyncIterator()
    let refused = await #expect(throws: UserLocationError.self) { try await again.next() }
    #expect(refused?.code == .notAuthorized)
  }

  @Test func isGrantedWhenItsTimeComes() async throws {
    let clock = ManualClock()
    let provider = SimulatedLocationProvider(
      scenario: .standing(seconds: 9, faults: [Fault(.granted, at: .seconds(5))]), clock: clock)
    #expect(provider.authorizationStatus == .notDetermined && !provider.isUserAuthorized)
    let answer = Task { await provider.requestWhenInUseAuthorization() }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(await answer.value == .authorizedWhenInUse)
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    // The subscription begins at the moment of the grant.
    guard case .authorization(.authorizedWhenInUse)? = try await iterator.next(),
      case .sky? = try await iterator.next(), case .fix(let fix)? = try await iterator.next()
    else {
      Issue.record("the first step is not that of the grant")
      return
    }
    #expect(fix.timestamp == Scenario.defaultStart.addingTimeInterval(5))
  }

  /// The source begins late, as on a busy machine.
  private struct LateProvider: LocationProvider {
    let base: SimulatedLocationProvider
    var authorizationStatus: AuthorizationStatus { base.authorizationStatus }

    func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

    func startUpdatingLocation() -> LocationUpdates {
      LocationUpdates { [base] continuation in
        for _ in 0..<10_000 { await Task.yield() }
        for try await update in base.startUpdatingLocation() { continuation.yield(update) }
      }
    }
  }

  @Test func theTimeoutOfARequestIsTheSourcesTime() async throws {
    for (faults, code) in [
      ([], nil), ([Fault(.coldStart, for: .seconds(50))], nil),
      ([Fault(.coldStart, for: .seconds(90))], UserLocationError.Code.timedOut),
    ] as [([Fault], UserLocationError.Code?)] {
      let clock = ManualClock(jumpsToDeadlines: true)
      let provider = SimulatedLocationProvider(
        scenario: .standing(seconds: 200, faults: faults), clock: clock)
      let service = UserLocationService(provider: LateProvider(base: provider), clock: clock)
      do {
        #expect(try await service.userLocation().isSimulated)
        #expect(code == nil)
      } catch {
        #expect(error.code == code)
      }
    }
  }

  @Test func theServiceGetsEveryAuthorizationStatus() async throws {
    func locate(_ faults: [Fault]) async throws(UserLocationError) -> Fix {
      let clock = ManualClock(jumpsToDeadlines: true)
      let provider = SimulatedLocationProvider(
        scenario: .standing(seconds: 60, faults: faults), clock: clock)
      let service = UserLocationService(provider: provider, clock: clock)
      return try await service.userLocation()
    }
    #expect(try await locate([]).isSimulated)
    #expect(try await locate([Fault(.granted, at: .seconds(5))]).isSimulated)
    #expect(try await locate([Fault(.coldStart, for: .seconds(20))]).isSimulated)
    for faults in [[Fault(.denied)], [Fault(.coldStart), Fault(.revoked, at: .seconds(4))]] {
      let error = await #expect(throws: UserLocationError.self) { try await locate(faults) }
      #expect(error?.code == .notAuthorized)
    }
  }
}
