import LocationCore
import LocationTesting
import Synchronization
import TestTurns
import Testing

@Suite(.inTurn) struct MockTests {
  let loss = LocationUpdate.fixLost(
    FixLoss(reason: .noFix, source: FixSource(kind: .live, name: "mock")))

  @Test func aScriptedReceiverFindsLosesAndIsRevoked() async throws {
    let provider = LocationProviderMock(
      script: [.update(.fix(at: 48.137, 11.575)), .update(.lost(.disconnected)), .revoke, .end])
    var updates: [LocationUpdate] = []
    await #expect(throws: UserLocationError.notAuthorized) {
      for try await update in provider.startUpdatingLocation() { updates.append(update) }
    }
    guard case .fix(let fix) = updates.first, case .fixLost(let loss) = updates.dropFirst().first
    else { return #expect(Bool(false), "\(updates)") }
    #expect(fix.coordinate == (try Coordinate(latitude: 48.137, longitude: 11.575)))
    #expect(fix.isSimulated && fix.source == loss.source && loss.reason == .disconnected)
    #expect(updates.dropFirst(2) == [.authorization(.denied)])
    #expect(provider.authorizationStatus == .denied)
    #expect(provider.activeSubscriptionCount == 0)
  }

  @Test func revokingEndsEverySubscription() async throws {
    let provider = LocationProviderMock()
    for updates in [provider.startUpdatingLocation(), provider.startUpdatingLocation()] {
      if provider.activeSubscriptionCount == 2 { provider.revoke() }
      var received: [LocationUpdate] = []
      await #expect(throws: UserLocationError.notAuthorized) {
        for try await update in updates { received.append(update) }
      }
      #expect(received == [.authorization(.denied)])
    }
    await #expect(throws: UserLocationError.notAuthorized) {
      for try await _ in provider.startUpdatingLocation() {}
    }
  }

  @Test func aFileBesideATestIsFoundByItsName() {
    #expect(TestFile.path("x.updates") == #filePath.replacing("MockTests.swift", with: "x.updates"))
    #expect(TestFile.path("x.updates", beside: "Tests.swift") == "x.updates")
  }

  @Test func aProviderMockWithoutAResultKeepsItsCallersWaiting() throws {
    let codes = Mutex<[UserLocationError.Code?]>([])
    let provider = UserLocationProviderMock()
    let note: UserLocationCompletionBlock = { result in
      codes.withLock { codes in
        if case .failure(let error) = result { codes.append(error.code) } else { codes.append(nil) }
      }
    }
    provider.findUserLocation(then: note)
    let second = provider.findUserLocation(then: note)
    #expect(codes.withLock { $0 } == [])
    second.cancel()
    second.cancel()
    #expect(codes.withLock { $0 } == [.cancelled])
    provider.answer(with: .success(try UserLocationMock(latitude: 1, longitude: 2)))
    provider.answer(with: .failure(.timedOut))
    #expect(codes.withLock { $0 } == [.cancelled, nil])
    #expect(provider.findUserLocationCallCount == 2)
  }

  @Test func aSynchronousMockAnswersBeforeTheCallReturns() throws {
    let provider = UserLocationProviderMock(
      result: .success(try UserLocationMock(latitude: 1, longitude: 2)))
    let answers = Mutex(0)
    provider.findUserLocation { _ in answers.withLock { $0 += 1 } }
    #expect(answers.withLock { $0 } == 1)
  }

  @Test func anAsynchronousMockNeverAnswersOnTheStackOfItsCaller() async {
    let provider = UserLocationProviderMock(
      result: .failure(.timedOut), answers: .asynchronously)
    let codes = await withCheckedContinuation { continuation in
      let lock = Mutex<[UserLocationError.Code]>([])
      let note: UserLocationCompletionBlock = { result in
        guard case .failure(let error) = result else { return }
        // An answer on the caller's stack would wait for ever for the lock that the caller holds.
        let codes = lock.withLock { codes in
          codes.append(error.code)
          return codes
        }
        if codes.count == 3 { continuation.resume(returning: Set(codes)) }
      }
      lock.withLock { _ in
        provider.findUserLocation(matching: LocationCriteria(), then: note)
        provider.result = nil
        provider.findUserLocation(matching: LocationCriteria(), then: note).cancel()
        provider.findUserLocation(matching: LocationCriteria(), then: note)
        provider.answer(with: .failure(.canNotBeLocated))
      }
    }
    #expect(codes == [.timedOut, .cancelled, .canNotBeLocated])
  }

  @Test func theCriteriaOfEachRequestAreRecorded() async {
    let provider = UserLocationProviderMock(result: .failure(.timedOut))
    let precise = LocationCriteria(timeout: .seconds(5), accuracy: 10)
    provider.findUserLocation { _ in }
    provider.findUserLocation(matching: precise) { _ in }
    await provider.waitForRequests(2)
    #expect(provider.criteria == [LocationCriteria(), precise])
    #expect(provider.findUserLocationCallCount == 2)
  }

  @Test func aScriptPlaysOnTheClockHandedIn() async throws {
    let clock = ManualClock()
    let provider = LocationProviderMock(
      script: [.update(loss), .wait(.seconds(3)), .update(loss), .fail(.sourceUnavailable)],
      clock: clock)
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await iterator.next() == loss)
    await clock.waitForSleepers()
    #expect(provider.activeSubscriptionCount == 1)
    clock.advance(by: .seconds(3))
    #expect(try await iterator.next() == loss)
    let error = await #expect(throws: UserLocationError.self) { try await iterator.next() }
    #expect(error?.code == .sourceUnavailable)
    // The task of the script counts it after the consumer has its error.
    await provider.waitForStops()
    #expect(provider.stoppedSubscriptionCount == 1)
  }

  @Test func aWaitThatIsNotPositiveDoesNotWait() async throws {
    let provider = LocationProviderMock(
      script: [.wait(.zero), .wait(.seconds(-5)), .update(loss)], clock: ManualClock())
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await iterator.next() == loss)
  }

  @Test func aLongScriptLosesNothingEvenBehindAService() async throws {
    let fixes = try (0..<500).map {
      Fix(
        coordinate: try Coordinate(latitude: Double($0) / 10, longitude: 0),
        source: FixSource(kind: .live, name: "mock"))
    }
    let provider = LocationProviderMock(script: fixes.map { .update(.fix($0)) } + [.end])
    let service = UserLocationService(provider: provider, clock: ManualClock())
    var seen: [Fix] = []
    for try await fix in service.locationUpdates() {
      seen.append(fix)
      await Task.yield()
    }
    #expect(seen == fixes)
  }

  @Test func waitingForACallThatNeverComesEndsWithItsTask() async {
    let provider = LocationProviderMock()
    let clock = ManualClock()
    let test = Task {
      await provider.waitForStarts()
      await clock.waitForSleepers()
    }
    test.cancel()
    await test.value
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func leavingDuringAWaitEndsTheWait() async throws {
    let clock = ManualClock()
    let provider = LocationProviderMock(script: [.wait(.seconds(3))], clock: clock)
    var updates: LocationUpdates? = provider.startUpdatingLocation()
    await clock.waitForSleepers()
    #expect(updates != nil)
    updates = nil
    await provider.waitForStops()
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func aScriptedRevocationChangesTheStatus() async throws {
    let provider = LocationProviderMock(script: [.update(.authorization(.denied))])
    var iterator = provider.startUpdatingLocation().makeAsyncIterator()
    #expect(try await iterator.next() == .authorization(.denied))
    #expect(provider.authorizationStatus == .denied)
    #expect(!provider.isUserAuthorized)
  }

  @Test func anUnansweredQuestionEndsWithItsTask() async {
    let provider = LocationProviderMock(authorization: .notDetermined)
    let question = Task { await provider.requestWhenInUseAuthorization() }
    await provider.waitForAuthorizationRequests()
    question.cancel()
    #expect(await question.value == .notDetermined)
  }
}
