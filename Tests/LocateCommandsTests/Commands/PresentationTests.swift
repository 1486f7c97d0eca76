import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `--units`, `--coordinates` and `--local-time`.
@Suite(.inTurn) struct PresentationTests {
  private func once(_ arguments: String...) async throws -> String {
    await text(of: try .full(source: .live), ["once"] + arguments)
  }

  private func text(of fix: Fix, _ arguments: [String]) async -> String {
    let test = TestEnvironment(LocationProviderMock(script: [.update(.fix(fix))]))
    #expect(await test.run(arguments) == 0)
    return test.output.text
  }

  @Test func unitsAreTheUsers() async throws {
    #expect(
      try await once("--units", "nautical").contains(
        "Altitude   1789.4 ft above mean sea level, 1943.2"))
    #expect(try await once("--units", "nautical").contains("Speed      25.5 kn\nCourse"))
    #expect(try await once("--units", "IMPERIAL").contains("Speed      29.4 mph\nCourse"))
    #expect(
      try await once("--units", "imperial").contains("Accuracy   ± 13.1 ft, height ± 23.0 ft\n"))
    #expect(try await once("--units", "imperial").contains("Climb      -98.4 ft/min\n"))
    #expect(try await once("--units", "metric") == (try await once()))
  }

  @Test(arguments: [
    ("decimal", "Latitude   33.8567840° S\nLongitude  151.2152970° E\nAltitude"),
    ("dm", "Latitude   33° 51.40704' S\nLongitude  151° 12.91782' E\nAltitude"),
    ("dms", "Latitude   33° 51' 24.422\" S\nLongitude  151° 12' 55.069\" E\nAltitude"),
    ("utm", "Position   56H 334900.26 6252290.52\nAltitude"),
    ("mgrs", "Position   56HLH3490052290\nAltitude"), ("olc", "Position   4RRH46V8+74M\nAltitude"),
    ("maidenhead", "Position   QF56od54\nAltitude"),
  ])
  func coordinatesHaveTheNotation(notation: String, start: String) async throws {
    #expect(try await once("--coordinates", notation).hasPrefix(start))
  }

  @Test func streamsAndTemplatesFollowThemToo() async throws {
    let line = await text(
      of: try .full(source: .live),
      ["watch", "--count", "1", "--units", "nautical", "--coordinates", "mgrs"])
    #expect(
      line.hasPrefix(
        "00:00:00Z  56HLH3490052290  1789.4 ft MSL  ± 13.1 ft  25.5 kn  84°  8 sat"))
    #expect(
      try await once(
        "--format", "{coordinates} {speed:.0}", "--coordinates", "olc", "--units", "nautical")
        == "4RRH46V8+74M 26\n")
  }

  @Test func localTimeStatesTheOffset() async throws {
    let offset = TimeZone.current.secondsFromGMT(
      for: Date(timeIntervalSince1970: 1_735_689_600.25))
    let minutes = abs(offset) / 60
    let zone =
      offset == 0
      ? "Z" : String(format: "%@%02d:%02d", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
    let text = try await once("--local-time")
    #expect(text.contains(" \(zone), ") || text.contains(" \(zone)\n"))
    #expect(!text.contains("UTC"))
  }

  @Test(
    arguments: ["json", "csv", "gpx", "geojson", "nmea", "geo"],
    [["--units", "metric"], ["--coordinates", "decimal"], ["--local-time"]])
  func formatsForProgramsRefuseThem(format: String, options: [String]) async {
    // The times of --from and --until may be local in any format.
    let once = ["once", "--format"]
    for command in options == ["--local-time"] ? [once] : [once, ["convert", "a", "--to"]] {
      let test = TestEnvironment(log: Logs.drive)
      #expect(await test.run(command + [format] + options) == 64)
      #expect(test.errors.text.contains("\(options[0]) is for text and templates"))
      #expect(test.output.text == "")
    }
  }

  @Test(arguments: [
    (["--units", "parsec"], "units are metric, nautical or imperial"),
    (["--coordinates", "w3w"], "notations are decimal, dm, dms, utm, mgrs, olc, maidenhead"),
  ])
  func anUnknownNameIsAUsageError(options: [String], message: String) async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run(["once"] + options) == 64)
    #expect(test.errors.text.contains(message))
  }

  @Test(
    .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
    arguments: [
      ("UTC0", "2025-03-01T12:00:00.000Z"), ("NPT-5:45", "2025-03-01T17:45:00.000+05:45"),
      ("EST5EDT,M1.1.0,M11.1.0", "2025-03-01T08:00:00.000-04:00"),
      ("XXX14", "2025-02-28T22:00:00.000-14:00"),
    ])
  func theVariableTZSelectsTheTimeZone(zone: String, time: String) throws {
    let process = try LocateProcess(
      ["convert", "-", "--to", "{time}", "--local-time"],
      by: ["/usr/bin/env", "TZ=\(zone)", LocateProcess.executable.path()])
    process.write(Logs.drive)
    process.endInput()
    #expect(process.readLine() == time)
    process.process.waitUntilExit()
  }

  @Test(
    .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
    arguments: [
      ("NPT-5:45", "2025-03-01T17:45:02"), ("NPT-5:45", "2025-03-01T12:00:02Z"),
      // There, 12:00 UTC is 08:00: summer time has begun.
      ("EST5EDT,M1.1.0,M11.1.0", "2025-03-01T08:00:02"),
      ("NPT-5:45", "17:45:02"), ("EST5EDT,M1.1.0,M11.1.0", "08:00:02"),
      // There it is 2 March already.
      ("XXX-14", "02:00:02"),
    ])
  func aTimeWithoutAnOffsetIsLocalOnRequest(zone: String, from: String) throws {
    let process = try LocateProcess(
      ["convert", "-", "--to", "csv", "--from", from, "--count", "1", "--local-time"],
      by: ["/usr/bin/env", "TZ=\(zone)", LocateProcess.executable.path()])
    process.write(Logs.drive)
    process.endInput()
    _ = process.readLine()
    #expect(process.readLine().hasPrefix("2025-03-01T12:00:02.000Z"))
    process.process.waitUntilExit()
  }
}
