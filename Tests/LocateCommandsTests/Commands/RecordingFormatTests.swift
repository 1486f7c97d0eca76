import Foundation
import LocationCore
import LocationTesting
import TestSupport
import Testing

@testable import LocateCommands

/// Recordings that are no NMEA log, by their content.
@Suite(.timeLimit(.minutes(1))) struct RecordingFormatTests {
  static let gpx = """
    <?xml version="1.0"?>
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="48" lon="11"><time>2025-03-01T12:00:00Z</time></trkpt>
    <trkpt lat="48.001" lon="11"><time>2025-03-01T12:00:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """
  static let withoutPoints = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">\
    <wpt lat="48" lon="11"/></gpx>
    """

  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [
    ["convert", "--to"], ["watch", "--rate", "max", "--format"],
    ["replay", "--rate", "max", "--format"],
  ])
  func gpxIsRead(arguments: [String]) async throws {
    // The name does not matter.
    let path = try directory.file("walk.nmea", Self.gpx)
    let test = WireEnvironment()
    let code = await test.run(arguments + ["{time} {latitude}", path])
    #expect(code == 0, "\(test.errors.text)")
    #expect(
      test.output.lines == ["2025-03-01T12:00:00.000Z 48", "2025-03-01T12:00:01.000Z 48.001"])
  }

  @Test func oneLocationOfAGPXFileIsRead() async throws {
    let test = WireEnvironment()
    let path = try directory.file("walk.gpx", Self.gpx)
    #expect(await test.run("once", path, "--format", "{latitude}") == 0)
    #expect(test.output.text == "48\n")
  }

  @Test(arguments: [["convert", "--to", "gpx"], ["once"], ["watch"]])
  func aGPXFileWithoutATrackIsAnError(arguments: [String]) async throws {
    let test = WireEnvironment()
    let path = try directory.file("places.gpx", Self.withoutPoints)
    #expect(await test.run(arguments + [path]) == 75)
    #expect(test.errors.text.contains("it is GPX without a track point"), "\(test.errors.text)")
  }

  @Test(
    arguments: [["convert", "--to", "csv"], ["decode"], ["once"], ["watch"], ["replay"]],
    [
      ("\u{1F}\u{8B}", "it is gzip, not NMEA 0183; zcat PATH | locate COMMAND - ..."),
      (
        "<kml>",
        "it is KML, not NMEA 0183; gpsbabel -i kml -f PATH -o gpx -F - | locate COMMAND - ..."
      ),
      ("{\"class\":\"TPV\"}\n", "it is gpsd JSON, not NMEA 0183; gpspipe -r records NMEA"),
    ])
  func theMessageNamesTheFormatAndTheCommandThatHelps(
    arguments: [String], recording: (head: String, words: String)
  ) async throws {
    // Each character is a byte.
    let path = directory.path("track")
    let bytes = recording.head.unicodeScalars.map { UInt8($0.value) }
    try Data(bytes).write(to: URL(filePath: path))
    let test = WireEnvironment()
    #expect(await test.run(arguments + [path]) == 65)
    #expect(test.output.text == "")
    let words = recording.words.replacing("PATH", with: path).replacing(
      "COMMAND", with: arguments[0])
    #expect(test.errors.text.contains(words), "\(test.errors.text)")
  }

  @Test func decodeSaysThatGPXHasNoSentences() async throws {
    let test = WireEnvironment()
    let path = try directory.file("walk.gpx", Self.gpx)
    #expect(await test.run("decode", path) == 65)
    #expect(test.errors.text.contains("it is GPX, not NMEA 0183; it has no sentences"))
  }

  @Test(arguments: [["convert", "--to", "csv"], ["decode"], ["once"], ["watch"], ["replay"]])
  func aDirectoryIsNoInput(arguments: [String]) async {
    let test = WireEnvironment()
    #expect(await test.run(arguments + [directory.url.path]) == 66)
    #expect(test.errors.text.contains("it is a directory; name a file in it"))
  }

  @Test func aServerOfAGPXTrackSendsSentences() async throws {
    let path = try directory.file("walk.gpx", Self.gpx)
    let run = ServingRun()
    let (code, line) = try await run.run(
      ["replay", path, "--loop"], serving: ["tcp://127.0.0.1:0"]
    ) {
      served in
      let client = try LoopbackClient(port: try port(of: served[0]))
      return client.readLine()
    }
    #expect(code == 130)
    #expect(line?.hasPrefix("$GP") == true)
  }
}

/// The locations that `convert` selects.
@Suite struct ConvertSelectionTests {
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

  static func sentence(_ body: String) -> String {
    let sum = body.utf8.reduce(0 as UInt8, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
  }

  @Test func timesLimitTheTrack() async {
    #expect(await times("--from", "2025-03-01T12:00:03Z") == ["03", "04", "05"])
    #expect(await times("--until", "2025-03-01T12:00:03Z") == ["00", "01", "02"])
    #expect(
      await times("--from", "2025-03-01T13:00:02+01:00", "--until", "2025-03-01T12:00:04.5Z")
        == ["02", "03", "04"])
  }

  @Test func aNumberLimitsTheTrack() async {
    #expect(await times("--count", "2") == ["00", "01"])
    #expect(await times("--from", "2025-03-01T12:00:03Z", "--count", "1") == ["03"])
  }

  @Test func aDistanceThinsTheTrack() async {
    #expect(await times("--distance", "3km") == ["00", "02", "04"])
  }

  @Test func locationsWithoutATimeAreLeftOut() async {
    let timeless = Self.log + Self.sentence("GPGLL,4900.00000,N,01100.00000,E,,A,A")
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

  @Test func satellitesComeWithTheirLocation() throws {
    var selection = FixSelection(from: nil, until: nil, distance: nil, count: 1)
    let source = FixSource.replayed
    let sky = LocationUpdate.sky(SkyView(satellites: [], source: source))
    var kinds: [String] = []
    for update in [sky, .fix(try .bare()), sky, .fix(try .bare())] {
      selection.select(update) {
        if case .sky = $0 { kinds.append("sky") } else { kinds.append("fix") }
      }
    }
    #expect(kinds == ["sky", "fix"])
    #expect(selection.isOver)
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
