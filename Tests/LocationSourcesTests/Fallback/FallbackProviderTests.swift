import LocationCore
import LocationIO
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationSources

@Suite(.inTurn) struct FallbackProviderTests {
  private let clock = ManualClock()
  private let first = LocationProviderMock()
  private let second = LocationProviderMock()

  private func fallback(
    _ providers: [any LocationProvider]
  ) -> FallbackProvider {
    FallbackProvider(
      providers.enumerated().map { FallbackProvider.Source("source\($0.offset)", $0.element) },
      retry: RetryPolicy(jitter: { 1 }), clock: clock)
  }

  private func fix(_ name: String) throws -> LocationUpdate {
    .fix(try .bare(source: FixSource(kind: .live, name: name)))
  }

  @Test func keepsTheContractOfAProvider() async throws {
    let fixes = try (1...3).map { _ in LocationProviderMock.Step.update(try fix("a")) }
    let suite = ProviderConformance(
      sampleCount: 3,
      activity: { provider in
        (provider as? FallbackProvider)?.sources.reduce(0) { sum, source in
          sum + ((source.provider as? LocationProviderMock)?.activeSubscriptionCount ?? 0)
        } ?? 0
      },
      makingDenied: {
        fallback([LocationProviderMock(authorization: .denied, refusal: "no")])
      }
    ) {
      fallback([
        LocationProviderMock(script: [.fail(.sourceUnavailable)]),
        LocationProviderMock(script: fixes),
      ])
    }
    try await suite.check()
  }

  @Test func aFailureOfTheFirstSourceIsALossAndTheNextSourceGoesOn() async throws {
    var updates = fallback([first, second]).startUpdatingLocation().makeAsyncIterator()
    await first.waitForStarts()
    first.send(try fix("a"))
    #expect(try await updates.next() == fix("a"))
    #expect(!second.isStartUpdatingLocationCalled)
    first.finish(throwing: .sourceUnavailable)
    guard case .fixLost(let loss)? = try await updates.next() else {
      Issue.record("no loss")
      return
    }
    #expect(loss.reason == .disconnected)
    #expect(loss.source.name == "a")
    #expect(loss.receivedAt == clock.date)
    await second.waitForStarts()
    second.send(try fix("b"))
    #expect(try await updates.next() == fix("b"))
  }

  @Test func aBetterSourceThatReturnsTakesOverAndTheWorseOneIsStopped() async throws {
    var updates = fallback([first, second]).startUpdatingLocation().makeAsyncIterator()
    await first.waitForStarts()
    first.finish(throwing: .sourceUnavailable)
    await second.waitForStarts()
    second.send(try fix("b"))
    #expect(try await updates.next() == fix("b"))
    // The pause before the next attempt.
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await first.waitForStarts(2)
    var seconds = 0
    while true {
      clock.advance(by: .seconds(1))
      first.send(try fix("a"))
      second.send(try fix("b"))
      guard case .fix(let fix)? = try await updates.next(), fix.source.name == "b" else { break }
      seconds += 1
    }
    #expect(seconds >= 5)
    await second.waitForStops()
    #expect(second.activeSubscriptionCount == 0)
  }

  @Test func aSilentSourceIsReplacedAfterItsMaximumAge() async throws {
    var updates = fallback([first, second]).startUpdatingLocation().makeAsyncIterator()
    await first.waitForStarts()
    first.send(try fix("a"))
    #expect(try await updates.next() == fix("a"))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    guard case .fixLost(let loss)? = try await updates.next() else {
      Issue.record("no loss")
      return
    }
    #expect(loss.reason == .silent)
    await second.waitForStarts()
    second.send(try fix("b"))
    #expect(try await updates.next() == fix("b"))
    #expect(first.activeSubscriptionCount == 1)
  }

  @Test func theServiceSeesTheLossOfASourceAsAChangeOfStatus() async throws {
    let service = UserLocationService(provider: fallback([first, second]), clock: clock)
    var changes = service.statusChanges().makeAsyncIterator()
    var fixes = service.locationUpdates().makeAsyncIterator()
    #expect(await changes.next() == .started)
    await first.waitForStarts()
    first.send(try fix("a"))
    #expect(try await fixes.next()?.source.name == "a")
    first.finish(throwing: .sourceUnavailable)
    #expect(await changes.next() == .sourceLost(.disconnected))
    await second.waitForStarts()
    second.send(try fix("b"))
    #expect(try await fixes.next()?.source.name == "b")
    #expect(await changes.next() == .sourceBack)
  }

  @Test func theLastFailureEndsTheSubscriptionWithAllReasons() async throws {
    let provider = fallback([
      LocationProviderMock(script: [.fail(UserLocationError(.hostNotFound, detail: "no such host"))]
      ),
      LocationProviderMock(authorization: .denied, refusal: "join a group"),
    ])
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    let error = await #expect(throws: UserLocationError.self) { try await updates.next() }
    #expect(error?.code == .sourceUnavailable)
    #expect(
      error?.detail
        == "all sources failed: (1) source0: no such host; (2) source1: join a group")
    #expect(try await updates.next() == nil)
  }

  @Test func leavingStopsAllSources() async throws {
    let updates = fallback([first, second]).startUpdatingLocation()
    let consumer = Task { for try await _ in updates {} }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    await second.waitForStarts()
    consumer.cancel()
    await first.waitForStops()
    await second.waitForStops()
    #expect(await eventually { clock.sleeperCount == 0 })
  }

  @Test func droppingTheSequenceStopsTheFirstSource() async throws {
    _ = fallback([first]).startUpdatingLocation()
    await first.waitForStops()
  }

  @Test func interestsReachTheSourcesThatRun() async throws {
    let updates = fallback([first, second]).startUpdatingLocation()
    #expect(first.interests == .satellites)
    updates.interests = []
    #expect(first.interests == [])
    await first.waitForStarts()
    first.finish(throwing: .sourceUnavailable)
    await second.waitForStarts()
    #expect(await eventually { second.interests == [] })
    updates.interests = .all
    #expect(second.interests == .satellites)
  }

  @Test(arguments: [false, true])
  func aRecordingLosesNothingWithASlowConsumer(isSecond: Bool) async throws {
    let broken = LocationProviderMock(script: [.fail(.sourceUnavailable)])
    let provider = fallback(isSecond ? [broken, EndlessTrack()] : [EndlessTrack(), second])
    var updates = provider.startUpdatingLocation().makeAsyncIterator()
    for number in 0..<2000 {
      guard case .fix(let fix)? = try await updates.next() else {
        Issue.record("the track ended")
        return
      }
      #expect(fix.satellitesUsed == number)
      if number % 500 == 0 { for _ in 0..<1000 { await Task.yield() } }
    }
    #expect(!second.isStartUpdatingLocationCalled)
  }

  @Test func aReceiverDropsTheOldestFixesAndCountsThem() async throws {
    let live = LiveProvider()
    let updates = fallback([live, second]).startUpdatingLocation()
    for number in 0..<1000 {
      var fix = try Fix.bare(source: FixSource(kind: .live, name: "a"))
      fix.satellitesUsed = number
      live.stream.continuation.yield(.fix(fix))
    }
    live.stream.continuation.finish()
    var seen: [Int?] = []
    for try await update in updates {
      if case .fix(let fix) = update { seen.append(fix.satellitesUsed) }
      if seen.last == 999 { break }
    }
    #expect(seen.count < 1000)
    #expect(updates.drops.total == 1000 - seen.count)
  }

  // MARK: Authorization

  @Test func itIsAuthorizedIfOneSourceIs() {
    func status(_ all: AuthorizationStatus...) -> AuthorizationStatus {
      fallback(all.map { LocationProviderMock(authorization: $0) }).authorizationStatus
    }
    #expect(status(.denied, .authorizedAlways) == .authorizedAlways)
    #expect(status(.notDetermined, .authorizedWhenInUse) == .authorizedWhenInUse)
    #expect(status(.denied, .notDetermined) == .notDetermined)
    #expect(status(.restricted, .denied) == .restricted)
  }

  @Test func aRequestAsksInOrderUntilOneSourceIsAuthorized() async {
    let refused = LocationProviderMock(authorization: .notDetermined, answer: .denied)
    let granted = LocationProviderMock(authorization: .notDetermined, answer: .authorizedAlways)
    let rest = LocationProviderMock(authorization: .notDetermined, answer: .authorizedAlways)
    let provider = fallback([refused, granted, rest])
    #expect(await provider.requestWhenInUseAuthorization() == .authorizedAlways)
    #expect(refused.isRequestWhenInUseAuthorizationCalled)
    #expect(!rest.isRequestWhenInUseAuthorizationCalled)
  }

  @Test func aSourceIsAskedForAuthorizationWhenItIsNeeded() async throws {
    let asked = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedWhenInUse, script: [.update(try fix("b"))])
    var updates = fallback([first, asked]).startUpdatingLocation().makeAsyncIterator()
    await first.waitForStarts()
    #expect(!asked.isRequestWhenInUseAuthorizationCalled)
    first.finish(throwing: .sourceUnavailable)
    #expect(try await updates.next() == fix("b"))
  }

  @Test func theRefusalsOfAllSourcesAreExplained() {
    let provider = fallback([
      LocationProviderMock(authorization: .denied, refusal: "join a group"),
      LocationProviderMock(authorization: .denied),
      LocationProviderMock(authorization: .denied, refusal: "no consent"),
    ])
    #expect(provider.authorizationRefusal == "source0: join a group; source2: no consent")
  }

  @Test func aRevocationIsAnUpdateOnlyIfNoOtherSourceIsAuthorized() async throws {
    var updates = fallback([first, second]).startUpdatingLocation().makeAsyncIterator()
    await first.waitForStarts()
    first.send(.authorization(.denied))
    await second.waitForStarts()
    second.send(try fix("b"))
    #expect(try await updates.next() == fix("b"))
    second.send(.authorization(.denied))
    guard case .fixLost? = try await updates.next() else {
      Issue.record("no loss")
      return
    }
    #expect(try await updates.next() == .authorization(.denied))
  }
}

/// A live source with one subscription.
private struct LiveProvider: LocationProvider {
  let stream = LocationUpdates.makeStream()

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }
  func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
  func startUpdatingLocation() -> LocationUpdates { stream.updates }
}

/// A recording whose fixes are numbered: `satellitesUsed`.
private struct EndlessTrack: LocationProvider {
  var authorizationStatus: AuthorizationStatus { .authorizedAlways }
  func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
  func startUpdatingLocation() -> LocationUpdates {
    let number = Number()
    return LocationUpdates(pulling: { () async throws(UserLocationError) -> LocationUpdate? in
      guard var fix = try? Fix.bare() else { return nil }
      fix.satellitesUsed = number.next()
      return .fix(fix)
    })
  }
}

/// Counts from 0.
private final class Number: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      defer { value += 1 }
      return value
    }
  }
}
