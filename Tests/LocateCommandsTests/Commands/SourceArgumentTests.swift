import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The source as an argument, and which kind of source a path is.
@Suite(.inTurn) struct SourceArgumentTests {
  let sources: SourceAssemblerMock
  let test: TestEnvironment

  init() throws {
    let fix = LocationUpdate.fix(try .bare())
    sources = SourceAssemblerMock(provider: LocationProviderMock(script: [.update(fix), .end]))
    test = TestEnvironment(sources: sources)
  }

  @Test(arguments: [
    ["once", "drive.nmea"], ["watch", "drive.nmea"], ["replay", "drive.nmea"], ["drive.nmea"],
    ["watch", "--source", "drive.nmea"], ["watch", "--count", "1", "drive.nmea"],
  ])
  func aFileIsAnArgument(arguments: [String]) async {
    #expect(await test.run(arguments) == 0, "\(test.errors.text)")
    #expect(sources.sources.last == .file(path: "drive.nmea"))
  }

  @Test(arguments: [
    ("tcp://pi:1", SourceDescription.tcp(host: "pi", port: 1)), ("-", .standardInput),
  ])
  func everyFormOfASourceIsAnArgument(text: String, source: SourceDescription) async {
    #expect(await test.run("watch", text) == 0)
    #expect(await test.run("once", text) == 0)
    #expect(sources.sources == [source, source])
  }

  @Test func theSourceMayNotBeNamedTwice() async {
    #expect(await test.run("watch", "a.nmea", "--source", "b.nmea") == 64)
    #expect(sources.sources.isEmpty)
  }

  @Test(arguments: ["", "file:"])
  func aCharacterDeviceIsAReceiver(scheme: String) async throws {
    let terminal = try PseudoTerminal()
    let receiver = SourceDescription.serial(device: terminal.path, baudRate: nil)
    var test = test
    #expect(await test.run("watch", scheme + terminal.path) == 0)
    #expect(await test.run("--source", scheme + terminal.path) == 0)
    test.variables["LOCATE_SOURCE"] = scheme + terminal.path
    #expect(await test.run("watch") == 0)
    #expect(sources.sources == [receiver, receiver, receiver])
    // A receiver is no recording.
    #expect(await test.run("replay", terminal.path) == 64)
    #expect(await test.run("convert", terminal.path, "--to", "csv") == 64)
  }

  @Test func aReceiverThatIsNotPluggedInIsAReceiver() async {
    #expect(await test.run("watch", "/dev/ttyACM99") == 0)
    #expect(sources.sources == [.serial(device: "/dev/ttyACM99", baudRate: nil)])
  }

  @Test func theNullDeviceIsAFile() async {
    #expect(await test.run("watch", "/dev/null") == 0)
    #expect(sources.sources == [.file(path: "/dev/null")])
  }
}
