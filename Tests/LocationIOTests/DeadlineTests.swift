import LocationIO
import TestTurns
import Testing

@Suite(.inTurn) struct DeadlineTests {
  @Test(arguments: [Duration.seconds(Int64.min), .seconds(-10_000_000_000), .seconds(-1), .zero])
  func aTimeoutOfZeroOrLessHasPassed(timeout: Duration) {
    #expect(Deadline(after: timeout).isPassed)
    #expect(Deadline(after: nil).orAfter(timeout).isPassed)
  }

  @Test(arguments: [Duration.seconds(60), .seconds(Int64.max)])
  func aLongTimeoutHasNotPassed(timeout: Duration) {
    #expect(!Deadline(after: timeout).isPassed)
  }
}
