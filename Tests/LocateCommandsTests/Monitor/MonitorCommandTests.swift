import Foundation
import LocationCore
import LocationIO
import LocationPlaces
import LocationSources
import LocationTesting
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate monitor` beside a place with a radius of 100 m around 48° north, 11° east.
@Suite(.inTurn) struct MonitorCommandTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// A command that monitors a place, and the hooks that it ran.
  private final class Run: Sendable {
    let code: Int32
    let output: String
    let errors: String
    let calls: [ProgramCall]

    init(_ code: Int32, _ test: TestEnvironment, _ calls: [ProgramCall]) {
      (self.code, self.calls) = (code, calls)
      (output, errors) = (test.output.text, test.errors.text)
    }

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  private final class Calls: Sendable {
    let list = Mutex<[ProgramCall]>([])
  }

  /// Fixes at a distance in meters from the center, one a second.
  private func fixes(
    _ distance: Double, from second: Double, count: Int = 4, source: FixSource = .replayed
  ) throws -> [LocationProviderMock.Step] {
    let center = try Coordinate(latitude: 48, longitude: 11)
    return (0..<count).map { index in
      var fix = Fix(
        coordinate: center.destination(bearing: 0, distance: distance), source: source)
      fix.timestamp = Date(timeIntervalSince1970: 1_735_689_600 + second + Double(index))
      fix.errors.horizontal = 5
      return .update(.fix(fix))
    }
  }

  /// Arrives after ten seconds and leaves after thirty.
  private func visit(_ source: FixSource = .replayed) throws -> [LocationProviderMock.Step] {
    try fixes(300, from: 0, source: source) + fixes(0, from: 10, count: 14, source: source)
      + fixes(300, from: 30, source: source) + [.end]
  }

  private func environment(
    _ script: [LocationProviderMock.Step],
    runProgram: (@Sendable (ProgramCall, any LocationClock) async -> ProgramCall.Ending)? = nil
  ) -> TestEnvironment {
    var test = TestEnvironment(LocationProviderMock(script: script))
    test.runProgram = runProgram
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    return test
  }

  private func addPlace(_ name: String = "Home", radius: Double = 100) async throws {
    let center = try Coordinate(latitude: 48, longitude: 11)
    try await GeoJSONPlaceStore(path: directory.path("locate/places.geojson")).add(
      Place(id: "id-\(name)", name: name, region: .circle(around: center, radius: radius)))
  }

  private func run(
    _ script: [LocationProviderMock.Step], _ arguments: String...
  ) async -> Run {
    let calls = Calls()
    let test = environment(script) { call, _ in
      calls.list.withLock { $0.append(call) }
      return .exited(0)
    }
    let code = await test.run(["monitor"] + arguments)
    return Run(code, test, calls.list.withLock { $0 })
  }

  // MARK: Events

  @Test func eachEventIsALine() async throws {
    try await addPlace()
    let run = await run(try visit(), "drive.nmea")
    #expect(run.code == 0)
    #expect(run.output == "2025-01-01T00:00:10Z  entered Home\n2025-01-01T00:00:30Z  left Home\n")
    #expect(run.errors == "")
  }

  @Test func aChangeOfThePlacesCountsFromTheNextLocation() async throws {
    try await addPlace()
    let path = directory.path("locate/places.geojson")
    for chosen in [[], ["--place", "home"]] {
      let steps = try fixes(0, from: 0, count: 40)
      let provider = ChangingProvider(steps) { number in
        let store = GeoJSONPlaceStore(path: path)
        switch number {
        case 10:
          let work = try #require(try await store.places().first)
          try await store.delete(id: work.id)
          try await self.addPlace("Work", radius: 300)
        case 20: try Data("{".utf8).write(to: URL(filePath: path))
        case 30: try FileManager.default.removeItem(atPath: path)
        default: break
        }
      }
      var test = TestEnvironment(provider)
      for name in ["XDG_DATA_HOME", "XDG_STATE_HOME"] { test.variables[name] = directory.url.path }
      #expect(await test.run(["monitor", "drive.nmea"] + chosen) == 0)
      let lines = test.output.text.split(separator: "\n").map { $0.suffix(7) }
      #expect(lines == (chosen.isEmpty ? ["at Home", "at Work"] : ["at Home"]))
      let name = chosen.isEmpty ? "Work" : "no place"
      #expect(test.errors.lines.first == "locate: monitored from now on: \(name) (\(path))")
      #expect(
        test.errors.lines.dropFirst().first?.hasSuffix("; the places stay as they were") == true)
      #expect(test.errors.lines.count == 2, "\(test.errors.text)")
      try await addPlace()
    }
  }

  /// Anna's phone is inside and leaves, and Ben's arrives.
  @Test func theEventsOfTwoDevicesAreApart() async throws {
    try await addPlace()
    func source(_ device: String) -> FixSource {
      FixSource(kind: .replayed, name: "mqtt://a/+/+", device: device)
    }
    let (anna, ben) = (source("anna/phone"), source("ben/phone"))
    let script =
      try fixes(0, from: 0, source: anna) + fixes(300, from: 0, source: ben)
      + fixes(300, from: 20, source: anna) + fixes(0, from: 20, source: ben) + [.end]
    let run = await run(
      script, "mqtt://a/+/+", "--on-enter", "enter.sh", "--on-leave", "leave.sh")
    #expect(
      run.output == """
        2025-01-01T00:00:00Z  anna/phone  at Home
        2025-01-01T00:00:20Z  anna/phone  left Home
        2025-01-01T00:00:20Z  ben/phone  entered Home

        """)
    #expect(
      run.calls.map { [$0.words[0], $0.variables["LOCATE_DEVICE"]] } == [
        ["leave.sh", "anna/phone"], ["enter.sh", "ben/phone"],
      ])
    let input = try #require(run.calls.last?.input)
    #expect(
      String(decoding: input, as: UTF8.self).contains(#""device":"ben/phone","place":"Home""#))
  }

  @Test func jsonHasTheEventAndItsFix() async throws {
    try await addPlace()
    let run = await run(try visit(), "drive.nmea", "--json", "--dwell", "10s")
    #expect(run.lines.count == 4)
    #expect(
      run.lines.first?.hasPrefix(
        #"{"class":"PLACE","event":"initial","place":"Home","id":"id-Home","#) == true)
    let entered = try #require(run.lines.dropFirst().first)
    #expect(
      entered.hasPrefix(
        #"{"class":"PLACE","event":"enter","place":"Home","id":"id-Home","#
          + #""time":"2025-01-01T00:00:10.000Z","inside":true,"fix":{"class":"TPV","#))
    #expect(entered.hasSuffix("}}"))
    #expect(run.lines[2].contains(#""event":"dwell""#) && run.lines[2].contains(#""stay":10,"#))
    #expect(run.lines[3].contains(#""event":"leave""#) && run.lines[3].contains(#""inside":false"#))
    for line in run.lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
  }

  @Test func onlyTheNamedPlacesAreMonitored() async throws {
    try await addPlace("Home")
    try await addPlace("Town", radius: 1_000)
    let run = await run(try visit(), "drive.nmea", "--place", "home")
    #expect(run.lines.count == 2)
    #expect(run.lines.allSatisfy { $0.hasSuffix(" Home") })
  }

  @Test func whereTheReceiverIsAtFirstIsALine() async throws {
    try await addPlace()
    let run = await run(try fixes(0, from: 0) + [.end], "drive.nmea")
    #expect(run.output == "2025-01-01T00:00:00Z  at Home\n")
  }

  /// The recording drives past the place. The real sources play it.
  @Test(arguments: ["1", "7", "max"])
  func aRecordingGivesTheSameEventsAtAnySpeed(rate: String) async throws {
    let center = try Coordinate(latitude: 48.1173, longitude: 11.5167)
    try await GeoJSONPlaceStore(path: directory.path("locate/places.geojson")).add(
      Place(id: "1", name: "Bridge", region: .circle(around: center, radius: 50)))
    var test = TestEnvironment(sources: JumpingSources(log: Self.drive(north: center)))
    test.variables["XDG_DATA_HOME"] = directory.url.path
    #expect(await test.run("monitor", "drive.nmea", "--rate", rate) == 0)
    #expect(
      test.output.text
        == "2025-03-01T12:00:46Z  entered Bridge\n2025-03-01T12:00:58Z  left Bridge\n")
  }

  /// The real sources with a recording, and with a clock on which no wait takes time.
  private struct JumpingSources: CommandSourceAssembler {
    let log: String
    private let manual = ManualClock(jumpsToDeadlines: true)

    init(log: String) { self.log = log }

    func clock() -> any LocationClock { manual }
    func byteSource(for source: SourceDescription) -> any ByteSource {
      DataByteSource(bytes: log.utf8, name: "file:drive.nmea")
    }
  }

  /// Ten meters a second to the north, from 500 m before the center to 500 m after it, in RMC sentences.
  private static func drive(north center: Coordinate) -> String {
    (0...100).map { second in
      let place = center.destination(
        bearing: second < 50 ? 180 : 0, distance: abs(500 - Double(second) * 10))
      let minutes = String(format: "%08.5f", (place.latitude - 48) * 60)
      let east = String(format: "%08.5f", (place.longitude - 11) * 60)
      let time = String(format: "12%02d%02d.00", second / 60, second % 60)
      let body = "GPRMC,\(time),A,48\(minutes),N,011\(east),E,19.438,0.0,010325,,,A"
      let checksum = body.utf8.reduce(0, ^)
      return "$\(body)*" + String(format: "%02X", checksum) + "\r\n"
    }.joined()
  }

  // MARK: Hooks

  @Test func hooksGetTheEvent() async throws {
    try await addPlace()
    let run = await run(
      try visit(), "drive.nmea", "--on-enter", "enter 'a b' $HOME", "--on-leave", "leave",
      "--on-dwell", "dwell", "--dwell", "10s", "--hook-timeout", "2m")
    #expect(run.code == 0)
    #expect(run.calls.map(\.words) == [["enter", "a b", "$HOME"], ["dwell"], ["leave"]])
    let enter = try #require(run.calls.first)
    #expect(enter.timeout == .seconds(120))
    #expect(
      String(decoding: enter.input, as: UTF8.self).hasPrefix(
        #"{"class":"PLACE","event":"enter","place":"Home","#))
    #expect(
      enter.variables == [
        "LOCATE_EVENT": "enter", "LOCATE_PLACE": "Home", "LOCATE_PLACE_ID": "id-Home",
        "LOCATE_DEVICE": "", "LOCATE_TIME": "2025-01-01T00:00:10.000Z", "LOCATE_LATE": "",
        "LOCATE_STAY": "",
        "LOCATE_LATITUDE": "48", "LOCATE_LONGITUDE": "11", "LOCATE_ACCURACY": "5",
      ])
    #expect(run.calls[1].variables["LOCATE_STAY"] == "10")
  }

  @Test func aShellReadsTheCommandOnlyOnRequest() async throws {
    try await addPlace()
    let run = await run(
      try visit(), "drive.nmea", "--shell", "--on-enter", "echo $LOCATE_PLACE | wc")
    #expect(run.calls.map(\.words) == [["/bin/sh", "-c", "echo $LOCATE_PLACE | wc"]])
  }

  @Test func hooksAndTheStayCanBeInTheConfiguration() async throws {
    try await addPlace()
    _ = try directory.file(
      "locate/config.json", #"{"on-enter": "enter", "on-dwell": "dwell 'a b'", "dwell": "10s"}"#)
    let run = await run(try visit(), "drive.nmea", "--on-enter", "other")
    #expect(run.calls.map(\.words) == [["other"], ["dwell", "a b"]])
  }

  @Test func realHooksRunInTheOrderOfTheEvents() async throws {
    try await addPlace()
    let test = environment(try visit())
    let log = directory.path("log")
    let command = #"read -r line; echo "$LOCATE_EVENT $LOCATE_PLACE ${#line}" >> '\#(log)'"#
    #expect(
      await test.run(
        "monitor", "drive.nmea", "--shell", "--on-enter", command, "--on-leave", command) == 0)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.map { $0.split(separator: " ").first } == ["enter", "leave"])
  }

  @Test func aFailedHookIsReportedAndTheOthersRun() async throws {
    try await addPlace()
    let test = environment(try visit())
    let code = await test.run(
      "monitor", "drive.nmea", "--on-enter", "false", "--on-leave", "/nowhere/program")
    #expect(code == 0)
    #expect(test.output.lines.count == 2)
    #expect(
      test.errors.lines.first
        == "locate: entered Home: the hook 'false': it ended with the exit status 1")
    #expect(
      test.errors.lines.last?.lowercased().hasPrefix(
        "locate: left home: the hook '/nowhere/program': it cannot be started: no such file")
        == true)
  }

  @Test func anInterruptedCommandFinishesItsHooks() async throws {
    try await addPlace()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let hasEnded = Flag()
    let script = try fixes(300, from: 0) + fixes(0, from: 10)
    let test = environment(script) { _, _ in
      for await _ in ends {}
      hasEnded.raise()
      return .exited(0)
    }
    async let code = test.run("monitor", "drive.nmea", "--on-enter", "slow")
    await test.output.written(1)
    test.interrupts.interrupt()
    #expect(!hasEnded.isRaised)
    end.finish()
    #expect(await code == 130)
    #expect(hasEnded.isRaised)
  }

  // MARK: State and visits

  @Test func aLiveMonitorContinuesAfterARestartAndLogsVisits() async throws {
    try await addPlace()
    let first = await run(
      try fixes(300, from: 0, source: .live) + fixes(0, from: 10, source: .live) + [.end],
      "gpsd://localhost")
    #expect(first.output == "2025-01-01T00:00:10Z  entered Home\n")
    let second = await run(
      try fixes(0, from: 100, source: .live) + fixes(300, from: 5_410, source: .live) + [.end],
      "gpsd://localhost")
    #expect(second.output == "2025-01-01T01:30:10Z  left Home, or some time before\n")
    let test = environment([])
    #expect(await test.run("visits") == 0)
    #expect(test.output.text == "2025-01-01  Home  1 h 30 min  00:00:10Z – 01:30:10Z\n")
  }

  @Test func aRecordingLeavesNoStateAndNoVisits() async throws {
    try await addPlace()
    let script = try visit()
    for _ in 0..<2 { #expect(await run(script, "drive.nmea").lines.count == 2) }
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path("locate"))
    #expect(Set(files).isSubset(of: ["places.geojson", "places.geojson.lock"]))
  }

  // MARK: Failures

  @Test func withoutPlacesThereIsNothingToMonitor() async {
    let run = await run([], "drive.nmea")
    #expect(run.code == 66)
    #expect(run.errors == "locate: there is no place to monitor; 'places add' makes one\n")
  }

  @Test func anUnknownPlaceIsAnError() async throws {
    try await addPlace()
    #expect(await run([], "drive.nmea", "--place", "Work").code == 66)
  }

  @Test(
    arguments: [
      (["--on-dwell", "x"], "--on-dwell needs --dwell"), (["--on-enter", "a 'b"], "no end"),
      (["--dwell", "10"], "ms, s, m, min, h or d"),
      (["--hook-timeout", "1"], "ms, s, m, min, h or d"),
    ] as [([String], String)])
  func wrongUsageIs64(arguments: [String], hint: String) async throws {
    try await addPlace()
    let test = environment([])
    #expect(await test.run(["monitor"] + arguments) == 64)
    #expect(test.errors.text.contains(hint), "\(test.errors.text)")
  }

  @Test func aRecordingWithoutFixesIs75() async throws {
    try await addPlace()
    let run = await run([.end], "drive.nmea")
    #expect(run.code == 75)
    #expect(run.errors.contains("no location before it ended"))
  }

  @Test func aRecordingWithoutDatesIsBadData() async throws {
    try await addPlace()
    let fix = LocationUpdate.fix(try .bare())
    let run = await run([.update(fix), .end], "drive.nmea")
    #expect(run.code == 65)
    #expect(run.errors.contains("give --date"))
  }

  @Test func theLastKnownLocationIsNotMonitored() async throws {
    try await addPlace()
    let run = await run([], "--source", "gpsd://localhost", "--source", "last:")
    #expect(run.code == 64)
    #expect(run.errors.contains("last: is where the receiver was before"))
  }

  @Test func aFailedSourceIsItsError() async throws {
    try await addPlace()
    let run = await run([.fail(.sourceUnavailable)], "gpsd://localhost")
    #expect(run.code == 69)
  }
}
