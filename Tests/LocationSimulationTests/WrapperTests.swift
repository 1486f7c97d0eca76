import LocationCore
import LocationIO
import LocationTesting
import Testing

@testable import LocationSimulation

/// Any provider can be made worse, and stays one.
@Suite(.timeLimit(.minutes(1))) struct WrapperTests {
  /// A minute at rest, on a clock.
  private static func provider(
    _ clock: ManualClock, seconds: Int = 60
  ) -> SimulatedLocationProvider {
    SimulatedLocationProvider(
      scenario: .standing(seconds: seconds), clock: clock, now: { clock.date })
  }

  private static func updates(
    _ provider: some LocationProvider
  ) async throws(UserLocationError) -> [LocationUpdate] {
    var updates: [LocationUpdate] = []
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    while let update = try await iterator.next() { updates.append(update) }
    return updates
  }

  @Test(arguments: 0..<7)
  func everyWrapperKeepsTheContract(_ number: Int) async throws {
    @Sendable func wrapped(_ faults: [Fault]) -> any LocationProvider {
      let provider = SimulatedLocationProvider(
        scenario: .standing(seconds: 60, faults: faults), pace: .unpaced)
      return switch number {
      case 0: provider.droppingFixes(share: 0.5)
      case 1: provider.droppingFixes { ($0.speed ?? 0) > 0.01 }
      case 2: provider.withNoise(meters: 10)
      case 3: provider.delayed(by: .milliseconds(1))
      case 4: provider.revoking(at: .seconds(20))
      case 5: provider.ending(at: .seconds(20))
      default: provider.withNoise(meters: 5).droppingFixes(share: 0.1).revoking(at: .seconds(20))
      }
    }
    let suite = ProviderConformance(
      sampleCount: 150, makingDenied: { wrapped([Fault(.denied)]) }, making: { wrapped([]) })
    #expect(try await suite.violations() == [])
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

  @Test func dropsTheFixesItIsToldTo() async throws {
    let provider = Self.provider(ManualClock(jumpsToDeadlines: true))
    let limit = Scenario.defaultStart.addingTimeInterval(30)
    let fixes = try await Self.updates(
      provider.droppingFixes { ($0.timestamp ?? limit) < limit }
    ).fixes
    #expect(fixes.count == 30 && fixes.first?.timestamp == limit)
  }

  @Test func addsAsMuchNoiseAsItStates() async throws {
    var scenario = Scenario.standing(seconds: 2000, environment: Environment.openSky.withoutError)
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

  @Test func noiseLeavesWhatIsNotStatedUnsaid() async throws {
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
      await clock.sleepers()
      move(to: .milliseconds(due))
      #expect(await arrivals.next() == .milliseconds(due))
    }
    consumer.cancel()
  }

  @Test func aDelayLosesNothingOfASourceWithoutPace() async throws {
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
    await clock.sleepers()
    clock.advance(by: .seconds(10))
    let (updates, error) = await end.value
    #expect(updates == [.authorization(.denied)] && error?.code == .notAuthorized)
    #expect(provider.authorizationStatus == .denied && provider.authorizationRefusal != nil)
    #expect(await provider.requestWhenInUseAuthorization() == .denied)
    var again = provider.startUpdatingLocation().makeAsyncIterator()
    let refused = await #expect(throws: UserLocationError.self) { try await again.next() }
    #expect(refused?.code == .notAuthorized)
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
    await clock.sleepers()
    clock.advance(by: .seconds(5))
    #expect(await end.value?.code == error?.code)
  }
}

/// A provider that says a fix whenever a test wants it.
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

  /// Returns when the fix was taken, and the next one is asked for.
  func say() async throws {
    var iterator = calls.stream.makeAsyncIterator()
    await iterator.next()
    fixes.continuation.yield(
      Fix(
        coordinate: try Coordinate(latitude: 1, longitude: 2),
        source: FixSource(kind: .simulated, name: "test")))
    await iterator.next()
    // For who says the next one.
    calls.continuation.yield()
  }
}
