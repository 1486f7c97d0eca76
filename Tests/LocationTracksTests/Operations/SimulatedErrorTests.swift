import LocationCore
import LocationTracks
import TestTurns
import Testing

@testable import LocationSimulation

/// The errors of the simulator, as anybody measures them: its fixes compared with its truth.
@Suite(.inTurn) struct SimulatedErrorTests {
  /// An error lasts for a minute or more, so a long run has few of them. Each seed has its own ones.
  @Test(arguments: ReceiverEnvironment.presets.map(\.name))
  func aThirdOfTheErrorsAreLargerThanStated(_ name: String) throws {
    let environment = try #require(ReceiverEnvironment.presets.first { $0.name == name })
    var scenario = try #require(Scenario.named("walk"))
    scenario.environment = environment.value
    var (measured, truth): ([Fix], [Fix]) = ([], [])
    for seed in 0..<1_200 {
      let start = morning.addingTimeInterval(Double(seed) * 10)
      let run = SimulatedReceiver(
        scenario: scenario, seed: UInt64(seed), start: start, writesBytes: false)
      guard let step = run.prefix(5).first(where: { $0.fix != nil }), let fix = step.fix else {
        continue
      }
      measured.append(fix)
      truth.append(step.trueFix)
    }
    let result = TrackComparison(of: Track(fixes: [measured]), to: Track(fixes: [truth]))
    let horizontal = try #require(result.statedHorizontal)
    let vertical = try #require(result.statedVertical)
    #expect(horizontal.count > 1_000 && result.missing == 0 && result.extra == 0)
    // The standard deviation of the share is 1.4 %.
    #expect((0.63...0.73).contains(horizontal.share), "\(horizontal)")
    #expect((0.63...0.73).contains(vertical.share), "\(vertical)")
  }

  @Test func theTruthHasTheClockOfTheReceiverWithoutItsFaults() throws {
    var scenario = try #require(Scenario.named("walk"))
    scenario.start = morning
    scenario.faults = [
      Fault(.timeStep(by: .seconds(3)), at: .seconds(5)),
      Fault(.weekRollover, at: .seconds(8)),
    ]
    for (second, step) in SimulatedReceiver(scenario: scenario).prefix(10).enumerated() {
      #expect(step.trueFix.timestamp == morning.addingTimeInterval(Double(second)))
      #expect(step.trueFix.coordinate == step.truth.coordinate)
      #expect(step.trueFix.speed == step.truth.speed)
      #expect(step.trueFix.isSimulated && step.trueFix.errors == ErrorEstimates())
      #expect(second < 5 || step.fix?.timestamp != step.trueFix.timestamp)
    }
  }

  /// The truth follows UTC, so it agrees with a receiver that handles the leap second.
  @Test func aLeapSecondIsNoFaultOfTheClock() throws {
    var scenario = try #require(Scenario.named("walk"))
    scenario.start = Date(timeIntervalSince1970: 1_483_228_797)
    scenario.faults = [Fault(.leapSecond)]
    for step in SimulatedReceiver(scenario: scenario).prefix(8) {
      #expect(step.trueFix.timestamp == step.fix?.timestamp)
    }
  }

  @Test func standingHasNoCourse() throws {
    let place = try Coordinate(latitude: 48, longitude: 11)
    var scenario = Scenario(name: "test", motion: .standing(at: place, altitude: 500))
    scenario.faults = [Fault(.dropout)]
    let step = try #require(SimulatedReceiver(scenario: scenario).first { _ in true })
    // The truth is there, although the receiver knows nothing.
    #expect(step.fix == nil && step.trueFix.coordinate == place)
    #expect(step.trueFix.course == nil && step.trueFix.speed == 0 && step.trueFix.altitude == 500)
  }
}
