import LocationTesting
import NMEALocation
import TestSupport
import TestTurns
import TestValues
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct ConvertCommandTests {
  @Test func everyLocationOfTheLogIsWritten() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--to", "{time} {latitude}") == 0)
    #expect(
      test.output.lines == [
        "2025-03-01T12:00:00.000Z 48.1173", "2025-03-01T12:00:02.000Z 48.117333333",
      ])
    #expect(test.errors.text == "")
  }

  @Test(arguments: ["convert a --to", "watch --rate max -s a -f", "replay a --rate max -f"])
  func aGivenDateCompletesTheTimesOfALogWithoutDates(command: String) async {
    let arguments = command.split(separator: " ").map(String.init) + ["{time}|{mode}"]
    let dated = TestEnvironment(log: Logs.overMidnight)
    #expect(await dated.run(arguments + ["--date", "2026-05-08"]) == 0)
    #expect(dated.output.lines == ["2026-05-08T23:59:59.000Z|3", "2026-05-09T00:00:00.000Z|3"])
    let undated = TestEnvironment(log: Logs.overMidnight)
    #expect(await undated.run(arguments) == 0)
    #expect(undated.output.lines == ["|3", "|3"])
  }

  /// GGA, and a date after two of them.
  private let lateDate =
    ["0", "1", "2"].map {
      sentence("GPGGA,09150\($0),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,")
    }.joined() + sentence("GPZDA,091503,08,05,2026,,")

  @Test(arguments: ["convert a --to", "watch --rate max -s a -f", "replay a --rate max -f"])
  func aDateThatComesLaterIsThatOfTheTimesBefore(command: String) async {
    let arguments = command.split(separator: " ").map(String.init) + ["{time}"]
    let test = TestEnvironment(log: lateDate)
    #expect(await test.run(arguments) == 0)
    #expect(test.output.lines == (0...2).map { "2026-05-08T09:15:0\($0).000Z" })
  }

  @Test func aDateThatComesLaterCountsForTheSelection() async {
    let test = TestEnvironment(log: lateDate)
    let arguments = ["convert", "a", "--from", "2026-05-08T09:15:01Z", "--to", "{time}"]
    #expect(await test.run(arguments) == 0)
    #expect(test.output.lines == (1...2).map { "2026-05-08T09:15:0\($0).000Z" })
  }

  @Test(arguments: ["convert a --to", "watch --rate max -s a -f", "replay a --rate max -f"])
  func aDateBeforeTheGivenDayIsMovedByWeekRollovers(command: String) async {
    let arguments = command.split(separator: " ").map(String.init) + ["{time}"]
    let test = TestEnvironment(
      log: sentence("GPRMC,120000,A,4807.038,N,01131.000,E,10.0,84.4,160705,,,A"))
    #expect(await test.run(arguments + ["--not-before", "2025-03-01"]) == 0)
    #expect(test.output.lines == ["2025-03-01T12:00:00.000Z"])
  }

  @Test(arguments: ["2026-02-29", "8.5.2026", "2026-5-8", "2026-05-08T00:00:00Z", ""])
  func aDateThatDoesNotExistIsRefused(date: String) async {
    let test = TestEnvironment(log: Logs.overMidnight)
    #expect(await test.run("convert", "a", "--json", "--date", date) == 64)
    #expect(test.errors.text.contains("a date is year-month-day, e.g. 2026-05-08"))
  }

  @Test(arguments: ["convert sim:drive", "watch sim:drive --count 1", "once gpsd://localhost:1"])
  func aDateForASourceThatStatesItsDatesIsRefused(command: String) async {
    let test = TestEnvironment(log: "")
    let arguments = command.split(separator: " ").map(String.init)
    #expect(await test.run(arguments + ["--json", "--date", "2026-05-08"]) == 64)
    #expect(test.errors.text.contains("--date is for NMEA, and this source states its dates"))
    let other = TestEnvironment(log: "")
    #expect(await other.run(arguments + ["--json", "--not-before", "2026-05-08"]) == 64)
    #expect(other.errors.text.contains("--not-before is for NMEA"))
  }

  @Test func jsonContainsTheLossOfTheFix() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--json") == 0)
    let modes = test.output.lines.compactMap { line in
      line.firstRange(of: "\"mode\":").map { line[$0.upperBound] }
    }
    #expect(modes == ["3", "1", "3"])
  }

  @Test func aLostFixSplitsTheTrack() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--to", "gpx") == 0)
    #expect(test.output.lines.count { $0 == "<trkseg>" } == 2)
    #expect(test.output.lines.count { $0.hasPrefix("<trkpt") } == 2)
  }

  @Test func outputIsCollectedIntoLargeWrites() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--to", "csv") == 0)
    #expect(test.output.writes <= 2)
  }

  @Test(
    arguments: [
      ("", "it is empty", 65), ("hello\n", "no NMEA sentence", 65),
      (Logs.withoutFix, "without a fix", 75),
    ] as [(String, String, Int32)])
  func aLogWithoutAFixIsAnErrorWithTheReason(log: String, answer: String, code: Int32) async {
    // Playing and converting give the same error.
    for arguments in [["once", "--source", "a"], ["convert", "a", "--to", "geojson"]] {
      let test = TestEnvironment(log: log)
      #expect(await test.run(arguments) == code)
      #expect(test.errors.lines.count == 1)
      #expect(test.errors.text.hasPrefix("locate: file:test.nmea: "))
      #expect(test.errors.text.contains(answer), "\(test.errors.text)")
    }
  }

  @Test func anEmptyResultIsACompleteDocument() async {
    let test = TestEnvironment(log: "")
    #expect(await test.run("convert", "-", "--to", "gpx") == 65)
    #expect(test.output.text.hasSuffix("</gpx>\n"))
  }

  @Test func theFileGetsItsNameWhenItIsComplete() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--to", "geo", "-o", "b.geo") == 0)
    #expect(test.file.isCommitted)
    #expect(test.file.lines.count == 2)
    #expect(test.output.text == "")
  }

  @Test func aFailureKeepsTheFormerFile() async {
    let test = TestEnvironment(log: Logs.withoutFix)
    #expect(await test.run("convert", "a", "--to", "gpx", "-o", "b.gpx") == 75)
    #expect(test.file.isDiscarded && !test.file.isCommitted)
  }

  @Test func aFileThatCanNotBeCreatedIs73() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--to", "gpx", "-o", "/nowhere/b") == 73)
    #expect(
      test.errors.text
        == "locate: /nowhere/b: cannot be created: no such file or directory\n")
  }

  @Test func aDashIsStandardOutput() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "--to", "geo", "-o", "-") == 0)
    #expect(test.output.lines.count == 2)
  }

  @Test func verbosePrintsTheCounters() async {
    let test = TestEnvironment(log: Logs.drive + "$GPGGA,damaged*00\r\n")
    #expect(await test.run("convert", "a", "--to", "geo", "--verbose") == 0)
    #expect(
      test.errors.text == """
        locate: \(Logs.drive.utf8.count + 19) bytes; 6 sentences: 3 GPRMC, 3 GPGGA; 1 bad: \
        1 checksum wrong; 3 epochs; 2 fixes
        locate: left out: 1 time without a fix, times, altitudes, geoid separations, speeds, \
        courses, modes, statuses, numbers of satellites and HDOPs of 2 points, damaged sentence

        """)
  }

  @Test func damagedSentencesAreCountedUnlessTheyAreCopied() async {
    let log = Logs.drive + "$GPGGA,damaged*00\r\n$GPGGA,damaged*01\r\n"
    for (format, losses) in [("csv", ", damaged sentence (2)\n"), ("nmea", "")] {
      let test = TestEnvironment(log: log)
      #expect(await test.run("convert", "a", "--to", format) == 0)
      #expect(test.errors.text.hasSuffix(losses), "\(format): \(test.errors.text)")
      #expect(test.output.text.contains("damaged") == losses.isEmpty)
      #expect(test.errors.text.contains("damaged") == !losses.isEmpty)
    }
  }

  @Test func ctrlCEndsAConversionThatWaitsForInput() async {
    let source = BlockingSource(first: Logs.drive)
    let test = TestEnvironment(sources: SourceAssemblerMock(bytes: source))
    async let code = test.run("convert", "-", "--to", "gpx")
    await source.waits()
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(test.output.text.hasSuffix("</gpx>\n"))
    #expect(test.errors.text == "")
  }

  @Test func aLongLogIsConvertedInPieces() async {
    let log = String(repeating: Logs.drive, count: 2000)
    let test = TestEnvironment(log: log)
    #expect(await test.run("convert", "a", "--to", "geo") == 0)
    #expect(test.output.writes >= log.utf8.count / (1 << 16))
    #expect(test.output.lines.count == 4000)
  }
}

@Suite(.inTurn) struct ProgressTests {
  @Test func progressIsOnlyForTerminals() {
    let sink = MemorySink()
    let terminal = Terminal(output: sink, errorOutput: sink, encoding: .unicode)
    #expect(Progress(on: terminal, now: { .distantPast }) == nil)
  }

  @Test func progressAppearsAfterASecondAndIsRemoved() throws {
    let clock = ManualClock()
    let sink = MemorySink(terminalWidth: 80)
    let terminal = Terminal(output: sink, errorOutput: sink, encoding: .unicode)
    let shown = Progress(on: terminal, now: { clock.date })
    let progress = try #require(shown)
    var decoder = NMEALocationDecoder(source: .replayed)
    decoder.decode(Array(Logs.drive.utf8)) { _, _ in }
    progress.advance(to: decoder.counters)
    clock.advance(by: .milliseconds(999))
    progress.advance(to: decoder.counters)
    #expect(sink.text == "")
    clock.advance(by: .milliseconds(1))
    progress.advance(to: decoder.counters)
    clock.advance(by: .milliseconds(199))
    progress.advance(to: decoder.counters)
    #expect(sink.text == "\r0 MB, 1 locations\u{1B}[K")
    progress.finish()
    #expect(sink.text.hasSuffix("\u{1B}[K\r\u{1B}[K"))
  }
}
