import Foundation
import TestSupport
import TestTurns
import Testing

/// gpsd's clients read from `--serve`.
@Suite(
  .serialized, .inTurn,
  .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"))
struct RealClientTests {
  static func isMissing(_ program: String) -> Bool { ChildProcess.path(of: program) == nil }

  let drive = fixture("drive.nmea").path()

  /// Serves the drive.
  func serving(_ options: String...) throws -> (process: LocateProcess, port: UInt16) {
    let (process, served) = try LocateProcess.serving(
      ["replay", drive] + options, ["gpsd://127.0.0.1:0"])
    return (process, try port(of: served[0]))
  }

  @Test(.enabled(if: !isMissing("gpspipe"), "gpspipe is not installed"))
  func gpspipeShowsTheFixes() throws {
    let (locate, port) = try serving("--rate", "20", "--loop")
    defer { locate.stop() }
    let pipe = try #require(
      try Recorder("gpspipe", ["-w", "-x", "20", "-n", "40", "localhost:\(port)"]))
    let lines = pipe.finish()
    #expect(lines.count == 40)
    let truth = try Position.truth(of: fixture("drive.expected.jsonl"))
    let fixes = Position.all(in: lines)
    #expect(fixes.count > 20)
    for fix in fixes {
      let said = try #require(truth[fix.time ?? ""])
      #expect(fix.agrees(with: said))
      #expect(fix.mode == said.mode && fix.status == 8 && fix.device == "file:drive.nmea")
    }
  }

  @Test(.enabled(if: !isMissing("gpspipe"), "gpspipe is not installed"))
  func gpspipeShowsTheRecordedSentences() throws {
    let (locate, port) = try serving("--rate", "20", "--loop")
    defer { locate.stop() }
    let pipe = try #require(
      try Recorder("gpspipe", ["-r", "-x", "20", "-n", "60", "localhost:\(port)"]))
    let sentences = pipe.finish().filter { $0.hasPrefix("$") }
    let log = try String(contentsOfFile: drive, encoding: .utf8)
    #expect(sentences.count > 50)
    // The client may connect near the end, and then reads the beginning too.
    #expect((log + log).contains(sentences.map { $0 + "\r\n" }.joined()))
  }

  @Test(.enabled(if: !isMissing("gpxlogger"), "gpxlogger is not installed"))
  func gpxloggerLogsATrack() throws {
    let (locate, port) = try serving("--rate", "40", "--loop")
    let logger = try Recorder("gpxlogger", ["localhost:\(port)"])
    let isLogged = waits { logger?.lines.filter { $0.contains("<trkpt") }.count ?? 0 > 20 }
    // The client ends when the receiver ends.
    locate.stop()
    #expect(isLogged)
    let track = try #require(logger).finish().joined(separator: "\n")
    #expect(track.hasSuffix("</gpx>"))
    let truth = try Position.truth(of: fixture("drive.expected.jsonl"))
    let points = track.matches(
      of: /<trkpt lat="(?<lat>[^"]*)" lon="(?<lon>[^"]*)">.*?<time>(?<time>[^<]*)</
        .dotMatchesNewlines())
    #expect(points.count > 20)
    for point in points {
      let said = try #require(truth[String(point.time)])
      let lat = try #require(Double(point.lat))
      let lon = try #require(Double(point.lon))
      #expect(Position(lat: lat, lon: lon).agrees(with: said))
    }
  }

  @Test(.enabled(if: !isMissing("cgps"), "cgps is not installed"))
  func cgpsShowsThatItIsSimulated() throws {
    let (locate, port) = try serving("--rate", "5", "--loop")
    defer { locate.stop() }
    let terminal = try PseudoTerminal()
    let path = try #require(ChildProcess.path(of: "cgps"))
    let cgps = try ChildProcess(
      path, ["-s", "localhost:\(port)"],
      variables: ["TERM": "xterm", "LINES": "30", "COLUMNS": "100"], output: terminal.path)
    defer { cgps.stop() }
    var screen = ""
    let isShown = waits {
      screen += terminal.receive()
      return screen.contains("3D SIM FIX") && screen.contains("38.72") && screen.contains("GP 13")
    }
    #expect(isShown, "\(screen)")
  }

  @Test(
    .enabled(if: !isMissing("cc"), "there is no C compiler"),
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/include/gps.h"),
      "libgps is not installed (apt install libgps-dev)"))
  func aProgramOfLibgpsReadsIt() throws {
    let directory = try TemporaryDirectory()
    let source = try directory.file("client.c", Self.client)
    let program = directory.path("client")
    let compiler = try #require(
      try Recorder("cc", ["-o", program, source, "-lgps", "-lm"]))
    _ = compiler.finish()
    try #require(FileManager.default.isExecutableFile(atPath: program))

    let (locate, port) = try serving("--rate", "20", "--loop")
    defer { locate.stop() }
    let output = directory.path("output")
    let client = try ChildProcess(program, [String(port)], output: output)
    #expect(waits { !client.isRunning })
    let truth = try Position.truth(of: fixture("drive.expected.jsonl"))
    let lines = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 20)
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 6)
      let seconds = try #require(Int(words[0]))
      let time = Date(timeIntervalSince1970: Double(seconds))
        .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      let said = try #require(truth[time])
      let fix = Position(
        lat: Double(words[1]), lon: Double(words[2]), altMSL: Double(words[3]))
      #expect(fix.agrees(with: said))
      #expect(words[4] == "3")
      // gpsd 3.22 calls this value STATUS_SIM.
      #expect(words[5] == "8")
    }
  }

  /// Prints the second, latitude, longitude, altitude, mode and status of twenty fixes.
  private static let client = """
    #include <gps.h>
    #include <math.h>
    #include <stdio.h>

    int main(int argc, char **argv) {
      static struct gps_data_t gps;
      if (argc < 2 || gps_open("127.0.0.1", argv[1], &gps) != 0) return 1;
      gps_stream(&gps, WATCH_ENABLE | WATCH_JSON, NULL);
      for (int fixes = 0; fixes < 20 && gps_waiting(&gps, 10000000);) {
        if (gps_read(&gps, NULL, 0) < 0) return 2;
        if (!(gps.set & MODE_SET) || gps.fix.mode < MODE_2D) continue;
        printf(
          "%lld %.9f %.9f %.3f %d %d\\n", (long long)gps.fix.time.tv_sec, gps.fix.latitude,
          gps.fix.longitude, gps.fix.altMSL, gps.fix.mode, gps.fix.status);
        fixes++;
      }
      gps_stream(&gps, WATCH_DISABLE, NULL);
      gps_close(&gps);
      return 0;
    }
    """

  @Test(arguments: ["simulate", "replay"])
  func ourOwnWatchReadsIt(command: String) throws {
    let arguments =
      command == "replay"
      ? ["replay", drive, "--rate", "20", "--loop"] : ["simulate", "walk", "--rate", "20"]
    let (locate, served) = try LocateProcess.serving(arguments, ["gpsd://127.0.0.1:0"])
    defer { locate.stop() }
    let watch = try LocateProcess([
      "watch", "--source", served[0], "--count", "10", "--timeout", "20s", "--format",
      "{time} {latitude} {altitude} {status}",
    ])
    let lines = (1...10).map { _ in watch.readLine() }
    watch.process.waitUntilExit()
    #expect(watch.process.terminationStatus == 0)
    let direct = try LocateProcess([
      "watch", "--source", command == "replay" ? drive : "sim:walk?for=10m", "--rate", "max",
      "--format", "{time} {latitude} {altitude} {status}",
    ])
    let truth = Set(
      String(decoding: direct.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        .split(separator: "\n").map(String.init))
    #expect(lines.allSatisfy { truth.contains($0) && $0.hasSuffix(" simulated") })
  }
}
