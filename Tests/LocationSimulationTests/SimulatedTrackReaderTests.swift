import LocationCore
import LocationReplay
import LocationTesting
import TestTurns
import Testing

@testable import LocationSimulation

/// The simulator as a track, and what a player adds to it.
@Suite(.inTurn) struct SimulatedTrackReaderTests {
  static func items(
    _ scenario: Scenario, keepsBytes: Bool
  ) throws(UserLocationError) -> [TrackItem] {
    var reader = SimulatedTrackReader(scenario: scenario, TrackRequest(keepsBytes: keepsBytes))
    var items: [TrackItem] = []
    while let item = try reader.next() { items.append(item) }
    return items
  }

  @Test(arguments: ["walk", "tunnel", "flaky"], [true, false])
  func itemsAreTheStepsOfTheReceiver(_ name: String, _ keepsBytes: Bool) throws {
    var scenario = try #require(Scenario.named(name))
    scenario.duration = .seconds(90)
    let steps = Array(SimulatedReceiver(scenario: scenario))
    let items = try Self.items(scenario, keepsBytes: keepsBytes)
    #expect(items.first == TrackItem(.segmentStart, position: .zero))
    #expect(items.compactMap(\.update) == steps.flatMap(\.updates))
    #expect(items.flatMap(\.bytes) == (keepsBytes ? steps.flatMap(\.bytes) : []))
    for step in steps {
      let atThatTime = items.filter { $0.position == step.offset }
      #expect(atThatTime.compactMap(\.update) == step.updates)
    }
  }

  @Test func aRefusalIsAnError() {
    let scenario = Scenario.standing(seconds: 3, faults: [Fault(.denied)])
    let error = #expect(throws: UserLocationError.self) {
      try Self.items(scenario, keepsBytes: false)
    }
    #expect(error?.code == .notAuthorized)
  }

  static func receipts(
    _ scenario: Scenario, loops: Bool = false, limit: Duration? = nil
  ) async throws -> [Double?] {
    let clock = ManualClock(jumpsToDeadlines: true)
    let provider = SimulatedLocationProvider(
      scenario: scenario, loops: loops, limit: limit, clock: clock)
    var receipts: [Double?] = []
    for try await case .fix(let fix) in provider.startUpdatingLocation() {
      receipts.append(fix.receivedAt?.timeIntervalSince(ManualClock().date))
    }
    return receipts
  }

  @Test func silenceAtTheStartTakesItsTime() async throws {
    let scenario = Scenario.standing(seconds: 7, faults: [Fault(.silence, for: .seconds(5))])
    #expect(try await Self.receipts(scenario) == [5, 6])
  }

  @Test func aLoopKeepsTheRateUpToTheLimit() async throws {
    let scenario = Scenario.standing(seconds: 3)
    let receipts = try await Self.receipts(scenario, loops: true, limit: .seconds(7))
    #expect(receipts == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test func aScenarioWithoutReportsIsNotRepeated() async throws {
    let scenario = Scenario.standing(seconds: 3, faults: [Fault(.silence)])
    #expect(try await Self.receipts(scenario, loops: true) == [])
  }
}
