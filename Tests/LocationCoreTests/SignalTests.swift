import LocationCore
import TestTurns
import Testing

@Suite(.inTurn) struct SignalTests {
  @Test func aSignalWithoutAWaitingTaskStays() async {
    let signal = Signal()
    signal.give()
    #expect(await signal.wait())
  }

  @Test func aCanceledTaskLeavesTheSignalToOthers() async {
    let signal = Signal()
    let canceled = Task { await signal.wait() }
    canceled.cancel()
    #expect(await canceled.value == false)
    signal.give()
    #expect(await signal.wait())
  }
}
