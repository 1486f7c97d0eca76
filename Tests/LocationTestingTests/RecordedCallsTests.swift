import LocationCore
import LocationTesting
import TestTurns
import Testing

@Suite(.inTurn) struct RecordedCallsTests {
  @Test func aCallEndsTheWaitForIt() async {
    let calls = RecordedCalls<Int>()
    async let values = calls.waitForCalls(2)
    calls.record(1)
    calls.record(2)
    #expect(await values == [1, 2])
    #expect(calls.values == [1, 2])
    #expect(await calls.waitForCalls(0) == [1, 2])
  }

  @Test func aMatchingCallIsFoundBeforeAndAfterTheWaitBegins() async {
    let calls = RecordedCalls<Int>()
    calls.record(1)
    #expect(await calls.waitForCall { $0 == 1 } == 1)
    async let even = calls.waitForCall { $0.isMultiple(of: 2) }
    for value in [3, 5, 6, 8] { calls.record(value) }
    #expect(await even == 6)
  }

  @Test func aCanceledTestDoesNotWait() async {
    let calls = RecordedCalls<Int>()
    let waiting = Task { (await calls.waitForCalls(), await calls.waitForCall { _ in true }) }
    waiting.cancel()
    let (values, value) = await waiting.value
    #expect(values == [] && value == nil)
  }

  @Test func callsOfManyThreadsAreAllRecorded() async {
    let calls = RecordedCalls<Int>()
    await withTaskGroup(of: Void.self) { group in
      for value in 0..<200 { group.addTask { calls.record(value) } }
    }
    #expect(Set(calls.values) == Set(0..<200))
  }

  @Test func aServicePostsItsChanges() async {
    let changes = RecordedCalls<LocationStatusChange>()
    let service = UserLocationService(
      provider: LocationProviderMock(script: [.end]), notifications: changes)
    service.findUserLocation { _ in }
    #expect(await changes.waitForCalls(2) == [.started, .stopped(nil)])
  }
}
