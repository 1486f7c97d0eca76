import LocationCore
import LocationIO
import TestTurns
import Testing

@Suite(.inTurn) struct RetryPolicyTests {
  @Test func pausesDoubleUpToTheLimit() {
    let policy = RetryPolicy(first: .seconds(1), limit: .seconds(10), jitter: { 1 })
    #expect(
      (1...6).map { policy.pause(afterFailures: $0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
  }

  @Test(arguments: [(-1.0, 2), (0, 2), (0.5, 3), (1, 4), (7, 4)])
  func aRandomPartOfUpToHalfIsSubtracted(jitter: Double, seconds: Int) {
    let policy = RetryPolicy(first: .seconds(4), limit: .seconds(60), jitter: { jitter })
    #expect(policy.pause(afterFailures: 1) == .seconds(seconds))
  }

  @Test(arguments: [Duration.seconds(-5), .zero, .milliseconds(1), .seconds(Int64.min)])
  func noPauseFloodsAServer(first: Duration) {
    let policy = RetryPolicy(first: first, limit: .seconds(1), jitter: { 1 })
    let pauses = [1, 2, 3, 50].map { policy.pause(afterFailures: $0) }
    #expect(pauses == [100, 200, 400, 1000].map { .milliseconds($0) })
    let limited = RetryPolicy(first: .seconds(4), limit: first, jitter: { 0 })
    #expect(limited.pause(afterFailures: 3) == .milliseconds(50))
  }

  @Test func theLongestPauseIsAHundredYears() {
    let policy = RetryPolicy(first: .seconds(1), limit: .seconds(Int64.max), jitter: { 1 })
    let years = policy.pause(afterFailures: 1_000) / .seconds(365 * 86_400)
    #expect((90...110).contains(years))
  }

  @Test func aJitterThatIsNoNumberIsTheShortestPause() {
    let policy = RetryPolicy(first: .seconds(4), jitter: { .nan })
    #expect(policy.pause(afterFailures: 1) == .seconds(2))
  }

  @Test(arguments: [
    (UserLocationError.Code.sourceUnavailable, true), (.sourceNotFound, true),
    (.inputOutput, true), (.hostNotFound, true), (.notAuthorized, false), (.invalidSource, false),
  ])
  func errorsThatTimeDoesNotRepairAreNotRetried(code: UserLocationError.Code, applies: Bool) {
    #expect(RetryPolicy().applies(to: UserLocationError(code), hasSpoken: true) == applies)
  }

  @Test func aSourceThatNeverDeliveredIsOnlyRetriedOnRequest() {
    let policy = RetryPolicy(awaitsFirst: false)
    #expect(!policy.applies(to: .sourceUnavailable, hasSpoken: false))
    #expect(policy.applies(to: .sourceUnavailable, hasSpoken: true))
  }
}
