import LocationCore
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct WatchCommandTests {
  private func fix(_ latitude: Double) throws -> LocationProviderMock.Step {
    .update(.fix(try .bare(latitude, 0, source: .live)))
  }

  @Test func locationsArePrintedUntilTheSourceEnds() async throws {
    let test = TestEnvironment(LocationProviderMock(script: [try fix(1), try fix(2), .end]))
    #expect(await test.run("watch", "--format", "{latitude}") == 0)
    #expect(test.output.text == "1\n2\n")
  }

  @Test func eachLocationIsWrittenBeforeTheNextArrives() async throws {
    let test = TestEnvironment(LocationProviderMock(script: [try fix(1), try fix(2), .end]))
    #expect(await test.run("watch", "--format", "geo") == 0)
    #expect(test.output.writes == 2)
  }

  @Test func jsonContainsTheSkyAndTheLossOfAFix() async throws {
    let test = TestEnvironment(
      LocationProviderMock(script: [
        .update(.sky(SkyView(satellites: [Satellite(prn: 3)], source: .live))), try fix(1),
        .update(.fixLost(FixLoss(reason: .noFix, source: .live))), .end,
      ]))
    #expect(await test.run("watch", "--json") == 0)
    #expect(
      test.output.lines == [
        #"{"class":"SKY","nSat":1,"satellites":[{"PRN":3}]}"#,
        #"{"class":"TPV","mode":2,"lat":1.000000000,"lon":0.000000000}"#,
        #"{"class":"TPV","mode":1}"#,
      ])
  }

  @Test(arguments: [["watch", "--source", "a"], ["replay", "a"]])
  func verbosePrintsTheCounters(arguments: [String]) async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run(arguments + ["--verbose", "--format", "geo"]) == 0)
    #expect(test.output.lines.count == 2)
    #expect(
      test.errors.lines == [
        "locate: debug: opened source=file:test.nmea",
        "locate: debug: ended bad=0 bytes=\(Logs.drive.utf8.count) epochs=3 fixes=2 sentences=6 "
          + "source=file:test.nmea",
        "locate: \(Logs.drive.utf8.count) bytes; 6 sentences: 3 GPRMC, 3 GPGGA; 0 bad; 3 epochs; "
          + "2 fixes",
      ])
  }

  @Test func theCountEndsIt() async throws {
    let provider = LocationProviderMock(script: [
      try fix(1), .update(.sky(SkyView(satellites: [], source: .live))), try fix(2), try fix(3),
    ])
    let test = TestEnvironment(provider)
    #expect(await test.run("watch", "--count", "2", "--format", "{latitude}") == 0)
    #expect(test.output.text == "1\n2\n")
    await provider.waitForStops()
  }

  @Test func theDurationEndsIt() async throws {
    let clock = ManualClock()
    let provider = LocationProviderMock(
      script: [try fix(1), .wait(.seconds(1)), try fix(2)], clock: clock)
    let test = TestEnvironment(provider)
    async let code = test.run("watch", "--for", "10s", "--format", "gpx")
    await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    await test.clock.waitForSleepers()
    await test.output.written(2)
    test.clock.advance(by: .seconds(10))
    #expect(await code == 0)
    #expect(test.output.text.hasSuffix("</trkseg>\n</trk>\n</gpx>\n"))
    await provider.waitForStops()
  }

  @Test(arguments: ["--for", "--timeout"])
  func noLocationInThatTimeIs75(option: String) async {
    let test = TestEnvironment(LocationProviderMock())
    async let code = test.run("watch", option, "10s")
    await test.clock.waitForSleepers()
    test.clock.advance(by: .seconds(10))
    #expect(await code == 75)
    #expect(test.errors.text.contains(": no location in 10 s: no data yet; "))
  }

  @Test func theTimeoutAppliesToTheFirstLocation() async throws {
    let provider = LocationProviderMock(script: [try fix(1)])
    let test = TestEnvironment(provider)
    async let code = test.run("watch", "--timeout", "10s", "--count", "2")
    await test.clock.waitForSleepers()
    await test.output.written(1)
    test.clock.advance(by: .seconds(10))
    provider.send(.fix(try .bare(2, 2)))
    #expect(await code == 0)
    #expect(test.output.lines.count == 2)
  }

  @Test func locationsAreReportedOnlyAfterTheDistance() async throws {
    // A thousandth of a degree of latitude is 110.6 m at the equator.
    let test = TestEnvironment(
      LocationProviderMock(script: [try fix(0), try fix(0.001), try fix(0.002), .end]))
    #expect(await test.run("watch", "--distance", "200m", "--format", "{latitude}") == 0)
    #expect(test.output.text == "0\n0.002\n")
  }

  @Test func onlyAccurateEnoughLocationsAreReported() async throws {
    let fix = try Fix.bare()
    let test = TestEnvironment(
      LocationProviderMock(script: [
        .update(.fix(fix)), .update(.fix(fix.accurate(to: 60))),
        .update(.fix(fix.accurate(to: 40))), .end,
      ]))
    #expect(await test.run("watch", "--accuracy", "50m", "--format", "{accuracy}") == 0)
    #expect(test.output.text == "40\n")
  }

  @Test(arguments: [
    (["--every", "2s"], "0 0.002 0.003"),
    (["--stationary", "500m", "--stationary-after", "1s"], "0 0.001 1 0.003"),
    (["--drop-outliers"], "0 0.001 0.002 0.003"),
    (["--drop-outliers", "--distance", "200m"], "0 0.002"),
  ])
  func filtersDropLocations(options: [String], left: String) async throws {
    // The fourth location is 110 km from the others.
    let script = try [0, 0.001, 0.002, 1, 0.003].enumerated().map { second, latitude in
      var fix = try Fix.bare(latitude, 0, source: .live)
      fix.timestamp = Date(timeIntervalSince1970: 1_740_787_200 + Double(second))
      return LocationProviderMock.Step.update(.fix(fix))
    }
    for command in ["watch", "replay"] {
      let test = TestEnvironment(LocationProviderMock(script: script + [.end]))
      let arguments = [command, "--source", "a", "--format", "{latitude}"] + options
      #expect(await test.run(arguments) == 0)
      #expect(test.output.lines.joined(separator: " ") == left, "\(arguments)")
    }
  }

  @Test(
    arguments: [
      (
        ["--accuracy", "50m"], [nil, nil],
        "the locations do not state their error; leave --accuracy out"
      ),
      (["--accuracy", "50m"], [80, 90], "the best was ± 80 m; allow as much with --accuracy"),
      (["--drop-outliers"], [300, 300], "the options left out all of its locations"),
    ] as [([String], [Double?], String)], [["watch"], ["record", "-o"], ["publish", "--to"]])
  func withoutAnAcceptedLocationItIs75(
    given: (options: [String], errors: [Double?], words: String), command: [String]
  ) async throws {
    let directory = try TemporaryDirectory()
    let script = try given.errors.map { error -> LocationProviderMock.Step in
      var fix = try Fix.bare(source: .live)
      fix.errors.horizontal = error
      return .update(.fix(fix))
    }
    var test = TestEnvironment(LocationProviderMock(script: script + [.end]))
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME"] {
      test.variables[name] = directory.path("home")
    }
    let file = command.count > 1 ? [directory.path("file.csv")] : []
    #expect(await test.run(command + file + given.options) == 75)
    #expect(test.errors.text.contains(given.words), "\(test.errors.text)")
    #expect(test.output.text == "")
  }

  @Test func ctrlCCompletesTheDocumentAndIs130() async throws {
    let provider = LocationProviderMock(script: [try fix(1)])
    let test = TestEnvironment(provider)
    async let code = test.run("watch", "--format", "gpx")
    await test.output.written(1)
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(test.output.text.hasSuffix("</gpx>\n"))
    #expect(test.errors.text == "")
  }

  @Test func ctrlCLeavesTheTerminalOnALineOfItsOwn() async throws {
    let provider = LocationProviderMock(script: [try fix(1)])
    let test = TestEnvironment(provider, output: MemorySink(terminalWidth: 80))
    async let code = test.run("watch")
    await test.output.written(1)
    test.interrupts.interrupt()
    #expect(await code == 130)
    #expect(test.output.text == "\r1.0000000° N  0.0000000° E\u{1B}[K\n")
  }

  @Test func anotherSignalHasItsOwnCode() async {
    let provider = LocationProviderMock()
    let test = TestEnvironment(provider)
    async let code = test.run("watch")
    await provider.waitForStarts()
    test.interrupts.interrupt(15)
    #expect(await code == 143)
  }

  @Test func aReaderThatClosesThePipeEndsItQuietly() async throws {
    let provider = LocationProviderMock(script: [try fix(1), try fix(2), try fix(3)])
    let test = TestEnvironment(provider, output: MemorySink(failure: (1, .closedPipe)))
    #expect(await test.run("watch", "--format", "{latitude}") == 0)
    #expect(test.output.text == "1\n")
    #expect(test.errors.text == "")
    await provider.waitForStops()
  }

  @Test func aSourceThatFailsImmediatelyWritesNothing() async {
    let error = UserLocationError(.sourceNotFound, source: "file:a", detail: "no such file")
    let test = TestEnvironment(LocationProviderMock(script: [.fail(error)]))
    #expect(await test.run("watch", "--format", "gpx") == 66)
    #expect(test.output.text == "")
  }

  @Test func aSourceThatBreaksLaterLeavesACompleteDocument() async throws {
    let test = TestEnvironment(
      LocationProviderMock(script: [try fix(1), .fail(UserLocationError(.inputOutput))]))
    #expect(await test.run("watch", "--format", "gpx") == 74)
    #expect(test.output.text.hasSuffix("</gpx>\n"))
  }

  @Test func aRecordingPlaysAtItsOwnPace() async throws {
    let sources = SourceAssemblerMock(provider: LocationProviderMock(script: [.end]))
    let test = TestEnvironment(sources: sources)
    #expect(await test.run("watch", "--source", "a") == 0)
    #expect(await test.run("watch", "--source", "a", "--rate", "max") == 0)
    #expect(await test.run("replay", "a") == 0)
    #expect(await test.run("replay", "--source", "a", "--rate", "0.5", "--loop") == 0)
    #expect(sources.settings.map(\.pace) == [.recorded, .unpaced, .recorded, .times(0.5)])
    #expect(sources.settings.map(\.loops) == [false, false, false, true])
  }
}
