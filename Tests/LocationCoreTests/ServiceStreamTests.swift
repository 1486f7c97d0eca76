import LocationTesting
import Synchronization
import TestTurns
import Testing

@testable import LocationCore

@Suite(.inTurn) struct ServiceStreamTests {
  let clock = ManualClock()

  @Test func reportsEveryUpdateUntilTheSourceEnds() async throws {
    let fixes = try (0..<5).map { try Fix.munich(northBy: Double($0) / 100) }
    let provider = LocationProviderMock(script: fixes.map { .update(.fix($0)) } + [.end])
    let service = UserLocationService(provider: provider, clock: clock)
    var seen: [Fix] = []
    for try await fix in service.locationUpdates() { seen.append(fix) }
    #expect(seen == fixes)
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func theDistanceFilterCountsFromTheFixReportedLast() async throws {
    // A thousandth of a degree of latitude is 111 meters.
    let steps = [0, 0.0005, 0.001, 0.0015, 0.002, 0.0025].map { try? Fix.munich(northBy: $0) }
    let script = steps.compactMap { $0 }.map { LocationProviderMock.Step.update(.fix($0)) }
    let provider = LocationProviderMock(script: script + [.end])
    let service = UserLocationService(provider: provider, clock: clock)
    var seen: [Fix] = []
    for try await fix in service.locationUpdates(distanceFilter: 100) { seen.append(fix) }
    #expect(seen == [steps[0], steps[2], steps[4]])
  }

  @Test func aServiceTakesAnyFilter() async throws {
    let fixes = try (0..<10).map { second in
      var fix = try Fix.munich(northBy: Double(second) * 0.001)
      fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600 + Double(second))
      return fix
    }
    let provider = LocationProviderMock(script: fixes.map { .update(.fix($0)) } + [.end])
    let service = UserLocationService(provider: provider, clock: clock)
    var filter = LocationFilter()
    filter.interval = .seconds(5)
    var seen: [Fix] = []
    for try await fix in service.locationUpdates(filter: filter) { seen.append(fix) }
    #expect(seen == [fixes[0], fixes[5]])
  }

  @Test func theDistanceFilterCountsForEachReceiver() async throws {
    func fix(_ device: String?, northBy offset: Double) throws -> Fix {
      var fix = try Fix.munich(northBy: offset)
      fix.source.device = device
      return fix
    }
    // The receivers are a kilometer apart, and each one stands still, except for one step.
    let fixes = try [
      fix("a", northBy: 0), fix("b", northBy: 0.01), fix("a", northBy: 0), fix("b", northBy: 0.01),
      fix("a", northBy: 0.001), fix(nil, northBy: 0.001), fix("b", northBy: 0.01),
    ]
    let provider = LocationProviderMock(script: fixes.map { .update(.fix($0)) } + [.end])
    let service = UserLocationService(provider: provider, clock: clock)
    var seen: [Fix] = []
    for try await fix in service.locationUpdates(distanceFilter: 100) { seen.append(fix) }
    #expect(seen == [fixes[0], fixes[1], fixes[4], fixes[5]])
  }

  @Test func aReceiverIsToldWhatASlowConsumerOfTheServiceLost() async throws {
    let (pushed, continuation) = LocationUpdates.makeStream()
    let service = UserLocationService(provider: OneSubscription(updates: pushed), clock: clock)
    var iterator = service.updates().makeAsyncIterator()
    let fixes = try (0..<1_000).map { try Fix.munich(northBy: Double($0) / 10_000) }
    for fix in fixes { continuation.yield(.fix(fix)) }
    continuation.finish()
    var seen: [LocationUpdate] = []
    while let update = try await iterator.next() { seen.append(update) }
    #expect(seen == fixes.suffix(64).map { .fix($0) })
    #expect(pushed.drops.total == 936)
  }

  @Test func theDesiredAccuracyHoldsBackWorseFixesAndNothingElse() async throws {
    let good = try Fix.munich(accuracy: 5)
    let loss = FixLoss(reason: .noFix, source: good.source)
    let provider = LocationProviderMock(script: [
      .update(.fix(try .munich(accuracy: 50))), .update(.fix(try .munich())),
      .update(.fix(good)), .update(.fixLost(loss)), .end,
    ])
    let service = UserLocationService(provider: provider, clock: clock)
    var seen: [LocationUpdate] = []
    for try await update in service.updates(accuracy: 10) { seen.append(update) }
    #expect(seen == [.fix(good), .fixLost(loss)])
  }

  @Test func theSourceReadsTheInterestsOfAllConsumersTogether() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let fixes = service.locationUpdates().makeAsyncIterator()
    #expect(provider.interests == [])
    var everything: LocationUpdates? = service.updates()
    var iterator = everything?.makeAsyncIterator()
    #expect(provider.interests == .all)
    everything?.interests = []
    #expect(provider.interests == [])
    everything?.interests = .satellites
    #expect(provider.interests == .satellites)
    iterator = nil
    everything = nil
    #expect(provider.interests == [])
    withExtendedLifetime((fixes, iterator)) {}
  }

  @Test func aStreamWithoutInterestInSatellitesReportsNone() async throws {
    let loss = FixLoss(reason: .noFix, source: try Fix.munich().source)
    let sky = SkyView(satellites: [], source: loss.source)
    let provider = LocationProviderMock(script: [])
    let service = UserLocationService(provider: provider, clock: clock)
    var without = service.updates(interests: []).makeAsyncIterator()
    var with = service.updates().makeAsyncIterator()
    provider.send(.sky(sky))
    provider.send(.fixLost(loss))
    provider.finish()
    var seen: [[LocationUpdate]] = [[], []]
    while let update = try await without.next() { seen[0].append(update) }
    while let update = try await with.next() { seen[1].append(update) }
    #expect(seen == [[.fixLost(loss)], [.sky(sky), .fixLost(loss)]])
  }

  @Test func leavingTheLoopStopsTheSource() async throws {
    let provider = LocationProviderMock(script: [.update(.fix(try .munich()))])
    let service = UserLocationService(provider: provider, clock: clock)
    for try await _ in service.locationUpdates() { break }
    await provider.waitForStops()
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func theLoopStartsTheSourceAndNotTheSequence() async throws {
    let provider = LocationProviderMock(authorization: .notDetermined, answer: .authorizedAlways)
    let service = UserLocationService(provider: provider, clock: clock)
    let sequences = (service.updates(), service.locationUpdates())
    #expect(!provider.isRequestWhenInUseAuthorizationCalled)
    #expect(!service.isUpdating)
    let iterator = sequences.0.makeAsyncIterator()
    await provider.waitForStarts()
    #expect(service.isUpdating)
    withExtendedLifetime((sequences, iterator)) {}
    #expect(provider.startUpdatingLocationCallCount == 1)
  }

  @Test func droppingTheIteratorUnusedStopsTheSource() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    _ = service.updates().makeAsyncIterator()
    await provider.waitForStops()
    #expect(provider.startUpdatingLocationCallCount == 1)
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func aCancelledConsumerIsToldOnce() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let task = Task {
      var iterator = service.updates().makeAsyncIterator()
      let error = await #expect(throws: UserLocationError.self) { try await iterator.next() }
      let after = try await iterator.next()
      return (error?.code, after)
    }
    await provider.waitForStarts()
    task.cancel()
    let (code, after) = try await task.value
    #expect(code == .cancelled)
    #expect(after == nil)
    await provider.waitForStops()
  }

  @Test func aStreamAndARequestShareOneSubscription() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    var stream = service.updates().makeAsyncIterator()
    let answers = Answers()
    service.findUserLocation(then: answers.block)
    let fix = try Fix.munich()
    provider.send(.fix(fix))
    #expect(await answers.first()?.fix == fix)
    #expect(try await stream.next() == .fix(fix))
    #expect(provider.startUpdatingLocationCallCount == 1)
    #expect(provider.activeSubscriptionCount == 1)
  }

  @Test func aRefusedStreamSaysSo() async {
    let provider = LocationProviderMock(authorization: .denied, refusal: "ask your admin")
    let service = UserLocationService(provider: provider, clock: clock)
    var stream = service.updates().makeAsyncIterator()
    let error = await #expect(throws: UserLocationError.self) { try await stream.next() }
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail == "ask your admin")
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func aPulledSourceLosesNothingHoweverSlowItsConsumers() async throws {
    let count = 1_000
    let fixes = try (0..<count).map { try Fix.munich(northBy: Double($0) / 1000) }
    let provider = PulledProvider(fixes, after: .seconds(1), on: clock)
    let service = UserLocationService(provider: provider, clock: clock)
    var quick = service.locationUpdates().makeAsyncIterator()
    var slow = service.locationUpdates().makeAsyncIterator()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    var seen: ([Fix], [Fix]) = ([], [])
    for _ in 0..<60 { if let fix = try await quick.next() { seen.0.append(fix) } }
    for _ in 0..<count {
      for _ in 0..<3 { await Task.yield() }
      if let fix = try await slow.next() { seen.1.append(fix) }
      if seen.0.count < count, let fix = try await quick.next() { seen.0.append(fix) }
    }
    #expect(seen.0 == fixes)
    #expect(seen.1 == fixes)
  }

  @Test func aSourceWithManyAtHandIsNotAskedWhileAStreamIsFull() async throws {
    let fixes = try (0..<5000).map { try Fix.munich(northBy: Double($0) / 1000) }
    let provider = ManyAtHandProvider(fixes)
    let service = UserLocationService(provider: provider, clock: clock)
    var fixesOnly: LocationFixes.Iterator? = service.locationUpdates().makeAsyncIterator()
    var everything = service.updates().makeAsyncIterator()
    var seen: [Fix] = []
    while seen.count < 60, let fix = try await fixesOnly?.next() { seen.append(fix) }
    fixesOnly = nil
    #expect(seen == Array(fixes.prefix(60)))
    for _ in 0..<100 { await Task.yield() }
    // The other stream is full; the source was asked once or twice.
    #expect(provider.limits.reduce(0, +) <= 2 * UpdateBuffer.sendingCapacity)
    var all: [LocationUpdate] = []
    while let update = try await everything.next() { all.append(update) }
    // The source may have been asked once before the second stream began.
    #expect(all.count >= fixes.count - UpdateBuffer.sendingCapacity)
    #expect(all == fixes.suffix(all.count).map { .fix($0) })
    #expect(Set(provider.limits) == [UpdateBuffer.sendingCapacity])
    #expect(provider.interests.dropFirst().allSatisfy { $0 == .all })
  }

  @Test func aPulledSourceIsNotAskedForSatellitesWhereOnlyFixesAreRead() async throws {
    let provider = ManyAtHandProvider([try Fix.munich(northBy: 0)])
    let service = UserLocationService(provider: provider, clock: clock)
    for try await _ in service.locationUpdates() {}
    #expect(Set(provider.interests) == [[]])
  }

  @Test func aRequestIsAnsweredByTheFirstOfManyAndItIsTheOneToRemember() async throws {
    let fixes = try (0..<10).map { try Fix.munich(northBy: Double($0) / 1000) }
    let service = UserLocationService(provider: ManyAtHandProvider(fixes), clock: clock)
    #expect(try await service.userLocation() == fixes[0])
    let known = LocationCriteria(maximumAge: .seconds(1))
    #expect(try await service.userLocation(matching: known) == fixes[0])
  }

  @Test func aStreamThatLeavesLetsAPulledSourceGoOn() async throws {
    let fixes = try (0..<300).map { try Fix.munich(northBy: Double($0) / 1000) }
    let provider = PulledProvider(fixes, after: .seconds(1), on: clock)
    let service = UserLocationService(provider: provider, clock: clock)
    var idle: LocationUpdates.Iterator? = service.updates().makeAsyncIterator()
    var iterator = service.locationUpdates().makeAsyncIterator()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    for _ in 0..<10 { _ = try await iterator.next() }
    _ = idle
    idle = nil
    var seen = 10
    while try await iterator.next() != nil { seen += 1 }
    #expect(seen == 300)
  }
}

/// A recorded source that has all its fixes at hand, and remembers what it was asked for.
private final class ManyAtHandProvider: LocationProvider {
  private struct State {
    var rest: ArraySlice<Fix>
    var limits: [Int] = []
    var interests: [LocationInterests] = []
  }

  private let state: Mutex<State>
  let authorizationStatus = AuthorizationStatus.authorizedAlways

  init(_ fixes: [Fix]) { state = Mutex(State(rest: fixes[...])) }

  var limits: [Int] { state.withLock { $0.limits } }
  var interests: [LocationInterests] { state.withLock { $0.interests } }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    let interests = SubscriptionInterests()
    return LocationUpdates(
      pullingBatches: { limit async throws(UserLocationError) in
        let current = interests.current
        return self.state.withLock { state in
          state.limits.append(limit)
          state.interests.append(current)
          defer { state.rest = state.rest.dropFirst(limit) }
          return state.rest.prefix(limit).map { .fix($0) }
        }
      }, interests: interests)
  }
}

/// A recorded source: it waits for its consumer. Its first fix comes after a pause, in which a test
/// starts all its streams: a stream that nobody reads yet would hold up the others.
private struct PulledProvider: LocationProvider {
  let fixes: [Fix]
  let pause: Duration
  let clock: ManualClock
  let authorizationStatus = AuthorizationStatus.authorizedAlways

  init(_ fixes: [Fix], after pause: Duration, on clock: ManualClock) {
    self.fixes = fixes
    self.pause = pause
    self.clock = clock
  }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    let position = Position()
    return LocationUpdates { () async throws(UserLocationError) in
      let index = await position.next()
      if index == 0 { try? await clock.sleep(for: pause) }
      return index < fixes.count ? .fix(fixes[index]) : nil
    }
  }

  private actor Position {
    var index = 0
    func next() -> Int {
      defer { index += 1 }
      return index
    }
  }
}

/// A provider with one subscription.
private struct OneSubscription: LocationProvider {
  let updates: LocationUpdates

  var authorizationStatus: AuthorizationStatus { .authorizedAlways }
  func requestWhenInUseAuthorization() async -> AuthorizationStatus { .authorizedAlways }
  func startUpdatingLocation() -> LocationUpdates { updates }
}
