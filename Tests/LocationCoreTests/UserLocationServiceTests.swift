import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

@Suite(.inTurn) struct UserLocationServiceTests {
  let clock = ManualClock()

  // MARK: Criteria

  @Test func aYoungFixAnswersAtOnceAndStartsNothing() async throws {
    let fix = try Fix.munich(accuracy: 4)
    let provider = LocationProviderMock(script: [.update(.fix(fix))])
    let service = UserLocationService(provider: provider, clock: clock)
    _ = try await service.userLocation()
    clock.advance(by: .seconds(10))
    let criteria = LocationCriteria(maximumAge: .seconds(10), accuracy: 5)
    #expect(try await service.userLocation(matching: criteria) == fix)
    #expect(provider.startUpdatingLocationCallCount == 1)
  }

  @Test(arguments: [
    LocationCriteria(maximumAge: .seconds(9)), LocationCriteria(),
    LocationCriteria(maximumAge: .seconds(60), accuracy: 3),
  ])
  func aFixTooOldOrTooCoarseIsNotAnswered(_ criteria: LocationCriteria) async throws {
    let provider = LocationProviderMock(script: [.update(.fix(try .munich(accuracy: 4)))])
    let service = UserLocationService(provider: provider, clock: clock)
    _ = try await service.userLocation()
    clock.advance(by: .seconds(10))
    let answers = Answers()
    service.findUserLocation(matching: criteria, then: answers.block)
    #expect(provider.startUpdatingLocationCallCount == 2)
  }

  @Test func aTimeoutSaysThatNoFixStatedItsError() async throws {
    let provider = LocationProviderMock(
      script: [.update(.fix(try .munich())), .update(.fix(try .munich())), .end])
    let service = UserLocationService(provider: provider, clock: clock)
    let error = await outcome(service, LocationCriteria(accuracy: 50)).failure
    #expect(error == .sourceEnded)
    #expect(
      error?.description == """
        the source ended without a location: 2 fixes came without a stated error, and an accuracy of \
        50.0 m was demanded; demand none, or let the receiver state its error (NMEA: GST)
        """)
    #expect(error?.bestFix != nil)
  }

  @Test func aTimeoutAfterFixesWithErrorsStatesTheSmallestError() async throws {
    let provider = LocationProviderMock(
      script: [.update(.fix(try .munich())), .update(.fix(try .munich(accuracy: 80))), .end])
    let service = UserLocationService(provider: provider, clock: clock)
    let error = await outcome(service, LocationCriteria(accuracy: 50)).failure
    #expect(
      error?.description == """
        the source ended without a location: 2 fixes came, the best with an error of 80.0 m, and an \
        accuracy of 50.0 m was demanded
        """)
    #expect(error?.detail == "")
  }

  @Test func aTimeoutSaysWhyTheSourceHasNoFix() async throws {
    let loss = FixLoss(reason: .disconnected, source: FixSource(kind: .live, name: "mock"))
    let provider = LocationProviderMock(script: [.update(.fixLost(loss))])
    let service = UserLocationService(provider: provider, clock: clock)
    var stream = service.updates().makeAsyncIterator()
    #expect(try await stream.next() == .fixLost(loss))
    let error = await outcome(service, LocationCriteria(timeout: .zero)).failure
    #expect(error?.code == .timedOut)
    #expect(error?.description == "no location in time: the source reported \"disconnected\"")
    provider.send(.fix(try .munich()))
    _ = try await stream.next()
    #expect(await outcome(service, LocationCriteria(timeout: .zero)).failure?.observation == nil)
  }

  @Test func aTimeoutWithoutAnyReportSaysNothingMore() async {
    let service = UserLocationService(provider: LocationProviderMock(), clock: clock)
    let error = await outcome(service, LocationCriteria(timeout: .zero)).failure
    #expect(error?.description == "no location in time")
  }

  @Test func theFirstFixThatIsAccurateEnoughAnswers() async throws {
    let good = try Fix.munich(northBy: 0.2, accuracy: 9)
    let provider = LocationProviderMock(script: [
      .update(.fix(try .munich(accuracy: nil))), .update(.fix(try .munich(accuracy: 80))),
      .update(.fix(good)), .update(.fix(try .munich(accuracy: 1))),
    ])
    let service = UserLocationService(provider: provider, clock: clock)
    #expect(try await service.userLocation(matching: LocationCriteria(accuracy: 10)) == good)
  }

  @Test func aTimeoutOffersTheBestFixSeen() async throws {
    let best = try Fix.munich(northBy: 0.1, accuracy: 30)
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    var stream = service.updates().makeAsyncIterator()
    async let result = outcome(
      service, LocationCriteria(timeout: .seconds(20), accuracy: 10))
    await clock.waitForSleepers()
    for fix in [try .munich(accuracy: nil), best, try .munich(accuracy: 90), try .munich()] {
      provider.send(.fix(fix))
      _ = try await stream.next()
    }
    clock.advance(by: .seconds(20))
    let error = await result.failure
    #expect(error?.code == .timedOut)
    #expect(error?.bestFix == best)
  }

  @Test func aTimeoutWithoutAnyFixOffersNone() async {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    async let result = outcome(service, LocationCriteria(timeout: .seconds(1)))
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    let error = await result.failure
    #expect(error?.code == .timedOut)
    #expect(error?.bestFix == nil)
    await provider.waitForStops()
  }

  // MARK: The source's end

  @Test func theEndOfTheSourceIsAnAnswer() async throws {
    let fix = try Fix.munich(accuracy: 50)
    let provider = LocationProviderMock(script: [.update(.fix(fix)), .end])
    let service = UserLocationService(provider: provider, clock: clock)
    let error = await outcome(service, LocationCriteria(accuracy: 10)).failure
    #expect(error?.code == .sourceEnded)
    #expect(error?.bestFix == fix)
  }

  @Test func theFailureOfTheSourceIsAnAnswerWithItsCause() async {
    struct Unplugged: Error {}
    let provider = LocationProviderMock(script: [
      .fail(UserLocationError(.sourceUnavailable, source: "serial:/dev/x", cause: Unplugged()))
    ])
    let service = UserLocationService(provider: provider, clock: clock)
    let error = await outcome(service).failure
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.cause is Unplugged)
    #expect(error?.source == "serial:/dev/x")
  }

  @Test func aRequestAfterTheEndStartsTheSourceAgain() async throws {
    let provider = LocationProviderMock(script: [.end])
    let service = UserLocationService(provider: provider, clock: clock)
    #expect(await outcome(service).failure?.code == .sourceEnded)
    #expect(await outcome(service).failure?.code == .sourceEnded)
    #expect(provider.startUpdatingLocationCallCount == 2)
  }

  @Test(arguments: [nil, UserLocationError.sourceUnavailable])
  func updatesAndErrorsAfterAStopAreIgnored(_ failure: UserLocationError?) async throws {
    let careless = CarelessProvider()
    let service = UserLocationService(provider: careless, clock: clock)
    let (first, second) = (Answers(), Answers())
    let request = service.findUserLocation(then: first.block)
    await careless.isAsked(on: 0)
    request.cancel()
    #expect(await first.first()?.code == .cancelled)
    service.findUserLocation(then: second.block)
    await careless.isAsked(on: 1)
    let late = try LocationUpdate.fix(.munich(northBy: 1))
    careless.say(failure.map { .failure($0) } ?? .success(late), on: 0)
    for _ in 0..<100 { await Task.yield() }
    let fix = try Fix.munich()
    careless.say(.success(.fix(fix)), on: 1)
    #expect(await second.first()?.fix == fix)
    #expect(await first.settled().count == 1)
    #expect(await second.settled().count == 1)
  }

  // MARK: Several callers

  @Test func twoCallersShareASubscriptionAndAreAnsweredByTheirOwnCriteria() async throws {
    let coarse = try Fix.munich(accuracy: 100)
    let fine = try Fix.munich(northBy: 0.1, accuracy: 5)
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let (any, accurate) = (Answers(), Answers())
    service.findUserLocation(then: any.block)
    service.findUserLocation(matching: LocationCriteria(accuracy: 10), then: accurate.block)
    provider.send(.fix(coarse))
    #expect(await any.first()?.fix == coarse)
    #expect(provider.activeSubscriptionCount == 1)
    provider.send(.fix(fine))
    #expect(await accurate.first()?.fix == fine)
    await provider.waitForStops()
    #expect(provider.startUpdatingLocationCallCount == 1)
    #expect(await any.settled().count == 1)
    #expect(await accurate.settled().count == 1)
  }

  @Test func manyCallersFromManyTasksAreEachAnsweredOnce() async throws {
    let provider = LocationProviderMock(
      authorization: .notDetermined, answer: .authorizedAlways,
      script: [.update(.fix(try .munich()))])
    let service = UserLocationService(provider: provider, clock: clock)
    let codes = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<200 {
        group.addTask {
          if index.isMultiple(of: 3) {
            return await withCheckedContinuation { continuation in
              let request = service.findUserLocation { _ in continuation.resume(returning: true) }
              if index.isMultiple(of: 2) { request.cancel() }
            }
          }
          _ = await outcome(service, LocationCriteria(timeout: nil))
          return true
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(codes == 200)
    await provider.waitForStops(provider.startUpdatingLocationCallCount)
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func aCallbackMayCallBackIn() async throws {
    let provider = LocationProviderMock(script: [.update(.fix(try .munich()))])
    let service = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    service.findUserLocation { _ in service.findUserLocation(then: answers.block) }
    #expect(await answers.first()?.fix != nil)
  }

  // MARK: Cancellation

  @Test func cancelingTheHandleAnswersOnceAndTheLastOneStopsTheSource() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let (first, second) = (Answers(), Answers())
    let requests = [first, second].map { service.findUserLocation(then: $0.block) }
    requests[0].cancel()
    requests[0].cancel()
    #expect(await first.first()?.code == .cancelled)
    #expect(provider.activeSubscriptionCount == 1)
    requests[1].cancel()
    #expect(await second.first()?.code == .cancelled)
    await provider.waitForStops()
    provider.send(.fix(try .munich()))
    #expect(await first.settled().count == 1)
    #expect(await second.settled().count == 1)
  }

  @Test func cancelingTheTaskEndsItsRequest() async {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let task = Task { await outcome(service) }
    await provider.waitForStarts()
    task.cancel()
    #expect(await task.value.failure?.code == .cancelled)
    await provider.waitForStops()
  }

  @Test func aTaskCancelledBeforehandStartsNothing() async {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider, clock: clock)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await outcome(service)
    }
    #expect(await task.value.failure?.code == .cancelled)
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func releasingTheServiceCancelsOpenRequests() async throws {
    let provider = LocationProviderMock()
    var service: UserLocationService? = UserLocationService(provider: provider, clock: clock)
    let answers = Answers()
    service?.findUserLocation(then: answers.block)
    service = nil
    #expect(await answers.first()?.code == .cancelled)
    await provider.waitForStops()
    #expect(await answers.settled().count == 1)
  }

  @Test func aSequenceKeepsItsServiceAlive() async throws {
    let provider = LocationProviderMock(script: [.update(.fix(try .munich())), .end])
    var count = 0
    for try await _ in UserLocationService(provider: provider).locationUpdates() { count += 1 }
    for try await _ in UserLocationService(provider: provider).updates() { count += 1 }
    #expect(count == 2)
  }

  @Test func aTimeoutBeyondTheClocksRangeDoesNotTrap() async throws {
    let provider = LocationProviderMock()
    let service = UserLocationService(provider: provider)
    let answers = Answers()
    let request = service.findUserLocation(
      matching: LocationCriteria(timeout: .seconds(Int64.max)), then: answers.block)
    for _ in 0..<100 { await Task.yield() }
    request.cancel()
    #expect(await answers.first()?.code == .cancelled)
  }
}

/// A provider whose subscriptions go on yielding after they were stopped.
private final class CarelessProvider: LocationProvider {
  typealias Said = Result<LocationUpdate, UserLocationError>
  private struct Subscription {
    let said: AsyncStream<Said>
    let saying: AsyncStream<Said>.Continuation
    let asked: AsyncStream<Void>
    let asking: AsyncStream<Void>.Continuation
  }

  let authorizationStatus = AuthorizationStatus.authorizedAlways
  private let subscriptions = Mutex<[Subscription]>([])

  /// Returns when a consumer waits for the subscription's next update.
  func isAsked(on index: Int) async {
    let asked = subscriptions.withLock { $0[index].asked }
    for await _ in asked { break }
  }

  func say(_ said: Said, on index: Int) {
    subscriptions.withLock { $0[index].saying }.yield(said)
  }

  func requestWhenInUseAuthorization() async -> AuthorizationStatus { authorizationStatus }

  func startUpdatingLocation() -> LocationUpdates {
    let (said, saying) = AsyncStream.makeStream(of: Said.self)
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    let subscription = Subscription(said: said, saying: saying, asked: asked, asking: asking)
    subscriptions.withLock { $0.append(subscription) }
    return LocationUpdates { () async throws(UserLocationError) in
      // A detached task does not notice the cancellation of the consumer's task.
      let next = Task.detached {
        for await said in subscription.said { return said }
        return Said.failure(.sourceEnded)
      }
      subscription.asking.yield()
      return try await next.value.get()
    }
  }
}
