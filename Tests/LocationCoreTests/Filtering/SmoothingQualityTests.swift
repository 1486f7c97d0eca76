import SmoothingQuality
import TestTurns
import Testing

/// A few of the runs of `make quality`.
@Suite(.inTurn) struct SmoothingQualityTests {
  private func run(
    _ surroundings: QualityScenario.Surroundings, _ movement: QualityScenario.Movement
  ) throws -> QualityRun {
    QualityRun(try #require(QualityScenario(surroundings, movement)), seeds: 1..<4)
  }

  @Test(arguments: QualityScenario.Movement.allCases)
  func smoothingDoesNotMakePositionsWorse(_ movement: QualityScenario.Movement) throws {
    let run = try run(.city, movement)
    #expect(run.smooth.rms < run.raw.rms && run.afterwards.rms < run.smooth.rms)
    #expect(run.good.refused == 0 && run.restarts == 0)
  }

  @Test func jumpsAreRefusedAndGoodFixesAreNot() throws {
    let run = try run(.jammed, .drive)
    #expect(run.jumps.count > 50 && run.jumps.refused == run.jumps.count)
    #expect(run.stuck.refused == run.stuck.count && run.good.refused == 0)
    #expect(run.smooth.meanLargest < 20)
  }

  @Test func predictionsThroughATunnelAreWithinTheirErrors() throws {
    let run = try run(.tunnel, .drive)
    #expect(run.predictions.count == 3 && run.predictions.within == 3)
  }
}
