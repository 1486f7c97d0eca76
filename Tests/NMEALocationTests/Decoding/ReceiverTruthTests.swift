import ReceiverTruth
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct ReceiverTruthTests {
  /// `make truth` runs a million epochs.
  @Test(arguments: TruthScenario.allCases)
  func everyFixIsTrueAndReportedOnce(scenario: TruthScenario) async throws {
    let tally = try await onThread {
      var tally = TruthTally()
      for number in 0..<10 {
        tally += TruthRun.tally(scenario, seed: 183, number: number, epochs: 100)
      }
      return tally
    }
    #expect(tally.wrong == 0, "\(tally.examples)")
    #expect(tally.invented == 0, "\(tally.examples)")
    #expect(tally.duplicate == 0, "\(tally.examples)")
    #expect(tally.fixes > 300)
  }

  @Test func theSameSeedGivesTheSameStream() {
    let tallies = (0..<2).map { _ in
      TruthRun.tally(.everything, seed: 7, number: 3, epochs: 100)
    }
    #expect(tallies[0] == tallies[1])
    #expect(tallies[0] != TruthRun.tally(.everything, seed: 8, number: 3, epochs: 100))
  }
}
