import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct TrackCommandTests {
  /// A waypoint, a route, and a track of two segments: six points on the equator, 111 m apart.
  static let gpx = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    <wpt lat="0" lon="0.003"><name>Hut</name></wpt>
    <rte><name>Plan</name><rtept lat="0" lon="0"/><rtept lat="0" lon="0.005"/></rte>
    <trk><name>Walk</name><trkseg>
    <trkpt lat="0" lon="0"><ele>100</ele><time>2025-06-01T08:00:00Z</time></trkpt>
    <trkpt lat="0" lon="0.001"><ele>104</ele><time>2025-06-01T08:01:00Z</time></trkpt>
    <trkpt lat="0" lon="0.002"><ele>130</ele><time>2025-06-01T08:02:00Z</time></trkpt>
    </trkseg><trkseg>
    <trkpt lat="0" lon="0.003"><ele>125</ele><time>2025-06-01T09:00:00Z</time></trkpt>
    <trkpt lat="0" lon="0.004"><ele>110</ele><time>2025-06-01T09:01:00Z</time></trkpt>
    <trkpt lat="0" lon="0.005"><ele>110</ele><time>2025-06-01T09:02:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  /// A drive whose last location has satellites.
  private static let satellites = Logs.drive + "$GPGSV,1,1,01,05,45,120,40\r\n"

  private let test = TestEnvironment(log: gpx)

  private func run(_ line: String) async -> Int32 {
    await test.run(line.split(separator: " ").map(String.init))
  }

  private func longitudes(_ line: String) async -> [String] {
    let code = await run(line + " --to {longitude}")
    #expect(code == 0, "\(test.errors.text)")
    return test.output.lines
  }

  // MARK: Changes

  @Test func simplifyKeepsWhatTheShapeNeeds() async {
    #expect(
      await longitudes("track simplify a --tolerance 5m") == ["0", "0.002", "0.003", "0.005"])
  }

  @Test func simplifyKeepsANumberOfPoints() async {
    #expect(await longitudes("track simplify a --points 5").count == 5)
  }

  @Test func cropSelectsATime() async {
    let crop = "track crop a --from 2025-06-01T08:01:00Z --until 2025-06-01T09:01:00Z"
    #expect(await longitudes(crop) == ["0.001", "0.002", "0.003"])
  }

  @Test func cropSelectsATimeOfTheFirstDay() async {
    #expect(
      await longitudes("track crop a --from 08:01 --until 09:01") == ["0.001", "0.002", "0.003"])
  }

  @Test func cropSelectsABox() async {
    #expect(
      await longitudes("track crop a --box -1,0.0005,1,0.0035") == ["0.001", "0.002", "0.003"])
    #expect(test.errors.text.contains("left out: 1 waypoint, 2 route points") == true)
  }

  @Test func cropSelectsACircle() async {
    #expect(
      await longitudes("track crop a --around 0,0.002 --radius 112m") == [
        "0.001", "0.002", "0.003",
      ])
  }

  @Test func reverseIsTheWayBackWithoutTimes() async {
    #expect(await run("track reverse a --to {longitude}|{time}|{altitude}") == 0)
    #expect(test.output.lines.first == "0.005||110" && test.output.lines.last == "0||100")
    #expect(test.errors.text.contains("times of 6 points"))
  }

  @Test func resampleMakesRegularPoints() async {
    #expect(
      await longitudes("track resample a --every 90s") == ["0", "0.0015", "0.003", "0.0045"])
    #expect(await longitudes("track resample a --spacing 200m").count == 4 + 6)
  }

  @Test func resampleSaysWhatItDoesNotInterpolate() async {
    // A receiver that knows no date says 1980.
    let wrong = TrackCommandTests.gpx.replacing(
      "2025-06-01T08:01:00Z", with: "1980-01-06T00:00:00Z")
    for (options, gaps) in [
      ("", "2 gaps longer than a day"), (" --gap 59s", "3 gaps longer than --gap"),
    ] {
      let test = TestEnvironment(
        log: wrong.replacing("2025-06-01T09:02:00Z", with: "2025-06-01T09:01:00Z"))
      let line = "track resample a --every 10s --to {longitude}" + options
      #expect(await test.run(line.split(separator: " ").map(String.init)) == 0)
      #expect(test.output.lines.count == (gaps.hasPrefix("2") ? 10 : 5))
      #expect(test.errors.text.contains("not interpolated: \(gaps)"), "\(test.errors.text)")
      #expect(test.errors.text.contains("not later than the one before"), "\(test.errors.text)")
    }
  }

  @Test func trimRemovesWhatIsNear() async {
    #expect(await longitudes("track trim a --around 0,0.005 --radius 50m").count < 6)
    #expect(await run("track trim a --around 0,0.0025 --radius 5km --to csv") == 75)
    #expect(test.errors.text.contains("everything is near a private place"))
  }

  @Test func trimHidesPrivatePlaces() async throws {
    let directory = try TemporaryDirectory()
    let places = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Hut","radius":50,
      "private":true,"privacyZone":"geo:0,0;u=130"},"geometry":{"type":"Point","coordinates":[0,0]}}]}
      """
    try FileManager.default.createDirectory(
      atPath: directory.path("locate"), withIntermediateDirectories: true)
    _ = try directory.file("locate/places.geojson", places)
    var test = TestEnvironment(log: Self.gpx)
    test.variables["XDG_DATA_HOME"] = directory.url.path
    let longitudes = ["track", "trim", "a", "--to", "{longitude}"]
    #expect(await test.run(longitudes) == 0)
    #expect(test.output.lines == ["0.002", "0.003", "0.004", "0.005"])
    test = TestEnvironment(log: Self.gpx)
    test.variables["XDG_DATA_HOME"] = directory.url.path
    #expect(await test.run(longitudes + ["--around", "0,0.005", "--radius", "1m"]) == 0)
    #expect(test.output.lines == ["0.002", "0.003", "0.004"])
  }

  @Test func trimRefusesPlacesThatCannotBeRead() async throws {
    let directory = try TemporaryDirectory()
    let places = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"radius":50,
      "private":true},"geometry":{"type":"Point","coordinates":[0,0]}}]}
      """
    try FileManager.default.createDirectory(
      atPath: directory.path("locate"), withIntermediateDirectories: true)
    _ = try directory.file("locate/places.geojson", places)
    var test = TestEnvironment(log: Self.gpx)
    test.variables["XDG_DATA_HOME"] = directory.url.path
    #expect(await test.run("track", "trim", "a", "--to", "csv") == 65)
    #expect(
      test.errors.text.contains(
        "line 1, feature 1: it might be a private place, but it has no name"))
  }

  @Test func trimNeedsSomethingToHide() async {
    #expect(await run("track trim a --to csv") == 64)
    #expect(test.errors.text.contains("there is no private place; give --around and --radius"))
    #expect(await run("track trim a --radius 5km --to csv") == 64)
  }

  @Test func joinMakesOneTrack() async {
    #expect(await run("track join a b --to gpx") == 0)
    let text = test.output.text
    #expect(text.components("<trk>") == 1 && text.components("<trkseg>") == 4)
    #expect(text.components("<wpt") == 2 && text.components("<rte>") == 2)
  }

  @Test func splitMakesTracksOfOneFile() async {
    #expect(await run("track split a --gap 30m --to gpx") == 0)
    #expect(test.output.text.components("<trk>") == 2)
    #expect(test.output.text.components("<name>Walk</name>") == 2)
    #expect(test.errors.text == "")
  }

  @Test func splitMakesFiles() async throws {
    let files = MemoryFiles()
    #expect(
      await run(["split", "a", "--length", "150m", "-o", "{number}-{date}.csv"], files) == 0)
    #expect(files.lines.keys.sorted() == (1...2).map { "\($0)-2025-06-01.csv" })
    #expect(files.lines["1-2025-06-01.csv"] == 4 && files.lines["2-2025-06-01.csv"] == 4)
    #expect(test.errors.text == "locate: left out: 1 waypoint, 2 route points, names of 2 tracks\n")
  }

  @Test func partsOfTheSameNameAreRefused() async throws {
    let files = MemoryFiles()
    #expect(await run(["split", "a", "--length", "150m", "-o", "{date}.csv"], files) == 64)
    #expect(test.errors.text.contains("2 parts have this name; add {number} to -o"))
    #expect(files.lines.isEmpty)
  }

  private func run(_ arguments: [String], _ files: MemoryFiles) async -> Int32 {
    var environment = test.environment
    environment.createFile = { files.create($0) }
    return await LocateCommand.run(arguments: ["track"] + arguments, in: environment)
  }

  // MARK: Output and errors

  @Test func waypointsRoutesAndNamesSurvive() async {
    #expect(await run("track simplify a --tolerance 5m --to gpx") == 0)
    for text in ["<name>Hut</name>", "<name>Plan</name>", "<name>Walk</name>"] {
      #expect(test.output.text.contains(text))
    }
    #expect(test.errors.text == "")
  }

  @Test func aFormatWithoutWaypointsIsReported() async {
    #expect(await run("track simplify a --tolerance 5m --to csv") == 0)
    #expect(
      test.errors.text
        == "locate: left out: 1 waypoint, 2 route points, name of 1 track, 1 break between segments\n"
    )
  }

  @Test func whatTracksHaveNoPlaceForIsReported() async {
    let test = TestEnvironment(log: Self.satellites)
    #expect(await test.run("track", "simplify", "a", "--tolerance", "5m", "--json") == 0)
    let report = "left out: 1 time without a fix, satellites of 1 time"
    #expect(test.errors.text.contains(report), "\(test.errors.text)")
    let other = TestEnvironment(log: Self.satellites)
    #expect(await other.run("track", "simplify", "a", "--tolerance", "5m", "--to", "csv") == 0)
    #expect(other.errors.text.contains(report), "\(other.errors.text)")
  }

  @Test func anNMEALogIsReadToo() async {
    let test = TestEnvironment(log: Logs.drive)
    #expect(await test.run("track", "info", "-", "--json") == 0)
    #expect(test.output.text.contains(#""segments":2,"points":2"#))
  }

  @Test func aGivenDateCompletesTheTimes() async {
    let test = TestEnvironment(log: Logs.overMidnight)
    #expect(await test.run("track", "info", "a", "--json", "--date", "2026-05-08") == 0)
    #expect(test.output.text.contains(#""start":"2026-05-08T23:59:59.000Z""#))
  }

  @Test func theFileAppearsWhenItIsComplete() async {
    #expect(await run("track simplify a --tolerance 5m -o small.csv") == 0)
    #expect(test.file.isCommitted && test.file.lineCount == 5)
    #expect(test.output.text == "")
  }

  @Test func aDamagedFileWritesNothing() async {
    let test = TestEnvironment(log: Self.gpx.replacing("</trkseg></trk>", with: "</trk>"))
    #expect(await test.run("track", "simplify", "a", "--tolerance", "5m", "-o", "x.gpx") == 65)
    #expect(!test.file.isCommitted)
    #expect(await test.run("track", "info", "a") == 65)
  }

  @Test func aRecordingWithoutAPointIsAnError() async {
    let empty = TestEnvironment(log: Logs.withoutFix)
    #expect(await empty.run("track", "info", "a") == 75)
    #expect(await empty.run("track", "plot", "a") == 75)
    #expect(await empty.run("track", "simplify", "a", "--points", "3", "--to", "gpx") == 75)
  }

  @Test func deriveCompletesSpeedsAndCourses() async {
    #expect(await run("track simplify a --points 6 --derive --to {speed:.2}|{course}") == 0)
    #expect(test.output.lines == ["|", "1.86|90", "1.86|90", "|", "1.86|90", "1.86|90"])
    #expect(test.errors.text == "locate: left out: 1 waypoint, 2 route points, name of 1 track\n")
  }

  @Test func resampledPointsGetMotionOfTheirOwn() async {
    #expect(await run("track resample a --every 30s --derive --to {speed:.2}|{course}") == 0)
    #expect(test.output.lines.prefix(2) == ["|", "1.86|90"])
    #expect(test.errors.text == "locate: left out: 1 waypoint, 2 route points, name of 1 track\n")
    #expect(await run("track reverse a --derive --to {speed}|{course}") == 0)
    #expect(test.output.lines.last == "|")
    #expect(!test.errors.text.contains("speeds"))
  }

  @Test func theReportNamesAllThatPointsLose() async {
    var log = Self.gpx
    log.replace("<ele>104</ele>", with: "<hdop>1.5</hdop><speed>1</speed><ele>104</ele>")
    let test = TestEnvironment(log: log)
    for command in [["reverse"], ["resample", "--every", "10s"]] {
      #expect(await test.run(["track"] + command + ["a", "--to", "gpx"]) == 0)
      #expect(
        test.errors.text.contains("speed and HDOP of 1 point"),
        "\(test.errors.text)")
    }
  }

  @Test func skippedElementsAreReported() async {
    var log = Self.gpx
    log.replace(
      "<ele>104</ele>",
      with: "<ele>104</ele><name>Gate</name><extensions><hr>99</hr><depth>8</depth></extensions>")
    log.replace("<ele>110</ele>", with: "<ele>110</ele><extensions><depth>7</depth></extensions>")
    for (line, report) in [
      ("convert a --to gpx", nil),
      ("convert a --to kml", "left out: name and heart rate of 1 point, depth (3)"),
      (
        "convert a --to csv",
        "left out: 1 waypoint, 2 route points, name of 1 track, 1 break between segments, "
          + "name of 1 point, depth (3)"
      ),
      ("track simplify a --points 6 --to gpx", nil), ("track join a b --to gpx", nil),
      ("track split a --gap 30m --to gpx", nil),
      (
        "track simplify a --points 6 --to kml",
        "left out: name and heart rate of 1 point, depth (3)"
      ),
    ] as [(String, String?)] {
      let test = TestEnvironment(log: log)
      #expect(await test.run(line.split(separator: " ").map(String.init)) == 0)
      #expect(test.errors.text == (report.map { "locate: \($0)\n" } ?? ""))
      // What is copied is there.
      if report == nil { #expect(test.output.text.contains("<depth>8</depth>")) }
    }
  }

  @Test(arguments: [
    "convert a", "track simplify a --points 6", "track join a b", "track split a --gap 30m",
    "track split a --length 150m", "track crop a --from 2025-06-01T08:00:30Z",
    "track trim a --around 1,1 --radius 9m",
  ])
  func whatSensorsMeasuredIsKept(line: String) async {
    var log = Self.gpx
    log.replace(
      "<ele>104</ele>", with: "<ele>104</ele><extensions><hr>99</hr><temp>-1</temp></extensions>")
    let test = TestEnvironment(log: log)
    #expect(await test.run((line + " --to csv").split(separator: " ").map(String.init)) == 0)
    let lines = test.output.text.components(separatedBy: "\r\n").filter { $0.contains(",104,") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasSuffix(",99,,,-1") }, "\(lines)")
    #expect(!test.errors.text.contains("heart rate"))
  }

  /// An extension may say how far away the hidden place is.
  @Test func trimCopiesNothing() async {
    var log = Self.gpx
    log.replace("<ele>104</ele>", with: "<ele>104</ele><extensions><dist>99</dist></extensions>")
    let test = TestEnvironment(log: log)
    let arguments = ["track", "trim", "a", "--around", "1,1", "--radius", "9m", "--to", "gpx"]
    #expect(await test.run(arguments) == 0)
    #expect(!test.output.text.contains("dist"))
    #expect(test.errors.text == "locate: left out: dist\n")
  }

  @Test func aSelectionKeepsTheNamesOfPoints() async {
    var log = Self.gpx
    log.replace("<ele>104</ele>", with: "<ele>104</ele><name>Gate</name>")
    let test = TestEnvironment(log: log)
    #expect(await test.run("convert", "a", "--to", "gpx", "--distance", "1m") == 0)
    #expect(test.output.text.contains("<name>Gate</name>"))
    #expect(test.errors.text == "")
  }

  @Test func plotDrawsWaypointsWithoutATrack() async {
    let test = TestEnvironment(log: RecordingFormatTests.withoutPoints)
    #expect(await test.run("track", "plot", "a", "-o", "-") == 0)
    #expect(test.output.text.contains(">1 waypoint<"))
    #expect(test.output.text.components("<circle class=\"mark\"") == 1)
    #expect(!test.output.text.contains("Speed"))
    #expect(await test.run("track", "plot", "a") == 0)
    #expect(test.output.text.contains("1 waypoint\n"))
    #expect(test.errors.text == "")
  }

  @Test func plotDrawsWhatIsBesideTheTrack() async {
    #expect(await run("track plot a -o -") == 0)
    #expect(test.output.text.components("<circle class=\"mark\"") == 1)
    #expect(test.output.text.contains(">Hut</text>"))
    #expect(test.output.text.components("<path class=\"route\"") == 1)
    #expect(test.errors.text == "")
  }

  @Test func aSelectionWithoutPointsIsAnError() async {
    #expect(await run("track crop a --box 40,40,41,41 --to gpx") == 75)
    #expect(test.errors.text.contains("nothing is in the selected part"))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
