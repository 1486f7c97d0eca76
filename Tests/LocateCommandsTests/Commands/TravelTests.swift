import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `replay` and `simulate` travel a recording at a speed.
@Suite(.inTurn) struct TravelTests {
  private static func gpx(_ body: String) -> String {
    #"<gpx version="1.1" creator="us" xmlns="http://www.topografix.com/GPX/1/1">\#(body)</gpx>"#
  }

  private static let points = (
    route: #"<rte><rtept lat="48" lon="11"/><rtept lat="48.002" lon="11"/></rte>"#,
    waypoints: #"<wpt lat="48" lon="11"/><wpt lat="48.002" lon="11"/>"#,
    track: #"<trk><trkseg><trkpt lat="48" lon="11"/><trkpt lat="48.002" lon="11"/></trkseg></trk>"#
  )

  static let untimed = [
    ("route.gpx", gpx(points.route), "it is GPX without a track point"),
    ("waypoints.gpx", gpx(points.waypoints), "it is GPX without a track point"),
    ("track.gpx", gpx(points.track), "it is GPX, and its track has no times"),
    (
      "line.kml",
      "<kml><Placemark><LineString><coordinates>11,48 11,48.002</coordinates></LineString></Placemark></kml>",
      "it is KML, and its track has no times"
    ),
    (
      "line.geojson", #"{"type":"LineString","coordinates":[[11,48],[11,48.002]]}"#,
      "it is GeoJSON, and its track has no times"
    ),
  ]

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: untimed)
  func aFileWithoutTimesIsTraveledAtASpeed(name: String, text: String, _: String) async throws {
    let path = try directory.file(name, text)
    let format = ["--rate", "max", "--format", "{time} {latitude} {speed} {kind}"]
    let replay = WireEnvironment()
    #expect(await replay.run(["replay", path, "--speed", "36km/h"] + format) == 0)
    #expect(replay.errors.text == "")
    let lines = replay.output.lines
    #expect(lines.count > 20)
    #expect(lines.allSatisfy { $0.hasSuffix(" simulated") })
    #expect(lines.first?.hasPrefix("2025-06-01T08:00:00.000Z 4") == true)
    // The same source in its other forms.
    for arguments in [
      ["replay", "sim:\(path)?speed=36km/h"], ["watch", "sim:\(path)?speed=36km/h"],
      ["simulate", path, "--speed", "36km/h"], ["replay", "sim:\(path)", "--speed", "36km/h"],
      ["replay", "--source", path, "--speed", "36km/h", "--motion", "drive"],
    ] {
      let other = WireEnvironment()
      #expect(await other.run(arguments + format) == 0, "\(other.errors.text)")
      #expect(other.output.text == replay.output.text, "\(arguments)")
    }
  }

  @Test(arguments: untimed)
  func withoutASpeedItSaysWhatToDo(name: String, text: String, words: String) async throws {
    let path = try directory.file(name, text)
    let test = WireEnvironment()
    #expect(await test.run("replay", path) == 75)
    #expect(
      test.errors.text
        == "locate: file:\(path): \(words); to travel it: locate replay \(path) --speed 50km/h\n")
    #expect(test.output.text == "")
  }

  @Test func withoutAPaceATrackWithoutTimesIsPrinted() async throws {
    let path = try directory.file("track.gpx", Self.gpx(Self.points.track))
    let test = WireEnvironment()
    #expect(await test.run("replay", path, "--rate", "max", "--format", "{latitude} {kind}") == 0)
    #expect(test.output.lines == ["48 replayed", "48.002 replayed"])
  }

  @Test func timesThatDoNotCountAreMentionedOnce() async throws {
    let test = WireEnvironment()
    let path = fixture("drive.nmea").path()
    #expect(
      await test.run(
        "replay", path, "--motion", "cycle", "--rate", "max", "--count", "2", "--format", "{kind}")
        == 0)
    #expect(
      test.errors.text
        == "locate: file:\(path): its times are ignored, because a simulated receiver travels it\n")
    #expect(test.output.lines == ["simulated", "simulated"])
  }

  @Test func clientsOfGPSDsProtocolSeeASimulation() async throws {
    let path = try directory.file("route.gpx", Self.gpx(Self.points.route))
    let (_, lines) = try await ServingRun().run(
      ["replay", path, "--speed", "36km/h", "--rate", "20"], serving: ["gpsd://:0"]
    ) { served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      client.send(#"?WATCH={"enable":true,"json":true};"#)
      return try await onThread { (1...10).compactMap { _ in client.readLine() } }
    }
    #expect(lines[1].contains(#""driver":"simulation""#))
    #expect(lines.contains { $0.contains(#""class":"TPV""#) && $0.contains(#""status":8"#) })
  }

  @Test(
    arguments: [
      (["--speed", "50"], 64, "locate: file:PATH: speed: a speed is a number and"),
      (
        ["--motion", "fly"], 64, "locate: file:PATH: motion: a motion is one of walk, cycle, drive"
      ),
      (
        ["--motion", "walk", "--accuracy", "0.001m", "--rate", "max"], 75,
        "locate: file:PATH: no location within"
      ),
      (
        ["--speed", "5m/s", "--max-gap", "5s"], 64,
        "locate: --max-gap is for recordings that are played"
      ),
      (
        ["--speed", "5m/s", "--input", "gpx"], 64,
        "locate: --input is for recordings that are played"
      ),
      (
        ["--speed", "5m/s", "--date", "2026-05-08"], 64,
        "locate: --date is for recordings that are played"
      ),
      (["--speed", "5m/s", "--derive"], 64, "locate: --derive is for recordings that are played"),
    ] as [([String], Int32, String)])
  func aMistakeIsReported(_ options: [String], _ code: Int32, _ words: String) async throws {
    let path = try directory.file("route.gpx", Self.gpx(Self.points.route))
    let test = WireEnvironment()
    #expect(await test.run(["replay", path] + options) == code)
    let start = words.replacing("PATH", with: path)
    #expect(test.errors.text.hasPrefix(start), "\(test.errors.text)")
    #expect(test.errors.lines.count == 1)
    #expect(test.output.text == "")
  }

  @Test func aScenarioThatIsNotTraveledIsNamedAsTheUserDid() async throws {
    let path = try directory.file("way.json", #"{"motion": {"kind": "standing", "at": [48, 11]}}"#)
    for (argument, name) in [(path, "file:\(path)"), ("sim:drive", "sim:drive")] {
      let test = WireEnvironment()
      #expect(await test.run("replay", argument, "--speed", "5m/s") == 64)
      #expect(
        test.errors.text
          == "locate: \(name): speed and motion are for a recording, or for a way: a way needs a start and an end\n"
      )
    }
  }

  @Test func aFileThatIsNotThereIsNotTraveled() async {
    let test = WireEnvironment()
    // A file, even if a scenario has its name.
    for name in ["/nowhere/route.gpx", "drive"] {
      #expect(await test.run("replay", name, "--speed", "5m/s") == 66)
    }
  }
}
