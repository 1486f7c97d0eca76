import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Several sources in order of preference.
@Suite(.inTurn) struct FallbackTests {
  /// The first source breaks after a location, and the second one ends after a location.
  private let test: TestEnvironment
  private let both = ["--source", "tcp://a:1", "--source", "tcp://b:1"]

  init() throws { test = TestEnvironment(sources: try Self.sources()) }

  private static func sources() throws -> SeveralSources {
    SeveralSources(providers: [
      "tcp://a:1": LocationProviderMock(script: [
        .update(.fix(try SeveralSources.fix("tcp://a:1", latitude: 1))),
        .fail(UserLocationError(.inputOutput, source: "tcp://a:1", detail: "it broke")),
      ]),
      "tcp://b:1": LocationProviderMock(script: [
        .update(.fix(try SeveralSources.fix("tcp://b:1", latitude: 2))), .end,
      ]),
      "tcp://c:1": LocationProviderMock(script: [
        .fail(UserLocationError(.hostNotFound, source: "tcp://c:1", detail: "no such host"))
      ]),
    ])
  }

  @Test func theNextSourceGoesOnAndJSONHasADeviceForEachChange() async {
    #expect(await test.run(["watch", "--json"] + both) == 0)
    #expect(
      test.output.lines == [
        #"{"class":"DEVICE","path":"tcp://a:1","activated":"2025-01-01T00:00:00.000Z"}"#,
        #"{"class":"TPV","device":"tcp://a:1","mode":2,"lat":1.000000000,"lon":11.000000000}"#,
        #"{"class":"ERROR","message":"tcp://a:1: disconnected"}"#,
        #"{"class":"DEVICE","path":"tcp://a:1","activated":0}"#,
        #"{"class":"DEVICE","path":"tcp://b:1","activated":"2025-01-01T00:00:00.000Z"}"#,
        #"{"class":"TPV","device":"tcp://b:1","mode":2,"lat":2.000000000,"lon":11.000000000}"#,
      ])
    #expect(test.errors.text == "")
  }

  @Test func eachLineOfTextNamesItsSource() async {
    #expect(await test.run(["watch"] + both) == 0)
    #expect(
      test.output.lines.map { $0.prefix { $0 != " " } }
        == ["tcp://a:1", "tcp://a:1", "tcp://b:1"])
  }

  @Test func withoutAFallbackNothingNamesTheSource() async {
    #expect(await test.run("watch", "--json", "--source", "tcp://b:1") == 0)
    #expect(
      test.output.lines == [#"{"class":"TPV","mode":2,"lat":2.000000000,"lon":11.000000000}"#])
  }

  @Test func aTerminalIsToldEachChange() async throws {
    let screen = Screen(width: 200)
    let test = TestEnvironment(sources: try Self.sources(), terminal: screen)
    #expect(await test.run(["watch", "--json"] + both) == 0)
    #expect(
      screen.lines.filter { $0.hasPrefix("locate: ") }
        == ["locate: using tcp://a:1", "locate: using tcp://b:1"])
  }

  @Test func onceTakesTheFirstLocationAndNamesItsSource() async {
    let test = test
    #expect(await test.run("--source", "tcp://c:1", "--source", "tcp://b:1", "--json") == 0)
    #expect(test.output.text.contains(#""device":"tcp://b:1""#))
    #expect(await test.run("--source", "tcp://c:1", "--source", "tcp://b:1") == 0)
    #expect(test.output.lines.contains("Source     tcp://b:1"))
  }

  @Test func theVariableHasASourceOnEachLine() async {
    var test = test
    test.variables["LOCATE_SOURCE"] = "tcp://c:1\n\ntcp://b:1\n"
    #expect(await test.run("--format", "{source}") == 0)
    #expect(test.output.lines == ["tcp://b:1"])
  }

  @Test func aRecordingCannotBeReadFromSeveralSources() async {
    var test = test
    test.variables["LOCATE_SOURCE"] = "a.nmea\nb.nmea"
    #expect(await test.run("replay") == 78)
    #expect(
      test.errors.text
        == "locate: $LOCATE_SOURCE names 2 sources; name the one log to read\n")
  }

  @Test func ifAllSourcesFailTheErrorNamesEach() async {
    #expect(
      await test.run("watch", "--source", "tcp://c:1", "--source", "tcp://c:1") == 68)
    #expect(
      test.errors.text
        == "locate: all sources failed: (1) tcp://c:1: no such host; (2) tcp://c:1: no such host\n")
  }

  @Test func withoutALocationInTimeTheErrorNamesAllSources() async {
    let silent = LocationProviderMock()
    let test = TestEnvironment(
      sources: SeveralSources(providers: ["tcp://a:1": silent, "tcp://b:1": silent]))
    async let code = test.run(["--timeout", "30s"] + both)
    await silent.waitForStarts()
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(30))
    #expect(await code == 75)
    #expect(test.errors.text.hasPrefix("locate: tcp://a:1, tcp://b:1: no location in 30 s: "))
  }

  @Test func verboseReportsWhatWasTried() async {
    #expect(
      await test.run("-v", "--source", "tcp://c:1", "--source", "tcp://b:1") == 0)
    let lines = test.errors.lines
    #expect(lines.contains("locate: debug: starting source=tcp://c:1"))
    #expect(
      lines.contains {
        $0.hasPrefix("locate: notice: trying again after=")
          && $0.hasSuffix(" reason=no such host source=tcp://c:1")
      })
    #expect(lines.contains("locate: notice: using source=tcp://b:1"))
  }
}
