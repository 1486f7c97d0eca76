import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct SmoothingTests {
  /// A drive to the north with a jump, and the loss of the fix at its end.
  private func script() throws -> [LocationProviderMock.Step] {
    let start = Date(timeIntervalSince1970: 1_740_787_200)
    var steps = try (0..<20).map { second -> LocationProviderMock.Step in
      var fix = try Fix.bare((second == 12 ? 1 : 0) + Double(second) * 0.0001, 0, source: .live)
      fix.timestamp = start.addingTimeInterval(Double(second))
      (fix.speed, fix.course) = (11.06, 0)
      return .update(.fix(fix))
    }
    for second in 20..<23 {
      steps.append(
        .update(
          .fixLost(
            FixLoss(
              reason: .noFix, timestamp: start.addingTimeInterval(Double(second)), source: .live))))
    }
    return steps + [.end]
  }

  @Test func aJumpIsRefusedAndSaidOnceAtTheEnd() async throws {
    for command in ["watch", "replay"] {
      let test = TestEnvironment(LocationProviderMock(script: try script()))
      #expect(
        await test.run(command, "--source", "a", "--smooth", "--format", "{latitude:.1}") == 0)
      #expect(test.output.lines == Array(repeating: "0.0", count: 19), "\(command)")
      #expect(test.errors.text.contains("refused: 1 jump\n"), "\(test.errors.text)")
    }
  }

  @Test func nothingIsRefusedWithoutTheOption() async throws {
    let test = TestEnvironment(LocationProviderMock(script: try script()))
    #expect(await test.run("watch", "--source", "a", "--format", "{latitude:.1}") == 0)
    #expect(test.output.lines.contains("1.0") && test.errors.text.isEmpty)
  }

  @Test func predictedLocationsAreMarked() async throws {
    let test = TestEnvironment(LocationProviderMock(script: try script()))
    #expect(await test.run("watch", "--source", "a", "--smooth", "--predict", "2s", "--json") == 0)
    let predicted = test.output.lines.filter { $0.contains(#""positionIsDerived":true"#) }
    #expect(predicted.count == 2 && predicted.allSatisfy { $0.contains(#""status":5"#) })
    #expect(test.output.lines.contains { $0.contains(#""isSmoothed":true"#) })
  }

  @Test(arguments: [
    (["--predict", "10s"], "--predict needs --smooth"),
    (["--smooth", "--predict", "61s"], "--predict is within"),
  ])
  func wrongOptionsAreRefused(options: [String], words: String) async throws {
    let test = TestEnvironment(LocationProviderMock(script: [.end]))
    #expect(await test.run(["watch", "--source", "a"] + options) == 64)
    #expect(test.errors.text.contains(words), "\(test.errors.text)")
  }

  @Test func aSimulationIsSmoothedToo() async {
    let test = WireEnvironment()
    #expect(
      await test.run("simulate", "walk", "--for", "5s", "--rate", "max", "--smooth", "--json") == 0)
    #expect(test.output.lines.contains { $0.contains(#""isSmoothed":true"#) })
  }

  @Test func aTrackIsSmoothedAndSaysWhatItLeftOut() async {
    var lines = ["time,latitude,longitude"]
    for second in 0..<30 {
      let latitude = second == 20 ? "0.5" : "0.000\(second < 10 ? "0" : "")\(second)"
      lines.append("2025-06-01T08:00:\(second < 10 ? "0" : "")\(second)Z,\(latitude),0")
    }
    let test = TestEnvironment(log: lines.joined(separator: "\n") + "\n")
    #expect(await test.run("track", "smooth", "a.csv", "--to", "{latitude:.1}") == 0)
    #expect(test.output.lines == Array(repeating: "0.0", count: 29))
    #expect(test.errors.text.contains("refused: 1 jump\n"), "\(test.errors.text)")
  }
}
