import Foundation
import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// How `track` and `convert` end: by a signal, and at the end of a file that is cut off.
@Suite(.inTurn) struct TrackEndTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  // MARK: Signals

  /// Zeros, and sentences without a position.
  @Test(
    arguments: [
      "info", "info --json", "simplify --tolerance 5m --to gpx", "crop --box -1,-1,1,1 --to gpx",
      "split --gap 1min --to gpx", "join --to gpx", "reverse --to gpx",
      "resample --every 1s --to gpx", "trim --around 0,0 --radius 5m --to gpx", "plot",
      "compare other",
    ],
    [Array(repeating: 0, count: 4096), Array(Logs.withoutFix.utf8)] as [[UInt8]])
  func aSignalEndsEachTrackCommandAtOnce(command: String, bytes: [UInt8]) async {
    let interrupts = InterruptsMock()
    let source = EndlessSource(bytes: bytes) { interrupts.interrupt(15) }
    var test = TestEnvironment(sources: SourceAssemblerMock(bytes: source))
    test.interrupts = interrupts
    var words = command.split(separator: " ").map(String.init)
    words.insert("endless", at: 1)
    let code = await test.run(["track"] + words)
    #expect(code == 143)
    #expect(test.output.text == "" && test.errors.text == "")
    #expect(!test.file.isCommitted)
  }

  /// A file whose first bytes end the command.
  private final class InterruptingFile: OutputFile {
    let base = MemorySink()
    let interrupts: InterruptsMock

    init(_ interrupts: InterruptsMock) { self.interrupts = interrupts }

    func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
      try base.write(bytes)
      interrupts.interrupt()
    }

    func commit() { base.commit() }

    func discard() { base.discard() }
  }

  @Test(arguments: [
    "track reverse log -o new.gpx", "track split log --gap 1min -o new.gpx",
    "track join log -o new.gpx", "track plot log -o new.svg",
  ])
  func aSignalDuringTheOutputKeepsTheOldFile(command: String) async {
    let test = TestEnvironment(log: Self.gpx(points: 1000))
    let file = InterruptingFile(test.interrupts)
    var environment = test.environment
    environment.createFile = { _ throws(OutputError) in file }
    let code = await LocateCommand.run(
      arguments: command.split(separator: " ").map(String.init), in: environment)
    #expect(code == 130)
    #expect(!file.base.isCommitted && file.base.isDiscarded)
    #expect(test.errors.text == "")
  }

  // MARK: Files that are cut off

  private static func gpx(points: Int) -> String {
    let head = #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>"#
    let points = (0..<points).map { "\n<trkpt lat=\"0.\($0)\" lon=\"1\"><ele>5</ele></trkpt>" }
    return head + points.joined() + "\n</trkseg></trk></gpx>\n"
  }

  /// Three points, as each format has them, up to the middle of the third one.
  private static let cut = [
    "gpx": gpx(points: 2).replacing("\n</trkseg></trk></gpx>\n", with: "\n<trkpt lat=\"0.2\" lon="),
    "kml": """
    <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark>
    <gx:Track xmlns:gx="http://www.google.com/kml/ext/2.2">
    <when>2025-06-01T08:00:00Z</when><when>2025-06-01T08:00:01Z</when>
    <gx:coord>1 0.0 5</gx:coord><gx:coord>1 0.1 5</gx:coord><gx:co
    """,
    "tcx": """
    <TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
    <Activities><Activity Sport="Running"><Id>a</Id><Lap StartTime="2025-06-01T08:00:00Z"><Track>
    <Trackpoint><Time>2025-06-01T08:00:00Z</Time><Position><LatitudeDegrees>0.0</LatitudeDegrees>
    <LongitudeDegrees>1</LongitudeDegrees></Position></Trackpoint>
    <Trackpoint><Time>2025-06-01T08:00:01Z</Time><Position><LatitudeDegrees>0.1</LatitudeDegrees>
    <LongitudeDegrees>1</LongitudeDegrees></Position></Trackpoint>
    <Trackpoint><Time>2025-06-01T08:00:02Z</Time><Position><LatitudeDegrees>0.2
    """,
    "csv":
      "time,latitude,longitude,name\n2025-06-01T08:00:00Z,0.0,1,\n2025-06-01T08:00:01Z,0.1,1,\n"
      + "2025-06-01T08:00:02Z,0.2,1",
    "json": #"{"class":"TPV","mode":2,"lat":0.0,"lon":1}"# + "\n"
      + #"{"class":"TPV","mode":2,"lat":0.1,"lon":1}"# + "\n"
      + #"{"class":"TPV","mode":2,"lat":0.2,"l"#,
    "geojson": #"{"type":"FeatureCollection","features":["#
      + #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,0.0],[1,0.1]]}},"#
      + #"{"type":"Feature","properties":{},"geometry":{"type":"LineStr"#,
  ]

  @Test(
    arguments: ["gpx", "kml", "tcx", "csv", "json", "geojson"],
    [
      "convert log --to {latitude}", "track reverse log --to {latitude}",
      "watch log --rate max --format {latitude}",
    ])
  func theWholePointsOfACutFileAreWritten(format: String, command: String) async throws {
    let text = try #require(Self.cut[format])
    let path = try directory.file("log", text)
    let test = WireEnvironment()
    let words = command.split(separator: " ").map { $0 == "log" ? path : String($0) }
    #expect(await test.run(words) == 65)
    #expect(test.output.lines.sorted() == ["0", "0.1"], "\(test.errors.text)")
    // It says where.
    let error = try #require(test.errors.lines.last)
    #expect(error.hasSuffix(": the file is cut off here; everything before was read"))
    #expect(error.contains(": line "))
  }

  @Test func theFileOfACutRecordingIsComplete() async throws {
    let text = try #require(Self.cut["gpx"])
    for command in ["convert a -o b.gpx", "track reverse a -o b.gpx", "track plot a -o b.svg"] {
      let test = TestEnvironment(log: text)
      #expect(await test.run(command.split(separator: " ").map(String.init)) == 65)
      #expect(test.file.isCommitted)
      #expect(test.file.text.hasSuffix("</gpx>\n") || test.file.text.hasSuffix("</svg>\n"))
    }
  }

  @Test func compareOfACutFileHasItsNumbers() async throws {
    let test = TestEnvironment(log: try #require(Self.cut["gpx"]))
    #expect(await test.run("track", "compare", "a.gpx", "b.gpx") == 65)
    #expect(test.output.text.contains("Across     RMS 0.0 m"))
  }

  @Test func infoOfACutFileHasItsNumbers() async throws {
    let test = TestEnvironment(log: try #require(Self.cut["gpx"]))
    #expect(await test.run("track", "info", "a.gpx") == 65)
    #expect(test.output.text.contains("Points     2 in 1 track"))
  }

  /// A row that is shorter than the header may be a row without its last values.
  @Test func aShortLastRowIsReadIfOthersAreShortToo() async {
    let test = TestEnvironment(log: "latitude,longitude,speed\n1,2\n3,4")
    #expect(await test.run("convert", "a", "--to", "{latitude}") == 0, "\(test.errors.text)")
    #expect(test.output.text == "1\n3\n")
  }

  @Test func infoGoesOnAfterABadFile() async throws {
    let good = try directory.file("good.gpx", Self.gpx(points: 3))
    let bad = try directory.file("bad.gpx", "<gpx")
    let test = WireEnvironment()
    let missing = directory.path("missing.gpx")
    #expect(await test.run("track", "info", "--json", bad, good, missing, good) == 65)
    #expect(test.output.lines.count == 3)
    #expect(test.output.lines.last?.hasPrefix(#"{"files":2,"#) == true)
    #expect(test.errors.lines.count == 2)
    #expect(test.errors.lines.first?.contains("bad.gpx") == true)
    #expect(test.errors.lines.last?.contains("missing.gpx") == true)
  }
}
