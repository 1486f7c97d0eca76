import ArgumentParser
import LocationTesting
import LocationTracks
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct UsageTests {
  private let test = TestEnvironment(LocationProviderMock())

  @Test(
    arguments: [
      [], ["once"], ["watch"], ["view"], ["web"], ["record"], ["replay"], ["convert"], ["decode"],
    ] as [[String]])
  func helpGoesToStandardOutput(path: [String]) async {
    let code = await test.run(path + ["--help"])
    #expect(code == 0)
    #expect(test.output.text.contains("USAGE: locate"))
    #expect(test.output.text.contains("EXAMPLES:\n  locate "))
    #expect(test.errors.text == "")
  }

  @Test func theMainHelpFitsAScreen() async {
    #expect(await test.run("--help") == 0)
    let lines = test.output.lines
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(test.output.text.contains("sources, formats, templates"))
  }

  @Test func theManualHasTheOptionsOfOnceAndAllTopics() async {
    #expect(await test.run("--experimental-dump-help") == 0)
    for text in ["--timeout", "--accuracy", "--retry", "gpsd:", "km", "FORMATS", "EXIT CODES"] {
      #expect(test.output.text.contains(text), "\(text)")
    }
  }

  /// A line that the author broke, such as a row of a table, would be broken again on a terminal with 80 columns.
  @Test func everyHelpFitsIn80Columns() async {
    func texts(of command: any ParsableCommand.Type) -> [(name: String, text: String)] {
      [(command._commandName, command.configuration.discussion)]
        + command.configuration.subcommands.flatMap(texts)
    }
    let topics = HelpTopic.allCases.map { (name: $0.rawValue, text: $0.text) }
    for (name, text) in texts(of: RootCommand.self) + topics {
      let rows = text.split(separator: "\n").filter { $0.hasPrefix(" ") }
      #expect(rows.filter { $0.count > 80 } == [], "\(name)")
    }
  }

  @Test(arguments: HelpTopic.allCases)
  func aTopicIsExplained(topic: HelpTopic) async {
    #expect(await test.run("help", topic.rawValue) == 0)
    #expect(test.output.text == topic.text + "\n")
    #expect(test.output.lines.filter { $0.count > 80 } == [])
  }

  @Test func aMessageOfTheParserIsAClause() async {
    #expect(await test.run("status", "--format", "openmetrcs") == 64)
    #expect(test.errors.text.contains("'openmetrics'; see 'locate status --help'"))
  }

  @Test func anUnknownTopicIsAnErrorThatNamesTheTopics() async {
    #expect(await test.run("help", "nothing") == 64)
    #expect(
      test.errors.text
        == "locate: there is no subcommand and no topic 'nothing'; topics are \(HelpTopic.names); "
        + "see 'locate --help'\n")
    #expect(await test.run("help", "track", "nothing") == 64)
    #expect(test.errors.text.hasSuffix("; see 'locate track --help'\n"))
  }

  @Test(arguments: ["convert", "replay", "decode"])
  func theHelpOfARecordingsCommandStatesItsRealDefault(command: String) async {
    #expect(await test.run(command, "--help") == 0)
    #expect(test.output.text.contains("There is no other default"))
    #expect(!test.output.text.contains("gpsd://localhost:2947"))
  }

  @Test func theHelpOfPublishIsShortAndNamesWhereTheRestIs() async {
    #expect(await test.run("publish", "--help") == 0)
    #expect(test.output.text.contains("--help-hidden") && test.output.lines.count < 115)
    #expect(!test.output.text.contains("--qos"))
    #expect(await test.run("publish", "--help-hidden") == 0)
    #expect(test.output.text.contains("--qos"))
  }

  @Test func helpIsAlsoACommand() async {
    #expect(await test.run("help", "watch") == 0)
    #expect(test.output.text.contains("--distance"))
    #expect(await test.run("help", "track", "info") == 0)
    #expect(test.output.text.contains("USAGE: locate track info"))
  }

  @Test func helpListsFieldsAndExitCodes() async {
    #expect(await test.run("help", "templates") == 0)
    for field in FixField.all {
      #expect(test.output.text.contains("{\(field.name)}"))
    }
    #expect(await test.run("help", "exit-codes") == 0)
    #expect(test.output.text.contains("75  no fix in time"))
  }

  @Test func messagesUseTheNameThatTheCommandWasStartedWith() async {
    var test = test
    test.commandName = "gps-locate"
    #expect(await test.run("--help") == 0)
    #expect(test.output.text.contains("gps-locate watch"))
    #expect(!test.output.text.contains(" locate watch"))
    #expect(await test.run("--version") == 0)
    #expect(test.output.text.hasSuffix("gps-locate (swift-location) \(RootCommand.version)\n"))
    #expect(await test.run("watch", "--bogus") == 64)
    #expect(
      test.errors.text == "gps-locate: Unknown option '--bogus'; see 'gps-locate watch --help'\n")
  }

  @Test func aMistakeInASubcommandOfASubcommandNamesItsOwnHelp() async {
    #expect(await test.run("places", "add", "Home", "--radius", "50") == 64)
    #expect(test.errors.text.hasSuffix("; see 'locate places add --help'\n"))
  }

  @Test func theFastAnswerToVersionIsTheSameText() async {
    #expect(LocateCommand.answer(["--version"], in: test.environment) == 0)
    let atOnce = test.output.text
    #expect(await test.run("--version") == 0)
    #expect(test.output.text == atOnce + atOnce)
    #expect(LocateCommand.answer(["watch", "--version"], in: test.environment) == nil)
    #expect(LocateCommand.answer([], in: test.environment) == nil)
  }

  @Test(
    arguments: [
      (["--sorce", "x"], "--source"),
      (["wathc"], "there is no command 'wathc'; did you mean 'locate watch'?"),
      (["qwertz"], "there is no command and no file 'qwertz'"),
      (["wach", "--retry"], "there is no command 'wach'; did you mean 'locate watch'?"),
      (["wach", "drive.nmea"], "did you mean 'locate watch'?"),
      (
        ["track", "inof", "a.gpx"],
        "there is no command 'track inof'; did you mean 'locate track info'?"
      ),
      (["places", "ad"], "did you mean 'locate places add'?"),
      (["places", "nowhere"], "see 'locate places --help'"),
      (["watch", "--count", "-1"], "1 or more"), (["watch", "--distance", "-5m"], "nmi"),
      (["watch", "--timeout", "-5s"], "ms, s, m, min, h or d"),
      (["replay", "a", "--rate", "-1"], "max"),
      (["watch", "--accuracy", "-.5m"], "nmi"), (["watch", "--count"], "Missing value"),
      (["watch", "--timeout", "soon"], "30s"), (["watch", "--accuracy", "5 miles"], "1.5km"),
      (["watch", "--rate", "fast"], "max"), (["watch", "--count", "0"], "1 or more"),
      (["once", "--format", "xml"], "geojson"), (["once", "--format", "{lat}"], "latitude"),
      (["once", "--json", "--format", "csv"], "two things"), (["convert", "a"], "--to"),
      (["convert", "a", "--json", "--to", "csv"], "two things"), (["replay"], "which log"),
      (["convert", "--to", "gpx"], "which log"), (["decode"], "which log"),
      (["decode", "a", "--format", "gpx"], "json and text"),
      (["decode", "a", "--json", "--format", "text"], "two things"),
      (["replay", "a", "--source", "b"], "twice"),
      (["watch", "a", "--source", "b"], "twice"), (["once", "a", "-s", "b"], "twice"),
      (["--count", "1"], "'locate watch --count 1' does that"),
      (["once", "--count", "1"], "'locate watch --count 1' does that"),
      (["watch", "--timeout", "5"], "ms, s, m, min, h or d"),
      (["watch", "--distance", "5"], "nmi"),
      (["watch", "--max-age", "5"], "ms, s, m, min, h or d"),
      (["watch", "--for", "5"], "ms, s, m, min, h or d"),
      (["watch", "--accuracy", "5"], "m, km, ft, mi or nmi"),
      (["doctor", "--timeout", "5"], "ms, s, m, min, h or d"),
      (["replay", "a", "--max-gap", "5"], "ms, s, m, min, h or d"),
      (["watch", "--to", "csv"], "--to"), (["simulate", "--to", "csv"], "--to"),
      (["doctor", "--json", "--format", "text"], "two things"),
      (["convert", "a", "-o", "b.xyz"], "the extensions are .txt, .json, .csv, .gpx, .geojson"),
      (["convert", "a", "-o", "b"], "names no format"),
      (["convert", "a", "--to", "csv", "--from", "noon"], "with an offset"),
      (
        [
          "convert", "a", "--to", "csv", "--from", "2025-01-01T00:00:00Z", "--until",
          "2025-01-01T00:00:00Z",
        ], "--from is not before --until"
      ),
      (
        ["convert", "a", "--to", "csv", "--from", "2025-01-02", "--until", "2025-01-01"],
        "--from is not before --until"
      ),
      (["replay", "tcp://a:1"], "not a recording"),
      (["once", "--source", "http://a"], "no scheme"),
      (["once", "--source", ""], "empty"), (["once", "--format"], "--format"),
    ] as [([String], String)])
  func wrongUsageIsOneLineAnd64(arguments: [String], hint: String) async {
    let code = await test.run(arguments)
    #expect(code == 64)
    #expect(test.output.text == "")
    #expect(test.errors.lines.count == 1)
    #expect(test.errors.text.hasPrefix("locate: "))
    #expect(test.errors.text.contains(hint), "\(test.errors.text)")
  }

  @Test func anInvalidVariableIsAConfigurationError() async {
    var test = test
    test.variables = ["LOCATE_SOURCE": "http://x"]
    #expect(await test.run() == 78)
    #expect(test.errors.text.hasPrefix("locate: $LOCATE_SOURCE: 'http://x': "))
  }
}
