import Foundation
import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The file `config.json`.
@Suite(.inTurn) struct ConfigurationTests {
  private let folder: TemporaryDirectory
  private let sources: SourceAssemblerMock

  init() throws {
    folder = try TemporaryDirectory()
    var fix = try Fix.bare()
    fix.altitude = 100
    sources = SourceAssemblerMock(
      provider: LocationProviderMock(script: [.update(.fix(fix)), .end]))
  }

  private var path: String { folder.path("locate/config.json") }

  /// A command with a configuration; `nil` for none.
  private func test(_ configuration: String?) throws -> TestEnvironment {
    var test = TestEnvironment(sources: sources)
    test.variables["XDG_CONFIG_HOME"] = folder.path("")
    if let configuration {
      try FileManager.default.createDirectory(
        atPath: folder.path("locate"), withIntermediateDirectories: true)
      _ = try folder.file("locate/config.json", configuration)
    }
    return test
  }

  @Test func theSourceIsADefault() async throws {
    let test = try test(#"{"source": "tcp://a:1"}"#)
    #expect(await test.run("watch") == 0)
    #expect(sources.sources == [.tcp(host: "a", port: 1)])
  }

  @Test func severalSourcesAreAFallback() async throws {
    let test = try test(#"{"source": ["tcp://a:1", "tcp://b:1"]}"#)
    #expect(await test.run("watch") == 0)
    #expect(sources.sources == [.tcp(host: "a", port: 1), .tcp(host: "b", port: 1)])
  }

  @Test func optionsComeBeforeTheVariableAndTheVariableBeforeTheFile() async throws {
    var test = try test(#"{"source": "tcp://a:1"}"#)
    test.variables["LOCATE_SOURCE"] = "tcp://b:1"
    #expect(await test.run("watch") == 0)
    #expect(await test.run("watch", "--source", "tcp://c:1") == 0)
    #expect(sources.sources == [.tcp(host: "b", port: 1), .tcp(host: "c", port: 1)])
  }

  @Test func theFileIsInTheFolderConfigOfTheHomeWithoutAnother() async throws {
    var test = TestEnvironment(sources: sources)
    test.variables["HOME"] = folder.path("")
    test.variables["XDG_CONFIG_HOME"] = "relative"
    try FileManager.default.createDirectory(
      atPath: folder.path(".config/locate"), withIntermediateDirectories: true)
    _ = try folder.file(".config/locate/config.json", #"{"source": "tcp://a:1"}"#)
    #expect(await test.run("watch") == 0)
    #expect(sources.sources == [.tcp(host: "a", port: 1)])
  }

  @Test func withoutAFileGPSDIsAsked() async throws {
    #expect(await (try test(nil)).run("watch") == 0)
    #expect(sources.sources == [.standard])
  }

  @Test func theFormatIsADefault() async throws {
    let test = try test(#"{"format": "geo"}"#)
    #expect(await test.run("once") == 0)
    #expect(test.output.lines == ["geo:48.1173,11.5167"])
    #expect(await test.run("once", "--format", "{altitude}") == 0)
    #expect(test.output.lines.last == "100")
  }

  @Test func unitsCoordinatesAndLocalTimeAreDefaultsOfText() async throws {
    let test = try test(
      #"{"units": "nautical", "coordinates": "olc", "local-time": true}"#)
    #expect(await test.run("once") == 0)
    #expect(test.output.lines.contains("Altitude   328.1 ft above mean sea level"))
    #expect(test.output.lines.contains { $0.hasPrefix("Position   8FWH") })
    // A format for programs has its own units.
    #expect(await test.run("once", "--json") == 0)
    #expect(test.output.lines.last?.contains(#""lat":48.117300000"#) == true)
    #expect(await test.run("once", "--units", "metric") == 0)
    #expect(test.output.lines.contains("Altitude   100.0 m above mean sea level"))
  }

  @Test func unitsForAFormatThatTheFileChoseAreAMistake() async throws {
    let test = try test(#"{"format": "json"}"#)
    #expect(await test.run("once", "--units", "metric") == 64)
    #expect(test.errors.text.contains("--units is for text and templates"))
  }

  @Test(
    arguments: [
      (
        "{\n\"units\": \"metric\",\n\"unit\": 1}",
        "line 3: there is no key 'unit'; the keys are source, format, units, coordinates, local-time, on-enter, on-leave, on-dwell and dwell"
      ),
      ("{\"units\":\n\"feet\"}", "line 2: units: units are metric, nautical or imperial"),
      ("{\n\n\"format\": 5}", "line 3: format: 5.0 is not text"),
      ("{\"local-time\": \"yes\"}", "line 1: local-time: \"yes\" is not true or false"),
      ("{\"source\": [\"a\",\n1]}", "line 1: source: 1.0 is not text"),
      ("{\"on-enter\": \"a 'b\"}", "line 1: on-enter: a quote has no end"),
      ("{\"dwell\":\n\"10\"}", "line 2: dwell: a duration is a number and ms, s, m, min, h or d"),
      ("[]", "line 1: the file is not an object"),
      ("{\n\"units\": ", "line 2: not JSON"),
    ])
  func aMistakeNamesTheLine(content: String, words: String) async throws {
    let test = try test(content)
    #expect(await test.run("once") == 78)
    #expect(
      test.errors.text.hasPrefix("locate: \(path): \(words)"), "\(test.errors.text)")
    #expect(test.errors.lines.count == 1)
  }

  @Test func aSourceThatIsNoneNamesTheLine() async throws {
    let test = try test("{\n\"source\": \"tcp://a\"}")
    #expect(await test.run("once") == 78)
    #expect(test.errors.text.hasPrefix("locate: \(path): line 2: source: 'tcp://a': "))
  }
}
