import Foundation
import LocationCore
import LocationPlaces
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Every command with several simulated devices.
@Suite(.inTurn) struct SimulatedFleetCommandTests {
  static let source = "sim:drive?devices=2&seed=7"
  static let names = ["sim/0001", "sim/0002"]
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ arguments: [String], code: Int32 = 0) async -> (output: String, errors: String)
  {
    var test = TestEnvironment(sources: CommandSources(commandName: "locate") { _ in })
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    #expect(await test.run(arguments) == code, "\(test.errors.text)")
    return (test.output.text, test.errors.text)
  }

  private func lines(_ arguments: [String]) async -> [String] {
    await run(arguments).output.split(separator: "\n").map(String.init)
  }

  @Test func simulateMakesAFleet() async {
    let format = ["--rate", "max", "--format", "{device} {time} {latitude}"]
    let simulated = await lines(
      ["simulate", "--devices", "2", "--seed", "7", "--for", "3s"] + format)
    #expect(simulated.count == 6)
    #expect(Set(simulated.map { String($0.prefix(8)) }) == Set(Self.names))
    let watched = await lines(["watch", Self.source + "&for=3s"] + format)
    #expect(watched == simulated)
    let replayed = await lines(["replay", Self.source + "&for=3s"] + format)
    #expect(replayed == simulated)
  }

  @Test func theNumberOfDevicesIsChecked() async {
    let result = await run(["simulate", "--devices", "0"], code: 64)
    #expect(result.errors.contains("from 1 to 100000"))
  }

  @Test func whatIsPublishedNamesItsDevice() async {
    let file = directory.path("out.jsonl")
    _ = await run([
      "publish", Self.source + "&for=2s", "--simulated", "--rate", "max", "--to", file,
      "--format", "{device} {latitude}",
    ])
    let published = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    for name in Self.names { #expect(published.components(separatedBy: name).count == 3) }
  }

  @Test func aRecordingHasATrackForEachDevice() async throws {
    let file = directory.path("fleet.gpx")
    _ = await run(["record", Self.source + "&for=5s", "--rate", "max", "-o", file])
    let gpx = try String(contentsOfFile: file, encoding: .utf8)
    #expect(gpx.components(separatedBy: "<trk>").count == 3)
    for name in Self.names { #expect(gpx.contains("<name>\(name)</name>") || gpx.contains(name)) }
    #expect(gpx.components(separatedBy: "<trkpt").count == 11)
  }

  @Test func monitorTellsTheDevicesApart() async throws {
    // Around the first place of each device.
    let starts = await lines([
      "watch", Self.source + "&for=1s", "--rate", "max", "--format",
      "{device} {latitude} {longitude}",
    ]).map { $0.split(separator: " ") }
    #expect(starts.count == 2)
    let store = GeoJSONPlaceStore(path: directory.path("locate/places.geojson"))
    for start in starts {
      let center = try Coordinate(
        latitude: #require(Double(start[1])), longitude: #require(Double(start[2])))
      try await store.add(
        Place(
          id: String(start[0].suffix(1)), name: "Start \(start[0])",
          region: .circle(around: center, radius: 100)))
    }
    let events = await lines(["monitor", Self.source + "&for=2m", "--rate", "max", "--json"])
    // Each device leaves its own start, and has never been at the other's.
    for name in Self.names {
      let left = events.filter {
        $0.contains(#""event":"leave""#) && $0.contains(#""place":"Start \#(name)""#)
      }
      #expect(left.count == 1)
      #expect(left.allSatisfy { $0.contains(#""PLACE","event":"leave","device":"\#(name)""#) })
    }
  }

  @Test func clientsOfGPSDsProtocolTellTheDevicesApart() async throws {
    let (_, lines) = try await ServingRun().run(
      ["replay", Self.source, "--rate", "20"], serving: ["gpsd://:0"]
    ) { served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      client.send(#"?WATCH={"enable":true,"json":true};"#)
      return try await onThread {
        let names = Set(
          (0..<20).compactMap { _ in client.readLine(with: #""class":"TPV""#) }.compactMap { line in
            Self.names.first { line.contains(#""device":"\#($0)""#) }
          })
        client.send(#"?DEVICES;"#)
        let devices = client.readLine(with: #""class":"DEVICES""#) ?? ""
        return (names, devices)
      }
    }
    #expect(lines.0 == Set(Self.names))
    #expect(Self.names.allSatisfy { lines.1.contains(#""path":"\#($0)","driver":"simulation""#) })
  }

  @Test(
    .enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
  func eachDeviceHasATopic() async throws {
    let broker = try RealBroker()
    let subscriber = try broker.subscriber(to: "#")
    _ = await run([
      "publish", Self.source + "&for=2s", "--simulated", "--rate", "max", "--to",
      "mqtt://127.0.0.1:\(broker.port)/fleet/{device}",
    ])
    #expect(await eventually { subscriber.lines.count >= 4 })
    let topics = subscriber.lines.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(Set(topics) == ["fleet/sim/0001", "fleet/sim/0002"])
  }

  @Test func doctorFindsALocation() async {
    let checks = await lines(["doctor", Self.source])
    #expect(checks.count == 1)
  }

  @Test(arguments: [["convert", source, "--to", "gpx"], ["decode", source]])
  func whatNeedsAReceiversBytesRefusesAFleet(_ arguments: [String]) async {
    let errors = await run(arguments, code: 64).errors
    #expect(errors.contains("several devices give locations, not the bytes of one receiver"))
  }
}
