import LocationCore
import LocationIO
import LocationSources
import LocationTesting
import TestTurns
import Testing

@testable import LocateCommands

/// The whole command with one part of its sources replaced.
@Suite(.inTurn) struct AssemblerTests {
  @Test func aReplacedByteSourceIsReadByTheWholeCommand() async {
    struct TestAssembler: CommandSourceAssembler {
      func byteSource(for source: SourceDescription) -> any ByteSource {
        DataByteSource(bytes: Logs.drive.utf8, name: source.description)
      }
      func lastFixStore() -> LastFixStore? { nil }
    }
    let test = TestEnvironment(sources: TestAssembler())
    let source = ["--source", "serial:/dev/nowhere"]
    #expect(await test.run(["once", "--format", "{latitude}"] + source) == 0)
    #expect(await test.run(["convert", "a.nmea", "--to", "{latitude}"]) == 0)
    #expect(await test.run(["replay", "a.nmea", "--rate", "max", "--format", "{latitude}"]) == 0)
    let latitudes = ["48.1173", "48.117333333"]
    #expect(test.output.lines == latitudes.prefix(1) + latitudes + latitudes)
    #expect(await test.run(["decode", "--summary", "--format", "json"] + source) == 0)
    #expect(test.output.lines.last?.contains(#""sentences":6"#) == true)
  }

  @Test func aReplacedClockPacesTheWholeCommand() async {
    struct TestAssembler: CommandSourceAssembler {
      let manual = ManualClock(jumpsToDeadlines: true)
      func clock() -> any LocationClock { manual }
    }
    let assembler = TestAssembler()
    let start = assembler.manual.now
    let test = TestEnvironment(sources: assembler)
    #expect(await test.run("simulate", "drive", "--for", "10m", "--format", "{latitude}") == 0)
    #expect(test.output.lines.count == 600)
    #expect(start.duration(to: assembler.manual.now) == .seconds(599))
  }
}
