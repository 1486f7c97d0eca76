import Foundation
import LocationSimulation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `simulate`, and `sim:` sources of the other commands.
@Suite(.inTurn) struct SimulateCommandTests {
  /// - Parameter report: what the command says on standard error.
  func output(of arguments: String..., saying report: String = "") async -> String {
    let test = WireEnvironment()
    #expect(await test.run(arguments) == 0)
    #expect(test.errors.text == report)
    return test.output.text
  }

  @Test func theSameSeedGivesTheSameOutputAtEveryRate() async {
    let fast = await output(
      of: "simulate", "walk", "--seed", "7", "--for", "30s", "--rate", "max", "--format", "nmea")
    let slow = await output(
      of: "simulate", "walk", "--seed", "7", "--for", "30s", "--rate", "100", "--format", "nmea")
    let other = await output(
      of: "simulate", "walk", "--seed", "8", "--for", "30s", "--rate", "max", "--format", "nmea")
    #expect(fast.split(separator: "\r\n").count { $0.contains("GGA") } == 30)
    #expect(slow == fast)
    #expect(other != fast)
  }

  @Test func everyCommandAcceptsASimulatedSource() async {
    let source = "sim:walk?seed=7&for=5s"
    let simulated = await output(
      of: "simulate", "walk", "--seed", "7", "--for", "5s", "--rate", "max", "--format", "csv")
    #expect(simulated.contains(",simulated,sim:walk,"))
    let lines = { (text: String) in text.split(whereSeparator: \.isNewline) }
    let columns = { (text: String) in lines(text).map { $0.split(separator: ",").prefix(3) } }
    let watched = await output(of: "watch", "--source", source, "--rate", "max", "--format", "csv")
    #expect(watched == simulated)
    let replayed = await output(of: "replay", source, "--rate", "max", "--format", "csv")
    #expect(replayed == simulated)
    // The output as NMEA can be read again.
    let converted = await output(
      of: "convert", source, "--to", "csv",
      saying: "locate: left out: further error estimates of 5 points, GSV sentences (60)\n")
    #expect(columns(converted) == columns(simulated))
    #expect(converted.contains(",simulated,"))
    #expect(!converted.contains("replayed"))
    let once = await output(of: "--source", source, "--format", "{latitude}")
    #expect(lines(simulated)[1].contains(once.dropLast()))
    let decoded = await output(of: "decode", source, "--format", "text")
    #expect(decoded.split(separator: "\n").count { $0.contains("GNGGA") } == 5)
  }

  @Test func damagedSentencesAreLostInEveryCommand() async {
    let source = "sim:flaky?seed=7&for=2m"
    var fixes: [[String]] = []
    for command in [
      ["convert", source, "--to", "{time} {latitude}"],
      ["simulate", source, "--rate", "max", "--format", "{time} {latitude}"],
      ["watch", "--source", source, "--rate", "max", "--format", "{time} {latitude}"],
    ] {
      let test = WireEnvironment()
      #expect(await test.run(command + ["--verbose"]) == 0)
      #expect(test.errors.text.contains("checksum wrong"), "\(test.errors.text)")
      fixes.append(test.output.lines)
    }
    #expect(fixes[0].count > 10)
    #expect(fixes[1] == fixes[0])
    #expect(fixes[2] == fixes[0])
  }

  @Test func optionsAndKeysOfTheSourceAreEquivalent() async {
    let options = await output(
      of: "simulate", "drive", "--start-at", "48,11", "--end-at", "48.01,11", "--speed", "36km/h",
      "--start",
      "2030-01-02T03:04:05Z", "--hz", "2", "--for", "2s", "--rate", "max", "--format",
      "{time} {speed}")
    let keys = await output(
      of: "watch", "--source",
      "sim:drive?start-at=48,11&end-at=48.01,11&speed=36km/h&start=2030-01-02T03:04:05Z&hz=2&for=2s",
      "--rate", "max", "--format", "{time} {speed}")
    #expect(options == keys)
    let lines = options.split(separator: "\n")
    #expect(
      lines.map { $0.prefix(23) } == [
        "2030-01-02T03:04:05.000", "2030-01-02T03:04:05.500", "2030-01-02T03:04:06.000",
        "2030-01-02T03:04:06.500",
      ])
    for line in lines {
      let speed = line.split(separator: " ").last.flatMap { Double($0) } ?? 0
      #expect(abs(speed - 10) < 0.5)
    }
  }

  @Test func aRouteEndsAtItsDestination() async throws {
    let lines = await output(
      of: "simulate", "--start-at", "-48,-11", "--end-at", "-48.01,-11", "--speed", "100m/s",
      "--rate",
      "max",
      "--format", "{latitude}"
    ).split(separator: "\n").compactMap { Double($0) }
    #expect(lines.count == 13)
    let (first, last) = (try #require(lines.first), try #require(lines.last))
    #expect(abs(first + 48) < 1e-4 && abs(last + 48.01) < 1e-4)
  }

  @Test func theStartCanBeNow() async {
    let year = await output(
      of: "simulate", "--start", "now", "--count", "1", "--rate", "max", "--format", "{time}"
    ).prefix(4)
    #expect(
      Int(year) ?? 0 >= 2025 && year != "2025"
        || Date() < Date(timeIntervalSince1970: 1_767_225_600))
  }

  @Test func aLoopEndsAfterTheGivenTime() async throws {
    let lines = await output(
      of: "simulate", "tunnel", "--loop", "--for", "185s", "--rate", "max", "--json"
    ).split(separator: "\n").filter { $0.contains("TPV") }
    let time = { (line: Substring) in
      line.firstRange(of: #""time":""#).map { line[$0.upperBound...].prefix(19) }
    }
    try #require(lines.count == 185)
    #expect(time(lines[179]) == "2025-06-01T08:02:59")
    #expect(time(lines[180]) == "2025-06-01T08:00:00")
  }

  @Test func theFixIsLostInTheTunnelAndReturns() async {
    let modes = await output(of: "simulate", "tunnel", "--rate", "max", "--json")
      .split(separator: "\n").filter { $0.contains("TPV") }
      .map { $0.contains(#""mode":1"#) }
    #expect(modes.firstIndex(of: true) == 60)
    #expect(modes[60..<105].allSatisfy { $0 })
    // After the tunnel there are few satellites for ten seconds, and then a permanent fix.
    #expect(!modes[116...].contains(true))
  }

  @Test func theListDescribesEachScenario() async {
    let lines = await output(of: "simulate", "--list").split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != " " } } == Scenario.builtInNames.map { $0[...] })
    #expect(lines.allSatisfy { $0.count > 20 })
  }

  @Test(arguments: Scenario.builtInNames)
  func aDescriptionAsJSONIsAScenarioFile(name: String) async throws {
    let directory = try TemporaryDirectory()
    let json = await output(of: "simulate", "--describe", name, "--json")
    let path = try directory.file("\(name).json", json)
    let options = ["--for", "20s", "--rate", "max", "--format", "nmea"]
    let (own, builtIn) = (WireEnvironment(), WireEnvironment())
    #expect(await own.run(["simulate", path] + options) == 0)
    #expect(await builtIn.run(["simulate", name] + options) == 0)
    #expect(own.output.text == builtIn.output.text)
    #expect(await output(of: "simulate", "--describe", name).hasPrefix("\(name): "))
  }

  @Test func aScenarioFileCanUseARecordedTrack() async throws {
    let directory = try TemporaryDirectory()
    _ = try directory.file(
      "way.gpx",
      """
      <?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="x">
      <rte><rtept lat="48" lon="11"/><rtept lat="48.001" lon="11"/></rte></gpx>
      """)
    let path = try directory.file(
      "way.json",
      #"{"error": "off", "motion": {"kind": "route", "track": "way.gpx", "speed": 10}}"#)
    let text = await output(
      of: "simulate", path, "--rate", "max", "--format", "{latitude} {source}")
    #expect(text.hasPrefix("48 sim:way\n"))
  }

  @Test(
    arguments: [
      (["nope"], 66, "no such scenario, built-in or file; the built-in scenarios are walk, "),
      (["/nowhere/x.json"], 66, "there is no such scenario"),
      (["/tmp"], 66, "there is no such scenario"),
      (["--seed", "x"], 64, "seed: a seed is a whole number"),
      (["--hz", "50"], 64, "hz: the number of positions a second is a whole number from 1 to 20"),
      (["--start-at", "1,2"], 64, "a way needs a start and an end"),
      (["--speed", "1m/s"], 64, "a way needs a start and an end"),
      (["--start-at", "1,2", "--end-at", "1,2"], 64, "the start and the end are the same place"),
      (
        ["--start-at", "91,2", "--end-at", "1,2"], 64, "start-at: a place is latitude and longitude"
      ),
      (
        ["--start-at", "1,2", "--end-at", "1,3", "--speed", "fast"], 64,
        "speed: a speed is a number and"
      ),
      (["--start-at", "1,2", "--end-at", "1,3", "--speed", "90"], 64, "m/s, km/h, kn or mph"),
      (["--start", "noon"], 64, "start: a time is now, or in UTC as"),
      (["--for", "long"], 64, "for: a duration is a number and"),
      (["--for", "10"], 64, "ms, s, m, min, h or d"),
      (["walk?x=1"], 64, "there is no option 'x'; there are seed, start, "),
      (["--list", "walk"], 64, "--list is about all scenarios"),
      (["--describe"], 64, "which scenario?"),
      (["--describe", "nope"], 66, "there is no such scenario"),
      (["--rate", "max", "--serve", "tcp://:0"], 64, "would end before a client connects"),
    ] as [([String], Int32, String)])
  func aMistakeIsReported(_ arguments: [String], _ expected: Int32, _ words: String) async {
    let test = WireEnvironment()
    #expect(await test.run(["simulate"] + arguments) == expected)
    #expect(test.errors.text.contains(words))
    #expect(test.errors.lines.count == 1)
    #expect(test.output.text == "")
  }

  @Test func aMistakeInAFileIsReportedWithItsLine() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(
      "bad.json",
      """
      {
        "motion": {"kind": "standing", "at": [48, 11]},
        "faults": [{"kind": "dropot"}]
      }
      """)
    let test = WireEnvironment()
    #expect(await test.run("simulate", path) == 65)
    #expect(test.errors.text.hasPrefix("locate: \(path):3: faults[0].kind: unknown fault"))
  }

  @Test func anUnauthorizedReceiverIsNotServed() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file(
      "denied.json",
      #"{"motion": {"kind": "standing", "at": [48, 11]}, "faults": [{"kind": "denied"}]}"#)
    let test = WireEnvironment()
    #expect(await test.run("simulate", path, "--serve", "tcp://:0") == 77)
    #expect(test.errors.text == "locate: sim:\(path): the scenario refuses the authorization\n")
  }

  @Test func gpsdsClientsSeeThatTheFixIsSimulated() async throws {
    let (_, lines) = try await ServingRun().run(
      ["simulate", "walk", "--seed", "7", "--rate", "50"], serving: ["gpsd://:0"]
    ) { served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      client.send(#"?WATCH={"enable":true,"json":true,"nmea":true};"#)
      return try await onThread {
        (1...30).compactMap { _ in client.readLine() }
      }
    }
    #expect(lines[1].contains(#""path":"sim:walk?seed=7","driver":"simulation""#))
    #expect(lines.contains { $0.contains(#""class":"TPV","device":"sim:walk?seed=7","status":8"#) })
    #expect(lines.contains { $0.hasPrefix("$GNGGA") })
  }
}
