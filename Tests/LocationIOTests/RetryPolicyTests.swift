import LocationCore
import LocationIO
import Testing

struct RetryPolicyTests {
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
