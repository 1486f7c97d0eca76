import LocationTesting
import LocationTracks
import Testing

@testable import LocateCommands

@Suite struct UsageTests {
  private let test = TestEnvironment(LocationProviderMock())

  @Test(
    arguments: [
      [], ["once"], ["watch"], ["replay"], ["convert"], ["decode"],
    ] as [[String]])
  func helpGoesToStandardOutput(path: [String]) async {
    let code = await test.run(path + ["--help"])
    #expect(code == 0)
    #expect(test.output.text.contains("USAGE: locate"))
    #expect(test.output.text.contains("EXAMPLES:\n  locate "))
    #expect(test.errors.text == "")
  }

  @Test func helpIsAlsoACommand() async {
    #expect(await test.run("help", "watch") == 0)
    #expect(test.output.text.contains("--distance"))
  }

  @Test func helpListsFieldsAndExitCodes() async {
    #expect(await test.run("--help") == 0)
    for field in FixField.allCases {
      #expect(test.output.text.contains("{\(field.rawValue)}"))
    }
    #expect(test.output.text.contains("75 no fix in time"))
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

  @Test func theFastAnswerToVersionIsTheSameText() async {
    #expect(LocateCommand.answer(["--version"], in: test.environment) == 0)
    let atOnce = test.output.text
    #expect(await test.run("--version") == 0)
    #expect(test.output.text == atOnce + atOnce)
    #expect(LocateCommand.answer(["watch", "--version"], in: test.environment) == nil)
    #expect(LocateCommand.answer([], in: test.environment) == nil)
  }

  @Test func completionScriptsAreGenerated() async {
    #expect(await test.run("--generate-completion-script", "bash") == 0)
    #expect(test.output.text.contains("complete"))
  }

  @Test(
    arguments: [
      (["--sorce", "x"], "--source"), (["wathc"], "there is no command 'wathc'"),
      (["watch", "--timeout", "soon"], "30s"), (["watch", "--accuracy", "5 miles"], "1.5km"),
      (["watch", "--rate", "fast"], "max"), (["watch", "--count", "0"], "1 or more"),
      (["once", "--format", "xml"], "geojson"), (["once", "--format", "{lat}"], "latitude"),
      (["once", "--json", "--format", "csv"], "two things"), (["convert", "a"], "--to"),
      (["convert", "a", "--json", "--to", "csv"], "two things"), (["replay"], "which log"),
      (["convert", "--to", "gpx"], "which log"), (["decode"], "which log"),
      (["decode", "a", "--format", "gpx"], "json and text"),
      (["decode", "a", "--json", "--format", "text"], "two things"),
      (["replay", "a", "--source", "b"], "twice"),
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
