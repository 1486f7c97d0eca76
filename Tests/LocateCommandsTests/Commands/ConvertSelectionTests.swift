import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The locations that `convert` selects.
@Suite(.inTurn) struct ConvertSelectionTests {
  private func times(_ arguments: String..., log: String = log) async -> [String] {
    let test = TestEnvironment(log: log)
    let code = await test.run(["convert", "a", "--to", "{time}"] + arguments)
    #expect(code == 0, "\(test.errors.text)")
    return test.output.lines.map { String($0.dropFirst(17).prefix(2)) }
  }

  /// A fix a second from 12:00:00 to 12:00:05, each 111 m north of the one before.
  static let log = (0...5).map { second in
    sentence("GPRMC,12000\(second).00,A,480\(second).00000,N,01100.00000,E,1.0,0.0,010325,,,A")
  }.joined()

  @Test func timesLimitTheTrack() async {
    #expect(await times("--from", "2025-03-01T12:00:03Z") == ["03", "04", "05"])
    #expect(await times("--until", "2025-03-01T12:00:03Z") == ["00", "01", "02"])
    #expect(await times("--from", "2025-03-01T12:00:03") == ["03", "04", "05"])
    #expect(await times("--from", "2025-03-01", "--until", "2025-03-01T12:00:01") == ["00"])
    #expect(await times("--from", "2025-02-28T23:59", "--count", "1") == ["00"])
    #expect(
      await times("--from", "2025-03-01T13:00:02+01:00", "--until", "2025-03-01T12:00:04.5Z")
        == ["02", "03", "04"])
  }

  @Test func aTimeOfDayIsOnTheDayOfTheFirstLocation() async {
    #expect(await times("--from", "12:00:03") == ["03", "04", "05"])
    #expect(await times("--from", "12:00", "--until", "12:00:02") == ["00", "01"])
    #expect(await times("--from", "2025-03-01T12:00:01", "--until", "12:00:02") == ["01"])
  }

  @Test func theTimeOfDayOfTheEndIsTheNextOneAfterTheStart() async {
    #expect(await times("--until", "00:00:01", log: Self.night) == ["58", "59", "00"])
    #expect(
      await times("--from", "23:59:59", "--until", "00:00:01", log: Self.night) == ["59", "00"])
  }

  @Test func theTimeOfDayOfTheEndIsNeverBeforeTheFirstLocation() async {
    #expect(await times("--from", "2025-02-01", "--until", "12:00:02") == ["00", "01"])
  }

  @Test func aTimeOfDayBeforeTheFirstLocationLeavesNothingOutAndSaysSo() async {
    let test = TestEnvironment(log: Self.night)
    #expect(await test.run("convert", "a", "--to", "{time}", "--from", "00:00:01") == 0)
    #expect(test.output.lines.count == 5)
    #expect(test.errors.text.contains("before the first location of that day"))
  }

  /// A fix a second from 23:59:58 to 00:00:02.
  static let night = zip(
    ["235958", "235959", "000000", "000001", "000002"],
    ["280225", "280225", "010325", "010325", "010325"]
  ).map { time, date in
    sentence("GPRMC,\(time).00,A,4800.00000,N,01100.00000,E,1.0,0.0,\(date),,,A")
  }.joined()

  /// With `--local-time`, the first one may be any of 24 instants.
  @Test func aTimeWithoutAnOffsetIsNotComparedWithAnInstant() throws {
    let times = ["--from", "2025-03-01T13:00:02", "--until", "2025-03-01T12:00:04Z"]
    #expect(try TimeRangeOptions.parse(times).until != nil)
    #expect(throws: (any Error).self) {
      try TimeRangeOptions.parse(times.dropLast() + ["2025-03-01"])
    }
  }

  @Test func aNumberLimitsTheTrack() async {
    #expect(await times("--count", "2") == ["00", "01"])
    #expect(await times("--from", "2025-03-01T12:00:03Z", "--count", "1") == ["03"])
  }

  @Test func aDistanceThinsTheTrack() async {
    #expect(await times("--distance", "3km") == ["00", "02", "04"])
  }

  @Test func eachReceiverIsThinnedForItself() async {
    let reports = [("a", 48.0), ("b", 50.0), ("a", 48.0), ("b", 50.0)].map { device, latitude in
      #"{"class":"TPV","device":"\#(device)","mode":2,"lat":\#(latitude),"lon":11}"# + "\n"
    }.joined()
    let test = TestEnvironment(log: reports)
    let code = await test.run("convert", "a", "--to", "{device}", "--distance", "1km")
    #expect(code == 0, "\(test.errors.text)")
    #expect(test.output.lines == ["a", "b"])
  }

  @Test func locationsWithoutATimeAreLeftOut() async {
    let timeless = Self.log + sentence("GPGLL,4900.00000,N,01100.00000,E,,A,A")
    #expect(await times("--from", "2025-03-01T12:00:05Z", log: timeless) == ["05"])
  }

  @Test func noSelectedLocationIsAnErrorAndKeepsTheFile() async {
    let test = TestEnvironment(log: Self.log)
    let code = await test.run(
      "convert", "a", "-o", "b.gpx", "--from", "2026-01-01T00:00:00Z")
    #expect(code == 75)
    #expect(test.errors.text.contains("no location is in the selected time"))
    #expect(test.file.isDiscarded)
  }

  @Test(arguments: [("b.GPX", "<?xml"), ("c.csv", "time"), ("a.b/d.geo", "geo:"), ("x.txt", "° N")])
  func theExtensionOfTheOutputChoosesTheFormat(path: String, start: String) async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "-o", path) == 0)
    #expect(test.file.text.prefix(40).contains(start), "\(test.file.text.prefix(40))")
  }

  @Test func anExplicitFormatWins() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("convert", "a", "-o", "b.gpx", "--format", "geo") == 0)
    #expect(test.file.text.hasPrefix("geo:"))
  }
}
