import LocationCore
import LocationIO
import LocationSources
import LocationTesting
import LocationTracks
import TestTurns
import Testing

@testable import LocateCommands

/// `convert` with several recordings.
@Suite(.inTurn) struct ConvertSeveralTests {
  /// Recordings by their paths.
  private struct Recordings: CommandSourceAssembler {
    let texts: [String: String]

    func lastFixStore() -> LastFixStore? { nil }

    func byteSource(for source: SourceDescription) throws(UserLocationError) -> any ByteSource {
      guard case .file(let path) = source, let text = texts[path] else {
        throw UserLocationError(.sourceNotFound, source: source.description, detail: "not there")
      }
      return DataByteSource(bytes: text.utf8, name: source.description)
    }
  }

  private let files = MemoryFiles()
  private let test = TestEnvironment(
    sources: Recordings(texts: [
      "a/drive.nmea": Logs.drive, "b/drive.nmea": Logs.drive, "night.nmea": Logs.overMidnight,
      "bad.nmea": "hello\n", "still.nmea": Logs.withoutFix, "walk.gpx": TrackCommandTests.gpx,
      "marked.gpx": TrackCommandTests.gpx.replacing(
        "<trk>", with: #"<wpt lat="48" lon="11"/><trk>"#, maxReplacements: 1),
      "cut.gpx": String(TrackCommandTests.gpx.dropLast(60)),
    ]))

  private func convert(_ arguments: String...) async -> Int32 { await convert(arguments) }

  private func convert(_ arguments: [String]) async -> Int32 {
    var environment = test.environment
    environment.createFile = { files.create($0) }
    return await LocateCommand.run(arguments: ["convert"] + arguments, in: environment)
  }

  /// The lines of CSV, split at the commas.
  private func rows(_ text: String) -> [[Substring]] {
    text.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  @Test func theCSVOfSeveralHasOneHeaderAndAColumnOfFiles() async {
    #expect(await convert("b/drive.nmea", "night.nmea", "a/drive.nmea", "--to", "csv") == 0)
    let rows = rows(test.output.text)
    #expect(rows.map { $0.last } == ["file"] + names("b/drive.nmea", "night.nmea", "a/drive.nmea"))
    #expect(rows[0].first == "time_utc" && rows.allSatisfy { $0.count == rows[0].count })
    #expect(test.errors.text == "locate: left out: 2 times without a fix\n")
  }

  private func names(_ names: Substring...) -> [Substring] { names.flatMap { [$0, $0] } }

  @Test func theCSVOfOneHasNoSuchColumnAndIsOtherwiseTheSame() async {
    #expect(await convert("night.nmea", "a/drive.nmea", "--to", "csv") == 0)
    let both = rows(test.output.text).map { $0.dropLast().joined(separator: ",") }
    var alone: [String] = []
    for name in ["night.nmea", "a/drive.nmea"] {
      let test = TestEnvironment(sources: self.test.sources)
      #expect(await test.run("convert", name, "--to", "csv") == 0)
      alone += test.output.text.split(separator: "\r\n").map(String.init).dropFirst(
        alone.isEmpty ? 0 : 1)
    }
    #expect(both == alone)
  }

  @Test func theTimesOfADeviceAreItsOwn() async {
    #expect(
      await convert("night.nmea", "a/drive.nmea", "--date", "2026-05-08", "--to", "{time}") == 0)
    #expect(
      test.output.lines == [
        "2026-05-08T23:59:59.000Z", "2026-05-09T00:00:00.000Z", "2025-03-01T12:00:00.000Z",
        "2025-03-01T12:00:02.000Z",
      ])
  }

  @Test(arguments: ["bad.nmea", "missing.nmea"])
  func aBadRecordingIsReportedOnceAndDoesNotStopTheOthers(bad: String) async {
    let code = await convert("a/drive.nmea", bad, "walk.gpx", "still.nmea", "-o", "all.csv")
    #expect(code == (bad == "bad.nmea" ? 65 : 66))
    let names = rows(files.texts["all.csv"] ?? "").compactMap { $0.last }
    #expect(
      names == ["file"] + Array(repeating: "a/drive.nmea", count: 2)
        + Array(repeating: "walk.gpx", count: 6))
    let errors = test.errors.lines.filter { !$0.contains("left out") }
    #expect(errors.count == 2, "\(test.errors.text)")
    #expect(errors.first?.hasPrefix("locate: file:\(bad): ") == true)
    #expect(errors.last?.hasPrefix("locate: file:still.nmea: ") == true)
  }

  @Test(arguments: [["-o", "day.csv"], ["-o", "{name}.csv"]])
  func recordingsOutsideOfTheTimeAreCountedAndNoError(output: [String]) async {
    let time = ["--from", "2025-03-01T12:00:00Z", "--until", "2025-03-01T13:00:00Z"]
    let code = await convert(["night.nmea", "a/drive.nmea", "walk.gpx"] + time + output)
    #expect(code == 0)
    #expect(
      test.errors.lines.filter { !$0.contains("left out") } == [
        "locate: recordings without a location in the selected time: 2 of 3"
      ])
    #expect(files.texts.keys.sorted() == [output == ["-o", "day.csv"] ? "day.csv" : "drive.csv"])
    #expect(files.texts.values.first.map { rows($0).count } == 3)
  }

  @Test func aBadRecordingIsAnErrorBesideThoseOutsideOfTheTime() async {
    let code = await convert(
      "night.nmea", "bad.nmea", "a/drive.nmea", "--from", "2025-03-01", "--until", "2025-03-02",
      "-o", "day.csv")
    #expect(code == 65)
    let errors = test.errors.lines.filter { !$0.contains("left out") }
    #expect(errors.first == "locate: recordings without a location in the selected time: 1 of 3")
    #expect(errors.count == 2 && errors.last?.hasPrefix("locate: file:bad.nmea: ") == true)
  }

  @Test func noLocationInTheTimeOfAnyRecordingIsAnError() async {
    #expect(await convert("night.nmea", "walk.gpx", "--from", "2031-01-01", "-o", "day.csv") == 75)
    #expect(
      test.errors.text
        == "locate: none of the 2 recordings has a location in the selected time\n")
    #expect(files.texts.isEmpty)
  }

  @Test func waypointsThatTheOutputCannotHoldDoNotHideThatNothingIsInTheTime() async {
    #expect(await convert("marked.gpx", "--from", "2031-01-01", "--to", "csv") == 75)
    #expect(test.errors.text == "locate: file:marked.gpx: no location is in the selected time\n")
    #expect(
      await convert("marked.gpx", "a/drive.nmea", "--from", "2025-03-01", "--to", "csv") == 0)
  }

  @Test func theFirstMayBeBadToo() async {
    #expect(await convert("missing.nmea", "night.nmea", "--to", "csv") == 66)
    #expect(rows(test.output.text).map { $0.last } == ["file", "night.nmea", "night.nmea"])
  }

  @Test func withoutAnyGoodRecordingTheFormerFileStays() async {
    #expect(await convert("missing.nmea", "bad.nmea", "-o", "all.csv") == 66)
    #expect(files.texts.isEmpty)
    #expect(test.errors.lines.count == 2)
  }

  @Test func whatIsWholeOfAFileThatIsCutOffIsConverted() async {
    #expect(await convert("cut.gpx", "night.nmea", "-o", "{name}.kml") == 65)
    #expect(files.lines.keys.sorted() == ["cut.kml", "night.kml"])
    #expect(files.texts["cut.kml"]?.hasSuffix("</kml>\n") == true)
  }

  @Test func eachHasAFileOfItsOwn() async {
    #expect(await convert("a/drive.nmea", "bad.nmea", "night.nmea", "-o", "gpx/{name}.gpx") == 65)
    #expect(files.texts.keys.sorted() == ["gpx/drive.gpx", "gpx/night.gpx"])
    #expect(files.texts.values.allSatisfy { $0.hasSuffix("</gpx>\n") })
    #expect(test.output.text == "")
  }

  @Test func aFileOfItsOwnIsThatOfOneRecording() async {
    #expect(await convert("a/drive.nmea", "night.nmea", "-o", "{name}.csv") == 0)
    #expect(await convert("a/drive.nmea", "--to", "csv") == 0)
    #expect(files.texts["drive.csv"] == test.output.text)
  }

  @Test(
    arguments: [
      (["a/drive.nmea", "b/drive.nmea", "-o", "{name}.csv"], "both a/drive.nmea and b/drive.nmea"),
      (["walk.gpx", "-o", "{name}.gpx"], "walk.gpx: -o would replace this recording"),
      (["-", "-o", "{name}.gpx"], "{name} in -o is for files"),
      (["a/drive.nmea", "night.nmea", "--to", "gpx"], "a document holds one recording"),
      (["a/drive.nmea", "night.nmea", "-o", "all.kml"], "a document holds one recording"),
      (["-", "-", "--to", "csv"], "standard input can be read only once"),
      (["night.nmea", "walk.gpx", "-s", "a/drive.nmea", "--to", "csv"], "named twice"),
    ] as [([String], String)])
  func outputsThatCannotHoldThemAreRefused(arguments: [String], problem: String) async {
    var environment = test.environment
    environment.createFile = { files.create($0) }
    let code = await LocateCommand.run(arguments: ["convert"] + arguments, in: environment)
    #expect(code == 64)
    #expect(test.errors.text.contains(problem), "\(test.errors.text)")
    #expect(files.texts.isEmpty && test.output.text == "")
  }

  @Test func aFormatIsOfLinesIfNothingFollowsThem() {
    for format in TrackFormat.all {
      var empty = TrackWriter(format)
      empty.end()
      let document = empty.takeBytes()
      var lines = TrackWriter(format)
      lines.continueLines()
      lines.end()
      #expect(lines.takeBytes().isEmpty == !format.isDocument, "\(format.name)")
      #expect(document.isEmpty || format.isDocument || document.last == UInt8(ascii: "\n"))
    }
  }

  @Test func aTerminalShowsHowManyAreDone() throws {
    let clock = ManualClock()
    let sink = MemorySink(terminalWidth: 80)
    let terminal = Terminal(output: sink, errorOutput: sink, encoding: .unicode)
    let shown = Progress(on: terminal, now: { clock.date })
    let progress = try #require(shown)
    progress.advance(to: 1, of: 1000)
    #expect(sink.text == "")
    clock.advance(by: .seconds(1))
    progress.advance(to: 2, of: 1000)
    progress.advance(to: 3, of: 1000)
    #expect(sink.text == "\r2 of 1000 recordings\u{1B}[K")
  }
}
