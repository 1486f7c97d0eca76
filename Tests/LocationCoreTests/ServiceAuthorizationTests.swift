import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

/// When a `UserLocationService` asks for authorization, and how it handles a refusal.
@Suite(.inTurn) struct ServiceAuthorizationTests {
  let clock = ManualClock()

  @Test func authorizedStartsWithoutAskingAndStopsAfterTheFirstFix() async throws {
    let fix = try Fix.munich()
    let provider = LocationProviderMock(script: [.update(.fix(fix))])
    let service = UserLocationService(provider: provider, clock: clock)
    #expect(try await service.userLocation() == fix)
    await provider.waitForStops()
    #expect(!provider.isRequestWhenInUseAuthorizationCalled)
    #expect(provider.startUpdatingLocationCallCount == 1)
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func startsTheSourceBeforeTheCallReturns() {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    service.findUserLocation { _ in }
    #expect(provider.isStartUpdatingLocationCalled)
  }

  @Test func notDeterminedAsksOnceForAllCallersAndStartsWhenGranted() async throws {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    for _ in 0..<3 { service.findUserLocation(then: answers.block) }
    await provider.waitForAuthorizationRequests()
    #expect(!provider.isStartUpdatingLocationCalled)
    provider.answerAuthorization(.authorizedWhenInUse)
    await provider.waitForStarts()
    let fix = try Fix.munich()
    provider.send(.fix(fix))
    #expect(await answers.waitForCalls(3).map(\.fix) == [fix, fix, fix])
    #expect(provider.requestWhenInUseAuthorizationCallCount == 1)
    #expect(provider.startUpdatingLocationCallCount == 1)
    #expect(await answers.settled().count == 3)
  }

  @Test(arguments: [AuthorizationStatus.denied, .restricted, .notDetermined])
  func refusalReachesEveryCallerThatWaits(_ answer: AuthorizationStatus) async {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    for _ in 0..<3 { service.findUserLocation(then: answers.block) }
    await provider.waitForAuthorizationRequests()
    provider.answerAuthorization(answer)
    let codes = await answers.waitForCalls(3).map(\.code)
    #expect(codes == [.notAuthorized, .notAuthorized, .notAuthorized])
    #expect(!provider.isStartUpdatingLocationCalled)
    #expect(await answers.settled().count == 3)
  }

  @Test(arguments: [AuthorizationStatus.denied, .restricted])
  func refusedAlreadyNeitherAsksNorStarts(_ status: AuthorizationStatus) async {
    let provider = LocationProviderMock(
      authorization: status, refusal: "join the group dialout")
    let service = UserLocationService(provider: provider, clock: clock)
    let error = await outcome(service).failure
    #expect(error?.code == .notAuthorized)
    #expect(error?.detail == "join the group dialout")
    #expect(!provider.isRequestWhenInUseAuthorizationCalled)
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func refusedAlreadyIsNotAnsweredFromMemory() async throws {
    let provider = LocationProviderMock(script: [.update(.fix(try .munich()))])
    let service = UserLocationService(provider: provider, clock: clock)
    _ = try await service.userLocation()
    provider.setAuthorization(.denied)
    let old = LocationCriteria(maximumAge: .seconds(3600))
    #expect(await outcome(service, old).failure?.code == .notAuthorized)
    provider.setAuthorization(.notDetermined)
    provider.answerAuthorization(.denied)
    #expect(await outcome(service, old).failure?.code == .notAuthorized)
  }

  @Test func revocationWhileUpdatingAnswersAllAndStopsTheSource() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    service.findUserLocation(then: answers.block)
    var stream = service.updates().makeAsyncIterator()
    provider.send(.authorization(.denied))
    #expect(await answers.first()?.code == .notAuthorized)
    let error = await #expect(throws: UserLocationError.self) { try await stream.next() }
    #expect(error?.code == .notAuthorized)
    await provider.waitForStops()
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func anAuthorizationThatNeverReturnsDoesNotOutliveTheTimeout() async {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    service.findUserLocation(
      matching: LocationCriteria(timeout: .seconds(5)), then: answers.block)
    await provider.waitForAuthorizationRequests()
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    #expect(await answers.first()?.code == .timedOut)
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func aGrantThatComesWhenNobodyWaitsStartsNothing() async {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    let request = service.findUserLocation(then: answers.block)
    await provider.waitForAuthorizationRequests()
    request.cancel()
    #expect(await answers.first()?.code == .cancelled)
    provider.answerAuthorization(.authorizedWhenInUse)
    #expect(await answers.settled().count == 1)
    #expect(!provider.isStartUpdatingLocationCalled)
    #expect(provider.requestWhenInUseAuthorizationCallCount == 1)
  }

  @Test func releasingTheServiceCancelsTheQuestion() async {
    let (cancelled, canceling) = AsyncStream.makeStream(of: Void.self)
    let provider = AskingProvider {
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Never>.makeStream().stream {}
      } onCancel: {
        canceling.yield()
      }
      return .notDetermined
    }
    var service: UserLocationService? = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    service?.findUserLocation(then: answers.block)
    service = nil
    #expect(await answers.first()?.code == .cancelled)
    for await _ in cancelled { break }
    #expect(await answers.settled().count == 1)
  }

  @Test func aConsumerWithAnOldStatusDoesNotAskAfterTheAnswer() async throws {
    let asked = Mutex(0)
    let looks = Mutex(0)
    // The answer comes after the service read the status, but before it asks.
    let provider = AskingProvider {
      looks.withLock { looks in
        looks += 1
        return looks == 1 ? .notDetermined : .authorizedAlways
      }
    } answer: {
      asked.withLock { $0 += 1 }
      return .authorizedAlways
    }
    let service = UserLocationService(provider: provider, clock: clock)
    let error = await outcome(service).failure
    #expect(error?.code == .sourceEnded)
    #expect(asked.withLock { $0 } == 0)
  }
}

/// A provider that must be asked, and yields no update.
private struct AskingProvider: LocationProvider {
  var status: @Sendable () -> AuthorizationStatus = { .notDetermined }
  let answer: @Sendable () async -> AuthorizationStatus

  var authorizationStatus: AuthorizationStatus { status() }
  func requestWhenInUseAuthorization() async -> AuthorizationStatus { await answer() }
  func startUpdatingLocation() -> LocationUpdates { LocationUpdates(failing: .sourceEnded) }
}
