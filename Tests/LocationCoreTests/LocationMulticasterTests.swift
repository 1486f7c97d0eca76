import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

@Suite(.inTurn) struct LocationMulticasterTests {
  /// A vendor's API with a delegate, and the provider around it.
  final class VendorProvider: LocationProvider {
    private struct Vendor {
      var status = AuthorizationStatus.notDetermined
      var calls: [String] = []
      var ticking: Task<Void, Never>?
    }

    private let vendor = Mutex(Vendor())
    let multicaster = LocationMulticaster()
    private let ticks: Bool

    /// - Parameter ticks: whether the vendor reports all the time while it runs.
    init(status: AuthorizationStatus = .authorizedAlways, ticks: Bool = false) {
      self.ticks = ticks
      vendor.withLock { $0.status = status }
    }

    var calls: [String] { vendor.withLock { $0.calls } }
    func call(_ name: String) { vendor.withLock { $0.calls.append(name) } }

    var authorizationStatus: AuthorizationStatus { vendor.withLock { $0.status } }

    func requestWhenInUseAuthorization() async -> AuthorizationStatus {
      guard authorizationStatus == .notDetermined else { return authorizationStatus }
      return await multicaster.authorization { call("ask") }
    }

    func startUpdatingLocation() -> LocationUpdates {
      multicaster.subscribe(
        start: {
          self.call("start")
          if self.ticks { self.tick() }
        },
        stop: {
          self.call("stop")
          self.vendor.withLock { $0.ticking.take() }?.cancel()
        })
    }

    private func tick() {
      let ticking = Task { [multicaster] in
        while !Task.isCancelled {
          multicaster.yield(LocationUpdatesTests.loss)
          await Task.yield()
        }
      }
      vendor.withLock { $0.ticking = ticking }
    }

    func vendorDidAnswer(_ status: AuthorizationStatus) {
      vendor.withLock { $0.status = status }
      multicaster.yield(.authorization(status))
    }
  }

  @Test func theFirstSubscriptionStartsAndTheLastStops() async throws {
    let provider = VendorProvider()
    var first: LocationUpdates? = provider.startUpdatingLocation()
    var second: LocationUpdates? = provider.startUpdatingLocation()
    #expect(provider.calls == ["start"])
    #expect(provider.multicaster.subscriptionCount == 2)
    #expect(first != nil && second != nil)
    first = nil
    #expect(provider.calls == ["start"])
    second = nil
    #expect(provider.calls == ["start", "stop"])
    let again = provider.startUpdatingLocation()
    #expect(provider.calls == ["start", "stop", "start"])
    withExtendedLifetime(again) {}
  }

  @Test func everySubscriptionGetsWhatTheSourceReports() async throws {
    let provider = VendorProvider()
    let subscriptions = (0..<3).map { _ in provider.startUpdatingLocation() }
    provider.multicaster.yield(.fix(try .munich()))
    provider.multicaster.finish()
    for updates in subscriptions {
      var fixes = 0
      for try await case .fix in updates { fixes += 1 }
      #expect(fixes == 1)
    }
    #expect(provider.calls == ["start", "stop"])
  }

  @Test func aBrokenSourceEndsEverySubscriptionWithItsError() async throws {
    let provider = VendorProvider()
    let updates = provider.startUpdatingLocation()
    provider.multicaster.finish(throwing: .sourceUnavailable)
    await #expect(throws: UserLocationError.sourceUnavailable) {
      for try await _ in updates {}
    }
    #expect(provider.calls == ["start", "stop"])
  }

  @Test func aSubscriptionThatBeginsWhileOthersEndStartsTheSourceAgain() throws {
    let provider = VendorProvider()
    let again = Mutex<[LocationUpdates]>([])
    let services = (0..<2).map { _ in UserLocationService(provider: provider) }
    for service in services {
      service.observe { _ in
      } onEnd: { _ in
        again.withLock { $0.append(provider.startUpdatingLocation()) }
      }
    }
    provider.multicaster.finish(throwing: .sourceUnavailable)
    #expect(provider.multicaster.subscriptionCount == 2)
    #expect(provider.calls == ["start", "stop", "start"])
    again.withLock { $0 = [] }
    #expect(provider.calls == ["start", "stop", "start", "stop"])
    withExtendedLifetime(services) {}
  }

  @Test func aRefusalEndsEverySubscription() async {
    let provider = VendorProvider()
    let updates = provider.startUpdatingLocation()
    provider.vendorDidAnswer(.denied)
    await #expect(throws: UserLocationError.notAuthorized) { for try await _ in updates {} }
    #expect(provider.calls == ["start", "stop"])
  }

  @Test func concurrentRequestsForAuthorizationAskOnce() async {
    let provider = VendorProvider(status: .notDetermined)
    let answers = await withTaskGroup(of: AuthorizationStatus.self) { group in
      for _ in 0..<5 { group.addTask { await provider.requestWhenInUseAuthorization() } }
      while provider.calls.isEmpty { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      provider.vendorDidAnswer(.authorizedWhenInUse)
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(provider.calls == ["ask"])
    #expect(answers == Array(repeating: .authorizedWhenInUse, count: 5))
  }

  @Test func aCanceledRequestForAuthorizationReturns() async {
    let provider = VendorProvider(status: .notDetermined)
    let request = Task { await provider.requestWhenInUseAuthorization() }
    while provider.calls.isEmpty { await Task.yield() }
    request.cancel()
    #expect(await request.value == .notDetermined)
    // The next one asks again.
    let second = Task { await provider.requestWhenInUseAuthorization() }
    while provider.calls.count < 2 { await Task.yield() }
    provider.vendorDidAnswer(.denied)
    #expect(await second.value == .denied)
  }

  @Test func startsAndStopsNeverOverlap() async {
    let provider = VendorProvider()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          for _ in 0..<50 { withExtendedLifetime(provider.startUpdatingLocation()) {} }
        }
      }
    }
    let calls = provider.calls
    #expect(calls.count.isMultiple(of: 2))
    #expect(zip(calls, calls.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func aLossForNewSubscriptionsReachesEachOnceEvenIfItBeginsAtThatMoment() async throws {
    let multicaster = LocationMulticaster()
    let isDone = Mutex(false)
    async let begun = Task.detached {
      defer { isDone.withLock { $0 = true } }
      return (0..<2_000).map { _ in multicaster.subscribe(start: {}, stop: {}) }
    }.value
    var last = 0
    while !isDone.withLock({ $0 }) {
      last = multicaster.send(LocationUpdatesTests.loss, toThoseAfter: last)
      await Task.yield()
    }
    _ = multicaster.send(LocationUpdatesTests.loss, toThoseAfter: last)
    let subscriptions = await begun
    multicaster.finish()
    for updates in subscriptions {
      #expect(try await updates.reduce(0) { count, _ in count + 1 } == 1)
    }
  }

  @Test func aProviderAroundItKeepsTheContract() async throws {
    let suite = ProviderConformance(
      activity: { ($0 as? VendorProvider)?.multicaster.subscriptionCount ?? 0 }
    ) { VendorProvider(ticks: true) }
    try await suite.check()
  }
}
