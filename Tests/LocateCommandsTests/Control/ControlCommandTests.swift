import LocationReplay
import LocationSources
import LocationTesting
import TestTurns
import Testing

@testable import LocateCommands

/// The lines of `--control`.
@Suite(.inTurn) struct ControlCommandTests {
  @Test(
    arguments: [
      ("pause", .pause), (" resume ", .resume), ("deny", .deny),
      ("seek 60s", .seek(to: .seconds(60))), ("lose 1.5min", .lose(for: .seconds(90))),
      ("jump 500m", .jump(meters: 500)), ("jump 0.5 km", .jump(meters: 500)),
      ("jump 20000km", .jump(meters: 20_000_000)),
    ] as [(String, ControlCommand)])
  func aCommandHasTheQuantitiesOfOptions(_ line: String, _ command: ControlCommand) throws {
    #expect(try ControlCommand(line) == command)
  }

  @Test(arguments: [
    ("fly", "there is no command 'fly'; there are pause, resume, seek 60s"),
    ("Pause", "there is no command 'Pause'"), ("", "there is no command ''"),
    ("seek 60", "a duration is a number and ms, s"), ("seek", "a duration is a number"),
    ("lose -1s", "a duration is a number"), ("jump 500", "a length is a number and m, km"),
    ("jump 20001km", "at most 20000km"), ("pause 10s", "'pause' takes no value"),
    ("deny me", "'deny' takes no value, but there is 'me'"),
  ])
  func aMistakeIsExplained(_ line: String, _ words: String) {
    let error = #expect(throws: InvalidOptionValue.self) { try ControlCommand(line) }
    #expect(error?.description.contains(words) == true)
  }

  @Test func aSeekThatMakesNoSenseForTheSourceIsRefused() throws {
    let player = TestTrack.drive.provider()
    let simulated = SourceDescription.simulated(scenario: "walk", parameters: [])
    #expect(throws: InvalidOptionValue.self) {
      try ControlCommand.seek(to: .seconds(1)).perform(on: player, of: .standardInput)
    }
    #expect(throws: InvalidOptionValue.self) {
      try ControlCommand.seek(to: .seconds(86_401)).perform(on: player, of: simulated)
    }
    #expect(player.position == nil)
    try ControlCommand.seek(to: .seconds(86_400)).perform(on: player, of: simulated)
    #expect(player.position == .seconds(86_400))
  }
}
