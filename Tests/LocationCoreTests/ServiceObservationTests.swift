import Foundation
import LocationTesting
import Synchronization
import TestTurns
import Testing

@testable import LocationCore

/// `observe(_:)`: a closure is called in place of a task's loop.
@Suite(.inTurn) struct ServiceObservationTests {
  let clock = ManualClock()

  /// What an observer was told, in order.
  private struct Log {
    let updates = RecordedCalls<LocationUpdate>()
    let ends = RecordedCalls<UserLocationError?>()
  }

  /// A live source: a test yields into its one subscription.
  private struct LiveProvider: LocationProvider {
    let stream = LocationUpdates.makeStream()
    var authorizationStatus: AuthorizationStatus { .authorizedAlways }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates { stream.updates }
  }

  @Test func aPushedSourceCallsTheClosureOnItsThread() async throws {
    let provider = LiveProvider()
    let service = UserLocationService(provider: provider, clock: clock)
    let threads = Mutex<[pthread_t]>([])
    service.observe { _ in threads.withLock { $0.append(pthread_self()) } }
    let fix = try LocationUpdate.fix(.munich())
    let own: pthread_t = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for _ in 0..<3 { provider.stream.continuation.yield(fix) }
        continuation.resume(returning: pthread_self())
      }
    }
    #expect(threads.withLock { $0 } == [own, own, own])
    withExtendedLifetime(service) {}
  }

  @Test func aPulledSourceCallsTheClosureWithEveryUpdateInOrder() async throws {
    let fixes = try (0..<1000).map { try LocationUpdate.fix(.munich(northBy: Double($0) / 1000)) }
    let rest = Mutex(fixes[...])
    let provider = PulledProvider { rest.withLock { $0.popFirst() } }
    let service = UserLocationService(provider: provider, clock: clock)
    let log = Log()
    service.observe {
      log.updates.record($0)
    } onEnd: {
      log.ends.record($0)
    }
    await log.ends.waitForCalls()
    #expect(log.updates.values == fixes)
    #expect(log.ends.values.map { $0?.code } == [nil])
    withExtendedLifetime(service) {}
  }

  private struct PulledProvider: LocationProvider {
    let next: @Sendable () -> LocationUpdate?
    var authorizationStatus: AuthorizationStatus { .authorizedAlways }
    func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
    func startUpdatingLocation() -> LocationUpdates {
      LocationUpdates { () async throws(UserLocationError) in next() }
    }
  }

  @Test func updatesFromManyThreadsComeOneByOne() async throws {
    let provider = LiveProvider()
    let service = UserLocationService(provider: provider, clock: clock)
    let counts = Mutex((running: 0, overlaps: 0, calls: 0))
    service.observe { _ in
      counts.withLock { counts in
        counts.overlaps += counts.running
        counts.running += 1
      }
      for _ in 0..<100 { _ = pthread_self() }
      counts.withLock { counts in
        counts.running -= 1
        counts.calls += 1
      }
    }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 {
        group.addTask { provider.stream.continuation.yield(LocationUpdatesTests.loss) }
      }
    }
    #expect(counts.withLock { $0.overlaps } == 0)
    #expect(counts.withLock { $0.calls } == 40)
    withExtendedLifetime(service) {}
  }

  enum Ending: CaseIterable { case end, failure, revocation, handle, release, refusal }

  @Test(arguments: Ending.allCases)
  func theEndIsReportedOnceHoweverItComes(_ ending: Ending) async throws {
    let provider = LocationProviderMock(
      authorization: ending == .refusal ? .denied : .authorizedAlways)
    var service: UserLocationService? = UserLocationService(provider: provider, clock: clock)
    let log = Log()
    let handle = try #require(service).observe {
      log.updates.record($0)
    } onEnd: {
      log.ends.record($0)
    }
    let fix = try LocationUpdate.fix(.munich())
    provider.send(fix)
    switch ending {
    case .end: provider.finish()
    case .failure: provider.finish(throwing: .sourceUnavailable)
    case .revocation: provider.send(.authorization(.denied))
    case .handle: handle.cancel()
    case .release: service = nil
    case .refusal: break
    }
    await log.ends.waitForCalls()
    provider.send(fix)
    handle.cancel()
    service = nil
    let code: UserLocationError.Code? =
      switch ending {
      case .end: nil
      case .failure: .sourceUnavailable
      case .revocation, .refusal: .notAuthorized
      case .handle, .release: .cancelled
      }
    #expect(log.ends.values.map { $0?.code } == [code])
    #expect(log.updates.values == (ending == .refusal ? [] : [fix]))
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func theClosureMayEndTheObservation() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let log = Log()
    let handle = Mutex<UserLocationRequest?>(nil)
    let observation = service.observe { update in
      log.updates.record(update)
      handle.withLock { $0 }?.cancel()
    } onEnd: {
      log.ends.record($0)
    }
    handle.withLock { $0 = observation }
    let fix = try LocationUpdate.fix(.munich())
    provider.send(fix)
    provider.send(fix)
    #expect(log.updates.values == [fix])
    #expect(log.ends.values.map { $0?.code } == [.cancelled])
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func theClosureMayAskTheService() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    service.observe { [weak service] _ in service?.findUserLocation(then: answers.block) }
    let fix = try Fix.munich()
    provider.send(.fix(fix))
    provider.send(.fix(fix))
    #expect(await answers.first()?.fix == fix)
  }

  @Test func anObservationHasFiltersAndInterestsOfItsOwn() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let log = Log()
    service.observe(accuracy: 10, interests: []) { log.updates.record($0) }
    #expect(provider.interests == [])
    let (coarse, fine) = (try Fix.munich(accuracy: 50), try Fix.munich(accuracy: 5))
    provider.send(.sky(SkyView(satellites: [], source: fine.source)))
    provider.send(.fix(coarse))
    provider.send(.fix(fine))
    #expect(log.updates.values == [.fix(fine)])
  }

  @Test func droppingTheHandleDoesNotEndTheObservation() throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let log = Log()
    _ = service.observe { log.updates.record($0) }
    let fix = try LocationUpdate.fix(.munich())
    provider.send(fix)
    #expect(log.updates.values == [fix])
    #expect(provider.activeSubscriptionCount == 1)
  }
}
