import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

/// A service announces its changes to any number of listeners.
@Suite(.inTurn) struct ServiceStatusTests {
  private static func loss(_ reason: FixLoss.Reason) -> LocationUpdate {
    .fixLost(FixLoss(reason: reason, source: FixSource(kind: .live, name: "mock")))
  }

  /// Runs a service through all its changes.
  private func run(_ service: UserLocationService, _ provider: LocationProviderMock) async throws {
    var updates = service.updates().makeAsyncIterator()
    await provider.waitForStarts()
    provider.send(Self.loss(.disconnected))
    provider.send(Self.loss(.silent))
    provider.send(.fix(try .munich()))
    provider.send(Self.loss(.noFix))
    for _ in 0..<4 { _ = try await updates.next() }
  }

  private static let all: [LocationStatusChange] = [
    .authorization(.authorizedWhenInUse), .started, .sourceLost(.disconnected), .sourceBack,
    .stopped(nil),
  ]

  @Test func eachChangeIsPostedOnceToTheInjectedCenterAndToNoOther() async throws {
    let (center, other) = (
      RecordedCalls<LocationStatusChange>(), RecordedCalls<LocationStatusChange>()
    )
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedWhenInUse)
    let service = UserLocationService(provider: provider, notifications: center)
    let idle = UserLocationService(provider: LocationProviderMock(), notifications: other)
    try await run(service, provider)
    #expect(center.values == Self.all)
    #expect(other.values == [])
    withExtendedLifetime(idle) {}
  }

  @Test func everyListenerGetsEachChange() async throws {
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedWhenInUse)
    var service: UserLocationService? = UserLocationService(provider: provider)
    let listeners = try (0..<3).map { _ in try #require(service).statusChanges() }
    try await run(try #require(service), provider)
    service = nil
    for listener in listeners {
      var seen: [LocationStatusChange] = []
      for await change in listener { seen.append(change) }
      #expect(seen == Self.all)
    }
  }

  @Test func aListenerThatLeavesIsForgotten() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider)
    for _ in 0..<3 {
      let listener = service.statusChanges()
      let updates = service.updates().makeAsyncIterator()
      for await change in listener {
        #expect(change == .started)
        break
      }
      withExtendedLifetime(updates) {}
    }
  }

  @Test func aSourceThatBreaksIsStoppedWithItsError() async throws {
    let center = RecordedCalls<LocationStatusChange>()
    let provider = LocationProviderMock(script: [.fail(.sourceUnavailable)])
    let service = UserLocationService(provider: provider, notifications: center)
    _ = await outcome(service)
    #expect(center.values == [.started, .stopped(.sourceUnavailable)])
  }

  /// A provider whose authorization changes while it is read.
  private final class ChangingProvider: LocationProvider {
    private let base = LocationProviderMock(authorization: .authorizedAlways)
    private let status = Mutex(
      (value: AuthorizationStatus.authorizedAlways, onRead: (@Sendable () -> Void)?.none))

    var authorizationStatus: AuthorizationStatus {
      let (value, onRead) = status.withLock { ($0.value, $0.onRead.take()) }
      onRead?()
      return value
    }

    func change(to value: AuthorizationStatus, onRead: @escaping @Sendable () -> Void) {
      status.withLock {
        $0.onRead = {
          self.status.withLock { $0.value = value }; onRead()
        }
      }
    }

    func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }
    func startUpdatingLocation() -> LocationUpdates { base.startUpdatingLocation() }
  }

  @Test func aStatusThatWasReadBeforeANewerOneIsNotTold() async throws {
    let center = RecordedCalls<LocationStatusChange>()
    let provider = ChangingProvider()
    let service = UserLocationService(provider: provider, notifications: center)
    // A second stream reads the new status while the first one has the former status in its hands.
    let second = service.updates()
    provider.change(to: .authorizedWhenInUse) { _ = second.makeAsyncIterator() }
    let first = service.updates().makeAsyncIterator()
    #expect(
      center.values.filter { if case .authorization = $0 { true } else { false } } == [
        .authorization(.authorizedWhenInUse)
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func aRefusalIsAChange() async throws {
    let center = RecordedCalls<LocationStatusChange>()
    let provider = LocationProviderMock(authorization: .notDetermined, answer: .denied)
    let service = UserLocationService(provider: provider, notifications: center)
    #expect(await outcome(service).failure == .notAuthorized)
    #expect(center.values == [.authorization(.denied)])
  }

  @Test func aWithdrawnAuthorizationIsAChangeAndStopsTheSource() async throws {
    let center = RecordedCalls<LocationStatusChange>()
    let provider = LocationProviderMock(script: [.update(.authorization(.denied))])
    let service = UserLocationService(provider: provider, notifications: center)
    #expect(await outcome(service).failure == .notAuthorized)
    #expect(center.values == [.started, .authorization(.denied), .stopped(.notAuthorized)])
  }

  @Test func theServiceTellsItsStatus() async throws {
    let fix = try Fix.munich()
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedWhenInUse, script: [.update(.fix(fix))])
    let service = UserLocationService(provider: provider)
    #expect(service.authorizationStatus == .notDetermined)
    #expect(service.lastFix == nil)
    #expect(!service.isUpdating)
    var updates = service.updates().makeAsyncIterator()
    _ = try await updates.next()
    #expect(service.authorizationStatus == .authorizedWhenInUse)
    #expect(service.lastFix == fix)
    #expect(service.isUpdating)
    provider.finish()
    #expect(try await updates.next() == nil)
    #expect(!service.isUpdating)
    #expect(service.lastFix == fix)
  }
}
