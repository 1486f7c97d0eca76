import Foundation
import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct OnceCommandTests {
  @Test func onceIsTheDefaultSubcommand() async throws {
    let fix = LocationUpdate.fix(try .bare(source: .live))
    let test = TestEnvironment(LocationProviderMock(script: [.update(fix)]))
    #expect(await test.run() == 0)
    #expect(test.output.text.hasPrefix("Latitude   48.1173000° N\n"))
    #expect(test.errors.text == "")
  }

  @Test func oneTPVIsPrintedAndNothingElse() async throws {
    let provider = LocationProviderMock(script: [
      .update(.sky(SkyView(satellites: [], source: .live))),
      .update(.fixLost(FixLoss(reason: .noFix, source: .live))),
      .update(.fix(try .bare(source: .live))), .update(.fix(try .bare(1, 2, source: .live))),
    ])
    let test = TestEnvironment(provider)
    #expect(await test.run("--json") == 0)
    #expect(
      test.output.text
        == #"{"class":"TPV","mode":2,"lat":48.117300000,"lon":11.516700000}"# + "\n")
    await provider.waitForStops()
  }

  @Test func theFirstAccurateEnoughLocationIsPrinted() async throws {
    let fix = try Fix.bare()
    let test = TestEnvironment(
      LocationProviderMock(script: [
        .update(.fix(fix)), .update(.fix(fix.accurate(to: 31))),
        .update(.fix(fix.accurate(to: 30.48))),
      ]))
    #expect(await test.run("--accuracy", "100ft", "--format", "{accuracy}") == 0)
    #expect(test.output.text == "30.48\n")
  }

  @Test func noFixInTimeIs75() async {
    let test = TestEnvironment(LocationProviderMock())
    async let code = test.run("--timeout", "30s")
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(30))
    #expect(await code == 75)
    #expect(test.output.text == "")
    #expect(
      test.errors.text == """
        locate: gpsd://localhost:2947: no location in 30 s: no data yet; is the receiver on and \
        connected? 'doctor' examines it

        """)
  }

  @Test func theErrorStatesTheBestAccuracy() async throws {
    let source = WaitingSource([.fix(try .bare().accurate(to: 80))])
    let test = TestEnvironment(source)
    #expect(await test.run(["--timeout", "1s", "--accuracy", "50m"], after: [source]) == 75)
    #expect(test.errors.text.contains("no location within 50 m in 1 s: "))
  }

  @Test func aSourceThatEndsWithoutALocationIs75() async throws {
    let fix = try Fix.bare().accurate(to: 80)
    let test = TestEnvironment(LocationProviderMock(script: [.update(.fix(fix)), .end]))
    #expect(await test.run("--source", "a.nmea", "--accuracy", "50m") == 75)
    #expect(
      test.errors.text == """
        locate: file:a.nmea: no location within 50 m before it ended: the best was ± 80 m; allow \
        as much with --accuracy

        """)
  }

  @Test(
    arguments: [
      (UserLocationError.Code.badData, 65), (.sourceNotFound, 66), (.hostNotFound, 68),
      (.sourceUnavailable, 69), (.inputOutput, 74), (.canNotBeLocated, 75), (.sourceEnded, 75),
      (.timedOut, 75), (.protocolViolation, 76), (.notAuthorized, 77), (.invalidSource, 64),
      (.cancelled, 130), (UserLocationError.Code("a provider's own"), 69),
    ] as [(UserLocationError.Code, Int32)])
  func everyErrorHasItsExitCode(code: UserLocationError.Code, expected: Int32) async {
    let error = UserLocationError(code, source: "x:y", detail: "it broke; mend it")
    let test = TestEnvironment(LocationProviderMock(script: [.fail(error)]))
    #expect(await test.run() == expected)
    #expect(test.output.text == "")
    #expect(test.errors.text == (code == .cancelled ? "" : "locate: x:y: it broke; mend it\n"))
  }

  @Test func verboseAddsTheCauses() async {
    struct Broken: Error, CustomStringConvertible { let description = "open: Bad\nfile" }
    let inner = UserLocationError(.inputOutput, detail: "reading failed", cause: Broken())
    let error = UserLocationError(.sourceUnavailable, source: "x:y", detail: "gone", cause: inner)
    let test = TestEnvironment(LocationProviderMock(script: [.fail(error)]))
    #expect(await test.run("--verbose") == 69)
    #expect(
      test.errors.text == """
        locate: x:y: gone
        locate: cause: reading failed
        locate: cause: open: Bad?file

        """)
  }

  @Test func aRefusalContainsAdvice() async {
    let provider = LocationProviderMock(authorization: .denied, refusal: "join the group dialout")
    let test = TestEnvironment(provider)
    #expect(await test.run() == 77)
    #expect(test.errors.text.hasSuffix("join the group dialout\n"))
    #expect(!provider.isStartUpdatingLocationCalled)
  }

  @Test func theSourceIsTheOptionThenTheVariableThenGpsd() async throws {
    let provider = LocationProviderMock(script: [.update(.fix(try .bare()))])
    let sources = SourceAssemblerMock(provider: provider)
    var test = TestEnvironment(sources: sources)
    #expect(await test.run() == 0)
    test.variables = ["LOCATE_SOURCE": "a.nmea"]
    #expect(await test.run() == 0)
    #expect(await test.run("--source", "-") == 0)
    test.variables = ["LOCATE_SOURCE": ""]
    #expect(await test.run("--rate", "4") == 0)
    #expect(sources.sources == [.standard, .file(path: "a.nmea"), .standardInput, .standard])
    #expect(sources.settings.map(\.pace) == [.unpaced, .unpaced, .unpaced, .times(4)])
  }

  @Test func anOldLiveFixIsSkipped() async throws {
    let now = ManualClock().date
    var old = try Fix.bare(1, 1, source: .live)
    old.timestamp = now.addingTimeInterval(-5.5)
    var fresh = try Fix.bare(2, 2, source: .live)
    fresh.timestamp = now.addingTimeInterval(-5)
    let provider = LocationProviderMock(script: [.update(.fix(old)), .update(.fix(fresh))])
    let test = TestEnvironment(provider)
    #expect(await test.run("--max-age", "5s", "--format", "{latitude}") == 0)
    #expect(test.output.text == "2\n")
  }

  @Test func anOldRecordingIsAccepted() async throws {
    var fix = try Fix.bare()
    fix.timestamp = .distantPast
    let test = TestEnvironment(LocationProviderMock(script: [.update(.fix(fix))]))
    #expect(await test.run("--max-age", "5s") == 0)
  }

  @Test func textWithDollarSignsIsNotALog() async throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/not-nmea.txt").path()
    let test = TestEnvironment(
      sources: CommandSources(commandName: "locate", notice: { _ in }))
    #expect(await test.run("--source", path) == 65)
    #expect(test.output.text == "")
    #expect(test.errors.text.contains(": no NMEA sentence in its "), "\(test.errors.text)")
  }

  @Test func verbosePrintsTheSourcesLogAndTheCounters() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("--verbose", "--max-age", "1h", "--format", "geo") == 0)
    #expect(test.errors.lines.first == "locate: debug: opened source=file:test.nmea")
    // All bytes were read when the first location arrived.
    let counts = "locate: \(Logs.drive.utf8.count) bytes; 6 sentences: 3 GPRMC, 3 GPGGA; 0 bad; "
    #expect(test.errors.lines.contains { $0.hasPrefix(counts) }, "\(test.errors.text)")
  }

  @Test func verbosePrintsTheCountersAfterAFailure() async {
    let test = TestEnvironment(log: "$GPRMC,1*00\r\n")
    #expect(await test.run("--verbose") == 65)
    #expect(
      test.errors.text.contains("; 0 sentences; 1 bad: 1 checksum wrong; 0 epochs; 0 fixes\n"))
  }

  @Test func ctrlCIsQuietAnd130() async {
    let provider = LocationProviderMock()
    let test = TestEnvironment(provider)
    async let code = test.run("--timeout", "1h")
    await provider.waitForStarts()
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(test.errors.text == "")
    #expect(test.output.text == "")
    await provider.waitForStops()
  }

  @Test func ctrlCBeforeTheWorkBeginsEndsItToo() async {
    let test = TestEnvironment(LocationProviderMock())
    test.interrupts.interruptEarly()
    #expect(await test.run("--timeout", "1h") == 130)
  }

  @Test func aClosedPipeIsNotAFailure() async throws {
    let output = MemorySink(failure: (0, .closedPipe))
    let test = TestEnvironment(
      LocationProviderMock(script: [.update(.fix(try .bare()))]), output: output)
    #expect(await test.run() == 0)
    #expect(test.errors.text == "")
  }

  @Test func aFullDiskIs74() async throws {
    let error = OutputError.failed(name: "standard output", reason: "no space left on device")
    let test = TestEnvironment(
      LocationProviderMock(script: [.update(.fix(try .bare()))]),
      output: MemorySink(failure: (0, error)))
    #expect(await test.run() == 74)
    #expect(
      test.errors.text
        == "locate: standard output: cannot be written: no space left on device\n")
  }
}
