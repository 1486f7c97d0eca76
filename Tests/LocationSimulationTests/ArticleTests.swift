import Foundation
import LocationCore
import LocationIO
import LocationSimulation
import LocationTesting
import LocationTracks
import TestTurns
import Testing

/// The article "Simulating a receiver" is correct.
@Suite(.inTurn) struct ArticleTests {
  private static let article = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(
      path: "Sources/LocationSimulation/LocationSimulation.docc/SimulatingAReceiver.md")

  /// The article's JSON blocks that are whole files.
  private static func files() throws -> [String] {
    let text = try String(contentsOf: article, encoding: .utf8)
    return text.split(separator: "```").filter { $0.hasPrefix("json\n{") }
      .map { String($0.dropFirst(5)) }
  }

  @Test func itsFilesAreRead() throws {
    let files = try Self.files()
    #expect(files.count == 2)
    for file in files { _ = try Scenario(json: Array(file.utf8), name: "tram") }
  }

  @Test func itsTestPasses() async throws {
    let file = try #require(try Self.files().last)
    let scenario = try Scenario(json: Array(file.utf8), name: "tram")
    let clock = ManualClock(jumpsToDeadlines: true)
    let tram = SimulatedLocationProvider(
      scenario: scenario, seed: 7, clock: clock)
    var lost: [Date] = []
    for try await case .fixLost(let loss) in tram.startUpdatingLocation() {
      if let time = loss.timestamp { lost.append(time) }
    }
    #expect(lost.first == Scenario.defaultStart.addingTimeInterval(75))
    #expect(lost.count == 30)
  }

  @Test func itsErrorMessageIsTheRealOne() throws {
    let file = try #require(try Self.files().last)
      .replacingOccurrences(of: "few-satellites", with: "few-sattelites")
    let error = #expect(throws: ScenarioError.self) {
      try Scenario(json: Array(file.utf8), name: "tram")
    }
    let message = try #require(error.map { "\($0)" })
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let quoted = try #require(text.split(separator: "\n").first { $0.hasPrefix("    tram:") })
    let beginning = quoted.dropFirst(4).dropLast(2)
    #expect(message.hasPrefix(beginning), "\(message)")
  }

  @Test func namesEveryKindOfFault() throws {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    let error = #expect(throws: ScenarioError.self) {
      let json = #"{"motion": {"kind": "standing", "at": [0, 0]}, "faults": [{"kind": "x"}]}"#
      return try Scenario(json: Array(json.utf8), name: "x")
    }
    let kinds = try #require(error?.problem.split(separator: "one of ").last).split(separator: ", ")
    #expect(kinds.count == 21)
    for kind in kinds { #expect(text.contains("`\(kind)`"), "\(kind)") }
  }

  /// A decoder ignores repeated epochs.
  @Test func repeatsAreNotDecodedAgain() {
    let scenario = Scenario.standing(
      seconds: 30, faults: [Fault(.staleRepeats, at: .seconds(10), for: .seconds(10))])
    let found = decoded(scenario.steps().bytes, from: FixSource(kind: .simulated, name: "x")).fixes
    #expect(found.count == 20)
  }
}
