import LocationCore
import LocationSimulation
import TestTurns
import Testing

/// The built-in scenarios can be read and run.
@Suite(.inTurn) struct BuiltInScenarioTests {
  @Test(arguments: Scenario.builtInNames)
  func isReadAndRuns(_ name: String) throws {
    let scenario = try Scenario(
      json: Array(try #require(Scenario.builtInFile(named: name)).utf8), name: name)
    #expect(!scenario.summary.isEmpty)
    #expect(Scenario.named(name) == scenario)
    let steps = Array(SimulatedReceiver(scenario: scenario).prefix(30))
    #expect(steps.count == 30)
    #expect(steps.contains { !$0.bytes.isEmpty })
  }

  @Test func theListHasEveryScenario() {
    #expect(Scenario.builtIn.map(\.name) == Scenario.builtInNames)
    #expect(Scenario.named("nowhere") == nil)
  }
}
