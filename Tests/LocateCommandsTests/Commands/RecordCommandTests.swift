import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct RecordCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Steps of a receiver that moves 1/1000 of a degree to the north each second, and starts again at the
  /// equator after 50 degrees.
  private func fixes(_ numbers: ClosedRange<Int>) throws -> [LocationProviderMock.Step] {
    try numbers.map { number in
      var fix = try Fix.bare(Double(number % 50_000) / 1000, 0, source: .live)
      fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + Double(number))
      return .update(.fix(fix))
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: directory.path(name), encoding: .utf8)
  }

  private func count(_ part: String, in name: String) throws -> Int {
    try text(name).components(separatedBy: part).count - 1
  }

  @Test func locationsAreRecordedUntilTheSourceEnds() async throws {
    let test = TestEnvironment(LocationProviderMock(script: try fixes(1...3) + [.end]))
    #expect(await test.run("record", "-o", directory.path("a.gpx")) == 0)
    #expect(try count("<trkpt ", in: "a.gpx") == 3)
    #expect(try text("a.gpx").hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
    #expect(test.output.text == "")
    #expect(test.errors.text == "")
  }

  @Test func theStartAndTheEndAreToldOnATerminal() async throws {
    let provider = LocationProviderMock(script: try fixes(1...3) + [.end])
    let test = TestEnvironment(provider)
    #expect(await test.run("record", "-o", directory.path("a.nmea"), "--verbose") == 0)
    let size = try text("a.nmea").utf8.count
    #expect(test.errors.text.contains("recording to \(directory.path("a.nmea"))\n"))
    #expect(
      test.errors.lines.contains("locate: recorded 3 locations in 0 s; 1 file, \(size) bytes"))
  }

  @Test func aSecondRunContinuesTheFile() async throws {
    for _ in 0..<2 {
      let test = TestEnvironment(LocationProviderMock(script: try fixes(1...3) + [.end]))
      #expect(await test.run("record", "-o", directory.path("a.gpx")) == 0)
    }
    #expect(try count("<trk>", in: "a.gpx") == 1)
    #expect(try count("<trkseg>", in: "a.gpx") == 2)
    #expect(try count("<trkpt ", in: "a.gpx") == 6)
  }

  @Test(arguments: ["csv", "json", "nmea"])
  func theExtensionChoosesTheFormat(format: String) async throws {
    let test = TestEnvironment(LocationProviderMock(script: try fixes(1...3) + [.end]))
    #expect(await test.run("record", "-o", directory.path("a.\(format)")) == 0)
    let start = ["csv": "time_utc,", "json": #"{"class":"TPV""#, "nmea": "$GPGGA"][format]
    #expect(try text("a.\(format)").hasPrefix(start ?? "-"))
  }

  @Test(arguments: [
    (["-o", "a.kml"], "this format cannot be recorded"),
    (["-o", "a.gpx", "--format", "tcx"], "this format cannot be recorded"),
    (["-o", "a.gpx", "--format", "nonsense"], "the formats are gpx, nmea, csv, json"),
    (["-o", "a"], "its extension names no format that is recorded"), ([], "-o"),
    (["-o", "a.gpx", "--name", "{date}"], "--name is for the files of --split"),
    (["-o", "a", "--split", "week"], "it is day, gap, gap=30min"),
    (["-o", "a", "--split", "gap=3"], "a duration is a number and"),
    (["-o", "a", "--split", "day", "--name", "today"], "a name has {date}, {time} or {device}"),
    (["-o", "a", "--split", "day", "--name", "{day}"], "a name has {date}, {time} or {device}"),
    (["-o", "a", "--split", "device", "--name", "{date}"], "a name has {device} in it"),
    (["-o", "a.gpx", "--stationary-after", "2min"], "--stationary-after needs --stationary"),
  ])
  func aWrongOptionIsExplained(arguments: [String], message: String) async {
    let test = TestEnvironment(LocationProviderMock())
    #expect(await test.run(["record"] + arguments) == 64)
    #expect(test.errors.text.contains(message), "\(test.errors.text)")
    #expect(test.errors.lines.count == 1)
  }

  @Test(arguments: [
    (["--split", "device"], ["a.gpx", "b.gpx"]),
    (["--split", "day", "--name", "{device}/{date}"], ["a/2025-03-01.gpx", "b/2025-03-01.gpx"]),
  ])
  func eachDeviceHasAFileOfItsOwn(options: [String], files: [String]) async throws {
    let script = try fixes(1...4).enumerated().map { index, step in
      guard case .update(.fix(var fix)) = step else { return step }
      fix.source.device = index.isMultiple(of: 2) ? "a" : "b"
      return LocationProviderMock.Step.update(.fix(fix))
    }
    let test = TestEnvironment(LocationProviderMock(script: script + [.end]))
    #expect(await test.run(["record", "-o", directory.path("fleet")] + options) == 0)
    for file in files {
      let content = try text("fleet/\(file)")
      #expect(content.split(separator: "<trkpt").count == 3, "\(content)")
    }
  }

  @Test func anotherFileIsRefused() async throws {
    let path = try directory.file("a.gpx", "Dear diary,\n")
    let test = TestEnvironment(LocationProviderMock(script: try fixes(1...3) + [.end]))
    #expect(await test.run("record", "-o", path) == 73)
    #expect(test.errors.text.contains("a.gpx: it has other content than a recording"))
    #expect(try text("a.gpx") == "Dear diary,\n")
  }

  @Test func anInterruptEndsItCleanly() async throws {
    let provider = LocationProviderMock(script: try fixes(1...3))
    let test = TestEnvironment(provider)
    let path = directory.path("a.gpx")
    async let code = test.run("record", "-o", path)
    #expect(await eventually { (try? count("<trkpt ", in: "a.gpx")) == 3 })
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(try text("a.gpx").hasSuffix("</gpx>\n"))
    #expect(test.errors.text == "")
    await provider.waitForStops()
  }

  @Test func aCountAndADurationEndIt() async throws {
    let counted = TestEnvironment(LocationProviderMock(script: try fixes(1...9)))
    #expect(await counted.run("record", "-o", directory.path("a.gpx"), "--count", "2") == 0)
    #expect(try count("<trkpt ", in: "a.gpx") == 2)
    let timed = TestEnvironment(LocationProviderMock(script: try fixes(1...9)))
    async let code = timed.run("record", "-o", directory.path("b.gpx"), "--for", "10s")
    #expect(await eventually { (try? count("<trkpt ", in: "b.gpx")) == 9 })
    await timed.clock.waitForSleepers()
    timed.clock.advance(by: .seconds(10))
    #expect(await code == 0)
  }

  @Test func noLocationInTimeIsAFailure() async throws {
    let test = TestEnvironment(LocationProviderMock())
    async let code = test.run("record", "-o", directory.path("a.gpx"), "--timeout", "10s")
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(10))
    #expect(await code == 75)
    #expect(test.errors.text.contains("no location in 10 s"))
  }

  @Test func theErrorOfASourceIsReportedAndTheFileIsComplete() async throws {
    let script = try fixes(1...2) + [.fail(.sourceUnavailable)]
    let test = TestEnvironment(LocationProviderMock(script: script))
    #expect(await test.run("record", "-o", directory.path("a.gpx")) == 69)
    #expect(try count("<trkpt ", in: "a.gpx") == 2)
  }

  @Test(arguments: [
    (["--every", "2s"], 5), (["--distance", "250m"], 4),
    (["--stationary", "5km", "--stationary-after", "3s"], 4), (["--drop-outliers"], 10),
  ])
  func filtersDropLocations(options: [String], left: Int) async throws {
    let test = TestEnvironment(LocationProviderMock(script: try fixes(1...10) + [.end]))
    #expect(await test.run(["record", "-o", directory.path("a.gpx")] + options) == 0)
    #expect(try count("<trkpt ", in: "a.gpx") == left)
  }

  @Test func filesAreSplitByDay() async throws {
    let day = 86_400
    let test = TestEnvironment(
      LocationProviderMock(
        script: try fixes(1...2) + fixes(day...day + 1) + fixes(3 * day...3 * day) + [.end]))
    let folder = directory.path("tracks")
    #expect(await test.run("record", "-o", folder, "--split", "day") == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["2025-03-01.gpx", "2025-03-02.gpx", "2025-03-04.gpx"])
    #expect(try count("<trkpt ", in: "tracks/2025-03-02.gpx") == 2)
  }

  @Test func filesAreSplitByGapAndByDistance() async throws {
    let steps = try fixes(1...3) + fixes(1000...1001) + [.end]
    var test = TestEnvironment(LocationProviderMock(script: steps))
    #expect(
      await test.run(
        "record", "-o", directory.path("gap"), "--split", "gap=5min", "--name", "{time}.csv") == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path("gap")).sorted()
        == ["000001.csv", "001640.csv"])
    // Two steps are 221 m.
    test = TestEnvironment(LocationProviderMock(script: try fixes(1...7) + [.end]))
    let folder = directory.path("distance")
    #expect(await test.run("record", "-o", folder, "--split", "distance=200m") == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(
      names == [
        "2025-03-01T000001.gpx", "2025-03-01T000004.gpx", "2025-03-01T000007.gpx",
      ])
  }
}
