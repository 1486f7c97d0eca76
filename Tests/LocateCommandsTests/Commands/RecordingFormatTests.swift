import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// Recordings that are no NMEA log, by their content.
@Suite(.inTurn) struct RecordingFormatTests {
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

  @Test(arguments: [
    ["convert", "--to"], ["once", "--format"], ["watch", "--rate", "max", "--format"],
    ["replay", "--rate", "max", "--format"],
  ])
  func aNamedFormatIsNotRecognized(arguments: [String]) async throws {
    // The comment is longer than the head by which formats are recognized.
    let comment = "<!-- \(String(repeating: "walk ", count: 400)) -->"
    let path = try directory.file("walk.xml", comment + Self.gpx.dropFirst(21))
    let test = WireEnvironment()
    #expect(await test.run(arguments + ["{latitude}", path]) == 65)
    #expect(test.errors.text.contains("it is XML"), "\(test.errors.text)")
    let named = WireEnvironment()
    #expect(await named.run(arguments + ["{latitude}", path, "--input", "GPX"]) == 0)
    #expect(named.output.lines.last == "48.001" || named.output.lines == ["48"])
  }

  @Test(arguments: [
    ["convert", "--to"], ["watch", "--rate", "max", "--format"],
    ["replay", "--rate", "max", "--format"],
  ])
  func deriveComputesWhatARecordingLacks(arguments: [String]) async throws {
    let path = try directory.file("walk.gpx", Self.gpx)
    for (options, last) in [([], "|"), (["--derive"], "111.19|0")] {
      let test = WireEnvironment()
      #expect(await test.run(arguments + ["{speed:.2}|{course}", path] + options) == 0)
      #expect(test.output.lines.last == last, "\(test.errors.text)")
    }
  }

  @Test func deriveReadsNMEAToo() async throws {
    let path = try directory.file("walk.nmea", Logs.overMidnight)
    let test = WireEnvironment()
    #expect(await test.run("convert", path, "--json", "--derive") == 0)
    #expect(!test.output.lines[0].contains("speed"))
    #expect(test.output.lines[1].contains(#""trackIsDerived":true"#), "\(test.output.text)")
    #expect(test.output.lines[1].contains(#""speedIsDerived":true"#))
    let window = WireEnvironment()
    let count = ["convert", path, "--to", "{speed:.1}|", "--derive", "--distance", "1m"]
    #expect(await window.run(count) == 0)
    #expect(window.output.lines == ["|", "3.7|"])
  }

  @Test func deriveIsForRecordingsThatEnd() async throws {
    let test = WireEnvironment()
    #expect(await test.run("watch", "--source", "gpsd://localhost", "--derive") == 64)
    #expect(test.errors.text.contains("--derive is for recordings"), "\(test.errors.text)")
    let path = try directory.file("walk.nmea", Logs.drive)
    #expect(await test.run("watch", path, "--follow", "--derive") == 64)
  }

  @Test func decodeReadsALogThatLooksLikeATable() async throws {
    let path = try directory.file("log", "time,lat,lon\n" + Logs.drive)
    #expect(await WireEnvironment().run("decode", path) == 65)
    #expect(await WireEnvironment().run("decode", path, "--input", "nmea") == 0)
  }

  @Test func onlyARecordingHasANamedFormat() async throws {
    let test = WireEnvironment()
    #expect(await test.run("watch", "--source", "gpsd://localhost", "--input", "gpx") == 64)
    #expect(test.errors.text.contains("--input is for recordings"), "\(test.errors.text)")
    #expect(await test.run("convert", "a", "--to", "csv", "--input", "docx") == 64)
    #expect(test.errors.text.contains("nmea, gpx, kml"), "\(test.errors.text)")
  }

  @Test func decodeReadsACompressedLog() async throws {
    let data = try #require(Self.compressed["nmea.gz"].flatMap { Data(base64Encoded: $0) })
    let path = directory.path("drive.nmea.gz")
    try data.write(to: URL(filePath: path))
    let test = WireEnvironment()
    #expect(await test.run("decode", path) == 0, "\(test.errors.text)")
    #expect(test.output.text.contains(#""valid":true"#), "\(test.output.text)")
  }

  @Test(arguments: ["gpx", "kml"])
  func waypointsAreConverted(format: String) async throws {
    let test = WireEnvironment()
    let path = try directory.file("places.gpx", Self.withoutPoints)
    #expect(await test.run("convert", path, "--to", format) == 0, "\(test.errors.text)")
    #expect(test.output.text.contains(format == "gpx" ? "<wpt lat=\"48\"" : "<coordinates>11,48<"))
  }

  @Test func namesAndSegmentsAreConverted() async throws {
    let document = """
      <gpx><trk><name>walk</name><trkseg><trkpt lat="1" lon="1"/></trkseg><trkseg>
      <trkpt lat="2" lon="2"><name>p</name></trkpt></trkseg></trk></gpx>
      """
    let test = WireEnvironment()
    let path = try directory.file("walk.gpx", document)
    #expect(await test.run("convert", path, "--to", "gpx") == 0, "\(test.errors.text)")
    let text = test.output.text
    #expect(text.contains("<name>walk</name>") && text.contains("<name>p</name>"))
    #expect(text.components(separatedBy: "<trkseg>").count == 3)
  }

  @Test func anotherFormatIsSortedForGPX() async throws {
    let document = """
      <kml><Placemark><LineString><coordinates>1,1 2,2</coordinates></LineString></Placemark>
      <Placemark><name>late</name><Point><coordinates>3,3</coordinates></Point></Placemark></kml>
      """
    let test = WireEnvironment()
    let path = try directory.file("walk.kml", document)
    #expect(await test.run("convert", path, "--to", "gpx") == 0, "\(test.errors.text)")
    let parts = test.output.text.components(separatedBy: "<wpt ")
    #expect(parts.count == 2 && !parts[0].contains("<trk>") && parts[1].contains("<trk>"))
  }

  private static let kml = """
    <kml><Placemark><gx:Track><when>2025-03-01T12:00:00Z</when><when>2025-03-01T12:00:01Z</when>
    <gx:coord>11 48 5</gx:coord><gx:coord>11 48.001 5</gx:coord></gx:Track></Placemark></kml>

    """
  private static let tcx = """
    <TrainingCenterDatabase><Activities><Activity><Lap><Track><Trackpoint>
    <Time>2025-03-01T12:00:00Z</Time><Position><LatitudeDegrees>48</LatitudeDegrees>
    <LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint><Trackpoint>
    <Time>2025-03-01T12:00:01Z</Time><Position><LatitudeDegrees>48.001</LatitudeDegrees>
    <LongitudeDegrees>11</LongitudeDegrees></Position></Trackpoint></Track></Lap></Activity>
    </Activities></TrainingCenterDatabase>
    """

  @Test(arguments: [kml, tcx], [["convert", "--to"], ["watch", "--rate", "max", "--format"]])
  func otherTracksAreRead(text: String, arguments: [String]) async throws {
    let path = try directory.file("walk", text)
    let test = WireEnvironment()
    let code = await test.run(arguments + ["{time} {latitude}", path])
    #expect(code == 0, "\(test.errors.text)")
    #expect(
      test.output.lines == ["2025-03-01T12:00:00.000Z 48", "2025-03-01T12:00:01.000Z 48.001"])
  }

  /// ``kml`` and an NMEA log, compressed by Python's modules `gzip` and `zipfile`, in Base64.
  private static let compressed = [
    "kml.gz":
      "H4sIAAAAAAACA7PJzs2xswnISUxOzU0syrazSa+wCilKTAayyjNS8+yMDIxMdQ2MdQ0MQwyNrAwMgCjK"
      + "Rh8shUuBIUwBF8iw5Pz8ohQ7Q0MFEwsFUxt9uAianJ6BgSGqvD7CJfpI7tMHOZgLADjo1yi3AAAA",
    "kmz":
      "UEsDBBQAAAAIAAAAIQA46NcoYwAAALcAAAAHAAAAZG9jLmttbLPJzs2xswnISUxOzU0syrazSa+wCilK"
      + "TAayyjNS8+yMDIxMdQ2MdQ0MQwyNrAwMgCjKRh8shUuBIUwBF8iw5Pz8ohQ7Q0MFEwsFUxt9uAianJ6B"
      + "gSGqvD7CJfpI7tMHOZgLAFBLAQIUAxQAAAAIAAAAIQA46NcoYwAAALcAAAAHAAAAAAAAAAAAAACAAQAA"
      + "AABkb2Mua21sUEsFBgAAAAABAAEANQAAAIgAAAAAAA==",
    "kmz.gz":
      "H4sIAAAAAAACAwvwZmYRYWBg4ABiRQaLF9c1koGs7UDMDsQp+cl62bk5m0+eO7txM+cJTx+/s746p7Zt"
      + "9ly/gUvTy4dt0ynjoM9venh6fEp5e0p5eZx5etfw8DRonHKT12n1blT0YRQ/seHJnz+LRKydnVmFuVmD"
      + "pWt3cMyaM6+xUXHVHrtDqr883l1mt5zBzRDgzcgkwozbJTDQwMiAcFeANysbiMsIhKZAugOsBAAqcFoY"
      + "0wAAAA==",
    "nmea.gz":
      "H4sIAAAAAAACA1NxDwjyddYxNDIAAj0g1nHUMbGAMIEcPx0DQ0M4z1UHyIJgQwNjI1MdHR1HLTMTXi4V"
      + "JFMMUUwxI9YUY14uAAcs6FyMAAAA",
  ]

  @Test(
    arguments: ["kml.gz", "kmz", "kmz.gz", "nmea.gz"],
    [["convert", "--to"], ["watch", "--rate", "max", "--format"]])
  func compressedFilesAreRead(name: String, arguments: [String]) async throws {
    let path = directory.path("track")
    let data = Self.compressed[name].flatMap { Data(base64Encoded: $0) }
    try #require(data).write(to: URL(filePath: path))
    let test = WireEnvironment()
    let code = await test.run(arguments + ["{time} {latitude}", path])
    #expect(code == 0, "\(test.errors.text)")
    #expect(
      test.output.lines == ["2025-03-01T12:00:00.000Z 48", "2025-03-01T12:00:01.000Z 48.001"])
  }

  @Test(arguments: [["convert", "--to", "csv"], ["once"]])
  func aCompressedFileThatIsCutOffIsAnError(arguments: [String]) async throws {
    let path = directory.path("track")
    let data = Self.compressed["kml.gz"].flatMap { Data(base64Encoded: $0) }
    try #require(data).prefix(60).write(to: URL(filePath: path))
    let test = WireEnvironment()
    #expect(await test.run(arguments + [path]) == 65)
    #expect(test.errors.text.contains("it is cut off"), "\(test.errors.text)")
  }

  @Test func oneLocationOfAGPXFileIsRead() async throws {
    let test = WireEnvironment()
    let path = try directory.file("walk.gpx", Self.gpx)
    #expect(await test.run("once", path, "--format", "{latitude}") == 0)
    #expect(test.output.text == "48\n")
  }

  @Test(arguments: [
    ["convert", "--to", "csv"], ["track", "simplify", "--points", "9", "--to", "tcx"],
  ])
  func aFormatThatHasAPlaceForNothingIsAnError(arguments: [String]) async throws {
    let test = WireEnvironment()
    let path = try directory.file("places.gpx", Self.withoutPoints)
    #expect(await test.run(arguments + [path]) == 75)
    #expect(
      test.errors.text.contains(
        "nothing is left that the format can hold; left out: 1 waypoint"),
      "\(test.errors.text)")
  }

  static let waypointSentences = (1...2).map {
    sentence("GPWPL,4800.000,N,0110\($0).500,E,W\($0)")
  }.joined()

  @Test func waypointsOfALogAreConverted() async throws {
    let test = WireEnvironment()
    let path = try directory.file("plotter.nmea", Self.waypointSentences)
    #expect(await test.run("convert", path, "--to", "gpx") == 0, "\(test.errors.text)")
    #expect(
      test.output.text.contains(
        "<wpt lat=\"48.000000000\" lon=\"11.025000000\"><name>W1</name></wpt>"))
    #expect(test.output.text.contains("lon=\"11.041666667\"><name>W2</name></wpt>"))
    let track = WireEnvironment()
    #expect(await track.run("track", "reverse", path, "--to", "gpx") == 0, "\(track.errors.text)")
    #expect(track.output.text.contains("<name>W2</name>"))
    #expect(await test.run("convert", path, "--to", "csv") == 75)
    #expect(
      test.errors.text.contains(
        "nothing is left that the format can hold; left out: 2 waypoints"))
  }

  @Test(arguments: [["once"], ["watch"]])
  func aLogOfOnlyWaypointsHasNoLocation(arguments: [String]) async throws {
    let test = WireEnvironment()
    let path = try directory.file("plotter.nmea", Self.waypointSentences)
    #expect(await test.run(arguments + [path]) == 75)
    #expect(
      test.errors.text.contains("it is NMEA 0183 without a track point"), "\(test.errors.text)")
  }

  @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
  func textInUTF16IsRefusedWithAHint(mark: [UInt8]) async throws {
    let words = Self.gpx.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let bytes =
      mark[0] == 0xFF
      ? words : stride(from: 0, to: words.count, by: 2).flatMap { [words[$0 + 1], words[$0]] }
    let path = directory.path("walk.gpx")
    try Data(mark + bytes).write(to: URL(filePath: path))
    let test = WireEnvironment()
    #expect(await test.run("convert", path, "--to", "csv") == 65)
    #expect(
      test.errors.text
        == "locate: file:\(path): it is UTF-16 text, not NMEA 0183; iconv -f UTF-16 -t UTF-8 \(path) | "
        + "locate convert - ...\n")
  }

  @Test(arguments: [["once"], ["watch"]])
  func aGPXFileWithoutATrackIsAnError(arguments: [String]) async throws {
    let test = WireEnvironment()
    let path = try directory.file("places.gpx", Self.withoutPoints)
    #expect(await test.run(arguments + [path]) == 75)
    #expect(test.errors.text.contains("it is GPX without a track point"), "\(test.errors.text)")
  }

  @Test(
    arguments: [["convert", "--to", "csv"], ["decode"], ["once"], ["watch"], ["replay"]],
    [
      ("BZh9", "it is bzip2, not NMEA 0183; bzcat PATH | locate COMMAND - ..."),
      (
        "\u{FD}7zXZ\u{0}", "it is xz, not NMEA 0183; xzcat PATH | locate COMMAND - ..."
      ),
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

  @Test func decodeSaysHowToRecordSentencesWithGPSD() async throws {
    let test = WireEnvironment()
    let path = try directory.file("track", "{\"class\":\"TPV\"}\n")
    #expect(await test.run("decode", path) == 65)
    #expect(
      test.errors.text.contains("it is gpsd JSON, not NMEA 0183; gpspipe -r records NMEA"))
  }

  @Test(arguments: [
    (
      "track.json",
      #"{"class":"TPV","mode":2,"time":"2025-03-01T12:00:00.000Z","lat":48.001,"lon":11.5}"#
    ),
    (
      "track.geojson",
      """
      {"type":"Feature","properties":{"coordTimes":["2025-03-01T12:00:00Z"]},
      "geometry":{"type":"LineString","coordinates":[[11.5,48.001]]}}
      """
    ),
    ("flight.igc", "AXXX001\r\nHFDTE010325\r\nB1200004800060N01130000EA0010000120\r\n"),
    ("track.csv", "time,lat,lon\r\n2025-03-01T12:00:00Z,48.001,11.5\r\n"),
  ])
  func otherTrackFilesAreRead(name: String, content: String) async throws {
    let path = try directory.file(name, content)
    for arguments in [
      ["convert", "--to"], ["watch", "--rate", "max", "--format"],
      ["replay", "--rate", "max", "--format"],
    ] {
      let test = WireEnvironment()
      let code = await test.run(arguments + ["{time} {latitude} {longitude}", path])
      #expect(code == 0, "\(test.errors.text)")
      #expect(test.output.lines == ["2025-03-01T12:00:00.000Z 48.001 11.5"])
    }
  }

  @Test func theLocationsBeforeAnErrorAreWritten() async throws {
    let test = WireEnvironment()
    let path = try directory.file("track.gpx", "<gpx><wpt lat='48' lon='11'/>\n</trk></gpx>")
    #expect(await test.run("convert", "--to", "kml", path) == 65)
    #expect(test.output.text.contains("11,48"))
    #expect(test.errors.text.contains("line 2: gpx: not well-formed XML"))
  }

  @Test func aBadRecordIsLeftOutAndTheRestIsWritten() async throws {
    let path = try directory.file("track.csv", "lat,lon\n48,11\n91,0\n,\n49,x\n50,12\n")
    for arguments in [["convert"], ["track", "reverse"]] {
      let test = WireEnvironment()
      #expect(await test.run(arguments + [path, "--to", "gpx"]) == 0, "\(test.errors.text)")
      let gpx = test.output.text
      #expect(gpx.contains("lat=\"48.") && gpx.contains("lat=\"50."))
      #expect(
        test.errors.text.contains(
          "left out: point without a possible position (2), line without a place"))
    }
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
