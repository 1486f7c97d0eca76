import LocationCore
import LocationReplay
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct ViewCommandTests {
  /// A running `locate view`.
  private struct Run {
    let terminal: ViewTerminalMock
    let test: TestEnvironment
    let code: Task<Int32, Never>

    init(
      _ provider: any LocationProvider, _ arguments: [String] = [],
      terminal: ViewTerminalMock = ViewTerminalMock()
    ) {
      let test = TestEnvironment(provider)
      var environment = test.environment
      environment.openViewTerminal = { _, _ in terminal }
      self.terminal = terminal
      self.test = test
      code = Task { [environment] in
        await LocateCommand.run(arguments: ["view"] + arguments, in: environment)
      }
    }

    /// Lets time pass until the screen shows a text.
    func shows(_ text: String) async -> Bool {
      await eventually {
        test.clock.advance(by: .milliseconds(50))
        return terminal.lines.contains { $0.contains(text) }
      }
    }
  }

  private func fix(_ latitude: Double) throws -> LocationProviderMock.Step {
    .update(.fix(try .bare(latitude, 11, source: .live)))
  }

  @Test func theScreenShowsTheLocationUntilTheUserQuits() async throws {
    let run = Run(LocationProviderMock(script: [try fix(48)]))
    #expect(await run.shows("Latitude   48.0000000° N"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
    #expect(run.terminal.isRestored)
    #expect(run.test.output.text == "" && run.test.errors.text == "")
  }

  @Test func aSourceThatFailsRestoresTheTerminalAndSaysWhy() async throws {
    let run = Run(
      LocationProviderMock(script: [
        try fix(48), .fail(UserLocationError(.sourceUnavailable, source: "a", detail: "gone")),
      ]))
    #expect(await run.code.value == 69)
    #expect(run.terminal.isRestored)
    #expect(run.test.errors.text.contains("gone"))
  }

  @Test(arguments: [(2, 130), (15, 143), (1, 129)] as [(Int32, Int32)])
  func aSignalRestoresTheTerminal(signal: Int32, code: Int32) async throws {
    let run = Run(LocationProviderMock(script: [try fix(48)]))
    #expect(await run.shows("Latitude"))
    run.test.interrupts.interrupt(signal)
    #expect(await run.code.value == code)
    #expect(run.terminal.isRestored)
  }

  @Test func aTerminalThatIsGoneEndsIt() async throws {
    let run = Run(LocationProviderMock())
    run.terminal.send(.closed)
    #expect(await run.code.value == 0)
    #expect(run.terminal.isRestored)
  }

  @Test func theEndOfASourceStaysOnTheScreen() async throws {
    let run = Run(LocationProviderMock(script: [try fix(48), .end]))
    #expect(await run.shows("the source ended"))
    #expect(await run.shows("2D fix, ended"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func keysTurnThePagesAndChangeTheUnits() async throws {
    let run = Run(LocationProviderMock(script: [.update(.fix(try .full(source: .live)))]))
    #expect(await run.shows("Speed      47.2 km/h"))
    run.terminal.press("u")
    #expect(await run.shows("Speed      25.5 kn"))
    run.terminal.press("c")
    #expect(await run.shows("Latitude   33° 51.4070"))
    run.terminal.press("2")
    #expect(await run.shows("none in view"))
    run.terminal.send(.key(.tab))
    #expect(await run.shows("─ Track ─"))
    run.terminal.press("?")
    #expect(await run.shows("─ Keys ─"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func arrowsChooseInTheListOfDevices() async throws {
    let run = Run(
      LocationProviderMock(
        script: try ["a", "b", "c"].map { name in
          .update(
            .fix(try .bare(48, 11, source: FixSource(kind: .live, name: "gpsd://a", device: name))))
        }))
    #expect(await run.shows("a (1 of 3)"))
    run.terminal.press("5")
    run.terminal.send(.key(.down))
    #expect(await run.shows("b (2 of 3)"))
    run.terminal.send(.key(.up))
    run.terminal.send(.key(.up))
    #expect(await run.shows("c (3 of 3)"))
    run.terminal.press("?")
    #expect(await run.shows("down up    the same in the list of page 5"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func anotherSizeDrawsEverythingAgain() async throws {
    let run = Run(LocationProviderMock(script: [try fix(48)]))
    #expect(await run.shows("Latitude"))
    run.terminal.resize(columns: 40, rows: 12)
    #expect(await run.shows("Latitude"))
    #expect(run.terminal.lines.count == 12)
    run.terminal.resize(columns: 20, rows: 5)
    #expect(await run.shows("too small: 20x5"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func aPausedScreenOfALiveSourceDoesNotChange() async throws {
    let provider = LocationProviderMock(script: [try fix(48)])
    let run = Run(provider)
    #expect(await run.shows("Latitude   48"))
    run.terminal.press(" ")
    #expect(await run.shows("paused"))
    provider.send(.fix(try .bare(49, 11, source: .live)))
    provider.send(.fix(try .bare(50, 11, source: .live)))
    run.terminal.press("4")
    #expect(await run.shows("1 locations, 0 losses"))
    run.terminal.press("1")
    run.terminal.press(" ")
    #expect(await run.shows("Latitude   50"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func keysControlARecording() async throws {
    let player = TestTrack.drive.provider(pace: .recorded, clock: ManualClock())
    let run = Run(player, ["--source", "drive.nmea"])
    #expect(await run.shows("×1 0 s"))
    run.terminal.press("+")
    #expect(await run.shows("×2 0 s"))
    run.terminal.press("-")
    run.terminal.press("-")
    #expect(await run.shows("×0.5 0 s"))
    run.terminal.press(" ")
    #expect(await run.shows("paused"))
    run.terminal.send(.key(.right))
    #expect(await run.shows("×0.5 10 s"))
    run.terminal.send(.key(.up))
    #expect(await run.shows("×0.5 1:10"))
    run.terminal.send(.key(.home))
    #expect(await run.shows("×0.5 0 s"))
    #expect(player.isPaused && player.position == .zero)
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func aRecordingIsPlayedAgainAfterItsEnd() async throws {
    let player = TestTrack.drive.provider(
      pace: .recorded, clock: ManualClock(jumpsToDeadlines: true))
    let run = Run(player, ["--source", "drive.nmea"])
    #expect(await run.shows(" fix, ended"))
    let count = TestTrack.drive.fixes.count
    #expect(await run.shows("\(count) locations"))
    run.terminal.send(.key(.right))
    run.terminal.send(.key(.home))
    #expect(await run.shows("\(2 * count) locations"))
    run.terminal.press("q")
    #expect(await run.code.value == 0)
  }

  @Test func withoutATerminalTheErrorNamesWatch() async throws {
    let test = TestEnvironment(LocationProviderMock())
    #expect(await test.run("view") == 64)
    #expect(
      test.errors.text
        == "locate: standard output is not a terminal; 'watch' prints the locations there\n")
  }
}
