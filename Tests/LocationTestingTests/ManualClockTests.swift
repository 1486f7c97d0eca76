import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct ManualClockTests {
  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async throws {
    let clock = ManualClock()
    let (woken, continuation) = AsyncStream.makeStream(of: Int.self)
    for seconds in [3, 1, 2] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        continuation.yield(seconds)
      }
    }
    await clock.waitForSleepers(3)
    var order: [Int] = []
    var iterator = woken.makeAsyncIterator()
    for _ in 0..<3 {
      clock.advance(by: .seconds(1))
      if let next = await iterator.next() { order.append(next) }
    }
    #expect(order == [1, 2, 3])
    #expect(clock.sleeperCount == 0)
  }

  @Test func aSleeperDoesNotWakeBeforeItsDeadline() async throws {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.waitForSleepers()
    clock.advance(by: .milliseconds(9_999))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .milliseconds(1))
    try await task.value
  }

  @Test func aCancelledSleeperLeaves() async {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(10)) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
  }

  @Test func aDeadlineThatHasPassedDoesNotSleep() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func aClockThatJumpsLetsOtherTasksRunOnOneThread() async {
    let clock = ManualClock(jumpsToDeadlines: true)
    let other = Flag()
    let hasOtherRun = await Task(executorPreference: OneThread()) {
      // It waits for the thread from now on.
      async let raising: Void = other.raise()
      for _ in 0..<10 { try? await clock.sleep(for: .seconds(1)) }
      let hasRun = other.isRaised
      await raising
      return hasRun
    }.value
    #expect(hasOtherRun)
  }

  @Test func aClockThatWouldRunBackStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { ManualClock().advance(by: .seconds(-1)) }
  }

  @Test func waitingForNothingReturnsAtOnce() async {
    let (clock, provider) = (ManualClock(), LocationProviderMock())
    await clock.waitForSleepers(0)
    await provider.waitForStarts(0)
    await provider.waitForStops(-1)
    await provider.waitForAuthorizationRequests(-1)
    await UserLocationProviderMock().waitForRequests(0)
  }

  @Test func aJumpingClockShowsTheDeadlineOfItsSleeper() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    try await clock.sleep(for: .seconds(86_400))
    #expect(clock.now.offset == .seconds(86_400))
  }

  @Test func aJumpingClockReachesALimitWithOthers() async throws {
    let clock = ManualClock(jumpsToDeadlines: true)
    let limit = Task { try await clock.sleep(untilLimit: .init(offset: .seconds(60))) }
    await clock.waitForSleepers()
    #expect(clock.now.offset == .zero)
    try await clock.sleep(for: .seconds(59))
    #expect(clock.sleeperCount == 1)
    try await clock.sleep(for: .seconds(1))
    try await limit.value
    #expect(clock.now.offset == .seconds(60))
  }

  @Test func theTimeOfDayMovesWithTheClock() {
    let clock = ManualClock(startingAt: .init(timeIntervalSince1970: 1_000))
    clock.advance(by: .milliseconds(1_500))
    #expect(clock.date.timeIntervalSince1970 == 1_001.5)
  }
}
