import LocationCore
import LocationIO
import LocationTesting
import TestTurns
import Testing

@testable import LocationSimulation

/// A wrapped provider has the promised defect and still keeps the contract.
@Suite(.inTurn) struct WrapperTests {
  /// A minute at rest, on a clock.
  private static func provider(
    _ clock: ManualClock, seconds: Int = 60
  ) -> SimulatedLocationProvider {
    SimulatedLocationProvider(
      scenario: .standing(seconds: seconds), clock: clock)
  }

  private static func updates(
    _ provider: some LocationProvider
  ) async throws(UserLocationError) -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    while let update = try await iterator.next() { updates.append(update) }
    return updates
  }

  /// Each wrapper, and one of several wrappers.
  enum Wrapper: CaseIterable {
    case droppingShare, droppingChosen, noise, delay, revocation, ending, several

    func applied(
      to base: some LocationProvider, clock: any LocationClock = SystemClock()
    ) -> any LocationProvider {
      switch self {
      case .droppingShare: base.droppingFixes(share: 0.5)
      case .droppingChosen: base.droppingFixes { ($0.speed ?? 0) > 0.01 }
      case .noise: base.withNoise(meters: 10)
      case .delay: base.delayed(by: .milliseconds(1), clock: clock)
      case .revocation: base.revoking(at: .seconds(20), clock: clock)
      case .ending: base.ending(at: .seconds(20), clock: clock)
      case .several:
        base.withNoise(meters: 5).droppingFixes(share: 0.1)
          .revoking(at: .seconds(20), clock: clock)
      }
    }
  }

  @Test func aDelayedConsumerThatIsCanceledWhileItWaitsEndsAtOnce() async throws {
    let clock = ManualClock()
    let source = SimulatedLocationProvider(
      scenario: .standing(seconds: 5), pace: .unpaced, clock: clock)
    let updates = source.delayed(by: .seconds(60), clock: clock).startUpdatingLocation()
    let consumer = Task { () throws(UserLocationError) in
      var iterator = updates.makeAsyncIterator()
      return try await iterator.next()
    }
    await clock.waitForSleepers()
    consumer.cancel()
    await #expect(throws: UserLocationError.cancelled) { try await consumer.value }
  }

  @Test(arguments: Wrapper.allCases)
  func everyWrapperKeepsTheContract(_ wrapper: Wrapper) async throws {
    @Sendable func wrapped(_ faults: [Fault]) -> any LocationProvider {
      wrapper.applied(
        to: SimulatedLocationProvider(
          scenario: .standing(seconds: 60, faults: faults), pace: .unpaced))
    }
    let suite = ProviderConformance(
      sampleCount: 150, makingDenied: { wrapped([Fault(.denied)]) }, making: { wrapped([]) })
    try await suite.check()
  }

  @Test(arguments: Wrapper.allCases)
  func everyWrapperGivesASlowConsumerTheNewestFixesOfALiveSource(
    _ wrapper: Wrapper
  ) async throws {
    let (pushed, continuation) = LocationUpdates.makeStream()
    // Only the delay has to wait on this clock.
    let clock = ManualClock(jumpsToDeadlines: wrapper == .delay)
    let provider = wrapper.applied(to: LiveProvider(updates: pushed), clock: clock)
    let service = UserLocationService(provider: provider)
    var slow = service.locationUpdates().makeAsyncIterator()
    let (marks, marking) = AsyncStream.makeStream(of: Void.self)
    service.observe { update in
      if case .fixLost = update { marking.finish() }
    }
    let source = FixSource(kind: .live, name: "test")
    for number in 0..<1000 {
      var fix = Fix(coordinate: berlin, source: source)
      fix.differentialStation = number
      continuation.yield(.fix(fix))
    }
    continuation.yield(.fixLost(FixLoss(reason: .noFix, source: source)))
    // The mark arrived, so the newest fix arrived too.
    for await _ in marks {}
    var older = 0
    while try #require(await slow.next()?.differentialStation) < 900 { older += 1 }
    // Without the newest winning, all the older ones would come first.
    #expect(older < 300)
    withExtendedLifetime(service) {}
  }

  @Test(arguments: Wrapper.allCases)
  func everyWrapperPreservesTheDelivery(_ wrapper: Wrapper) {
    let live = wrapper.applied(to: LiveProvider(updates: LocationUpdates.makeStream().updates))
    #expect(live.startUpdatingLocation().delivery == .newestWins)
    let recorded = wrapper.applied(
      to: SimulatedLocationProvider(scenario: .standing(seconds: 1), pace: .unpaced))
    #expect(recorded.startUpdatingLocation().delivery == .waitsForConsumer)
  }

  @Test(arguments: Wrapper.allCases)
  func everyWrapperPassesItsConsumersInterestsOn(_ wrapper: Wrapper) {
    let mock = LocationProviderMock()
    let updates = wrapper.applied(to: mock).startUpdatingLocation()
    #expect(mock.interests == .all)
    updates.interests = []
    #expect(mock.interests == [])
    let (pushed, continuation) = LocationUpdates.makeStream()
    let live = wrapper.applied(to: LiveProvider(updates: pushed)).startUpdatingLocation()
    live.interests = []
    #expect(continuation.interests == [])
  }

  @Test(arguments: Wrapper.allCases)
  func everyWrapperStopsALiveSourceThatItsConsumerLeft(_ wrapper: Wrapper) async {
    let (stops, stopping) = AsyncStream.makeStream(of: Void.self)
    let live = SilentProvider { stopping.finish() }
    var updates: LocationUpdates? = wrapper.applied(to: live).startUpdatingLocation()
    withExtendedLifetime(updates) {}
    updates = nil
    for await _ in stops {}
  }

  /// A live source with one subscription, which the test made.
  private struct LiveProvider: LocationProvider {
    let updates: LocationUpdates
    var authorizationStatus: AuthorizationStatus { .authorizedAlways }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates { updates }
  }

  /// A live source that is silent, and reports its stop.
  private struct SilentProvider: LocationProvider {
    let onStop: @Sendable () -> Void
    var authorizationStatus: AuthorizationStatus { .authorizedAlways }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates {
      LocationUpdates.makeStream(onStop: onStop).updates
    }
  }

  @Test func dropsAShareOfTheFixesAndNothingElse() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let whole = try await Self.updates(Self.provider(clock, seconds: 300))
    let rest = try await Self.updates(
      Self.provider(ManualClock(jumpsToDeadlines: true), seconds: 300).droppingFixes(share: 0.25))
    #expect(rest.skies.count == whole.skies.count)
    #expect(abs(Double(rest.fixes.count) / 300 - 0.75) < 0.08)
    #expect(Set(rest.fixes).isSubset(of: Set(whole.fixes)))
  }

  @Test func dropsTheFixesThatTheClosureSelects() async throws {
    let provider = Self.provider(ManualClock(jumpsToDeadlines: true))
    let limit = Scenario.defaultStart.addingTimeInterval(30)
    let fixes = try await Self.updates(
      provider.droppingFixes { ($0.timestamp ?? limit) < limit }
    ).fixes
    #expect(fixes.count == 30 && fixes.first?.timestamp == limit)
  }

  @Test func addsAsMuchNoiseAsItStates() async throws {
    var scenario = Scenario.standing(
      seconds: 2000, environment: ReceiverEnvironment.openSky.withoutError)
    scenario.systems = [.gps]
    let provider = SimulatedLocationProvider(scenario: scenario, pace: .unpaced)
    let fixes = try await Self.updates(
      provider.withNoise(meters: 10, correlationTime: 0, seed: 4)
    ).fixes
    let errors = fixes.map { $0.coordinate.distance(to: berlin) }
    let meanSquare = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    // 10 m in each of two directions.
    #expect(abs(meanSquare.squareRoot() - 14.14) < 0.7)
    #expect(fixes.allSatisfy { abs(($0.horizontalAccuracy ?? 0) - 14.14) < 0.01 })
    #expect(fixes.allSatisfy { abs(($0.errors.latitude ?? 0) - 10) < 0.01 })
  }

  @Test func noiseAddsNoAccuracyToAFixWithoutOne() async throws {
    let fix = Fix(coordinate: berlin, source: FixSource(kind: .live, name: "x"))
    let mock = LocationProviderMock(script: [.update(.fix(fix)), .end])
    let fixes = try await Self.updates(mock.withNoise(meters: 3)).fixes
    #expect(fixes.count == 1 && fixes[0].errors == ErrorEstimates())
    #expect(fixes[0].coordinate != berlin)
  }

  @Test func delaysEverythingByTheSameTime() async throws {
    let clock = ManualClock()
    let source = SteppedProvider()
    let updates = source.delayed(by: .milliseconds(2500), clock: clock).startUpdatingLocation()
    let (times, seen) = AsyncStream.makeStream(of: Duration.self)
    let consumer = Task {
      for try await _ in updates { seen.yield(clock.now.offset) }
    }
    var arrivals = times.makeAsyncIterator()
    var time = Duration.zero
    func move(to next: Duration) {
      clock.advance(by: next - time)
      time = next
    }
    try await source.say()
    move(to: .seconds(1))
    try await source.say()
    for due in [2500, 3500] {
      // The consumer sleeps until it is due.
      await clock.waitForSleepers()
      move(to: .milliseconds(due))
      #expect(await arrivals.next() == .milliseconds(due))
    }
    consumer.cancel()
  }

  @Test func aDelayLosesNoFixOfASourceWithoutPace() async throws {
    let provider = SimulatedLocationProvider(scenario: .standing(seconds: 600), pace: .unpaced)
    let clock = ManualClock(jumpsToDeadlines: true)
    let whole = try await Self.updates(provider).fixes.map(\.timestamp)
    let late = try await Self.updates(provider.delayed(by: .seconds(1), clock: clock)).fixes
    #expect(late.map(\.timestamp) == whole)
  }

  @Test func revokesEvenASilentProvider() async throws {
    let clock = ManualClock()
    let provider = LocationProviderMock(clock: clock).revoking(at: .seconds(10), clock: clock)
    #expect(provider.isUserAuthorized)
    let end = Task { () -> ([LocationUpdate], UserLocationError?) in
      var updates: [LocationUpdate] = []
      do throws(UserLocationError) {
        var iterator = provider.startUpdatingLocation().makeAsyncIterator()
        while let update = try await iterator.next() { updates.append(update) }
        return (updates, nil)
      } catch {
        return (updates, error)
      }
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    let (updates, error) = await end.value
    #expect(updates == [.authorization(.denied)] && error?.code == .notAuthorized)
    #expect(provider.authorizationStatus == .denied && provider.authorizationRefusal != nil)
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    var again = provider.startUpdatingLocation().makeAsyncIterator()
    let refused = await #expect(throws: UserLocationError.self) { try await again.next() }
    #expect(refused?.code == .notAuthorized)
  }

  @Test func whatIsPendingAtTheEndDoesNotComeAfterIt() async throws {
    let clock = ManualClock()
    let fix = Fix(
      coordinate: try Coordinate(latitude: 1, longitude: 2),
      source: FixSource(kind: .live, name: "test"))
    let updates = LocationProviderMock(script: [.update(.fix(fix)), .end])
      .ending(at: .seconds(5), clock: clock).startUpdatingLocation()
    clock.advance(by: .seconds(5))
    var iterator = updates.makeAsyncIterator()
    #expect(try await iterator.next() == nil)
  }

  @Test(arguments: [nil, UserLocationError.sourceUnavailable])
  func endsWhenToldTo(_ error: UserLocationError?) async throws {
    let clock = ManualClock()
    let provider = LocationProviderMock(clock: clock)
      .ending(at: .seconds(5), with: error, clock: clock)
    let end = Task { () -> UserLocationError? in
      do throws(UserLocationError) {
        _ = try await Self.updates(provider)
        return nil
      } catch {
        return error
      }
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(await end.value?.code == error?.code)
  }
}

/// A provider that yields a fix when a test wants it.
private struct SteppedProvider: LocationProvider {
  private let fixes = AsyncStream.makeStream(of: Fix.self)
  private let calls = AsyncStream.makeStream(of: Void.self)

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    LocationUpdates { [fixes, calls] () async throws(UserLocationError) in
      calls.continuation.yield()
      var iterator = fixes.stream.makeAsyncIterator()
      return await iterator.next(isolation: nil).map { .fix($0) }
    }
  }

  /// Yields a fix. Returns when the consumer has taken it and requests the next one.
  func say() async throws {
    var iterator = calls.stream.makeAsyncIterator()
    await iterator.next()
    fixes.continuation.yield(
      Fix(
        coordinate: try Coordinate(latitude: 1, longitude: 2),
        source: FixSource(kind: .simulated, name: "test")))
    await iterator.next()
    // The next call of this method waits for this request.
    calls.continuation.yield()
  }
}
