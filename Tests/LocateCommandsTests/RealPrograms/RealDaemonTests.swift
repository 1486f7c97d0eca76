import Foundation
import TestSupport
import TestTurns
import Testing

/// A real gpsd reads from `--serve`, and its clients get the receiver's values.
@Suite(
  .serialized, .inTurn,
  .enabled(if: LocateProcess.isBuilt, "the executable has not been built beside the tests"),
  .enabled(if: RealGPSD.isInstalled, "gpsd is not installed (apt install gpsd)"),
  .enabled(
    if: ChildProcess.path(of: "gpspipe") != nil,
    "gpspipe is not installed (apt install gpsd-clients)"))
struct RealDaemonTests {
  let drive = fixture("drive.nmea").path()

  @Test(arguments: ["tcp", "udp", "pty", "pty with a link", "gpsd"])
  func gpsdBelievesIt(wire: String) throws {
    let directory = try TemporaryDirectory()
    let datagrams = try LoopbackSocket.freePort(datagrams: true)
    let endpoint =
      switch wire {
      case "tcp": "tcp://127.0.0.1:0"
      case "udp": "udp://127.0.0.1:\(datagrams)"
      case "gpsd": "gpsd://127.0.0.1:0"
      case "pty": "pty:"
      default: "pty:\(directory.path("gps0"))"
      }
    let (locate, served) = try LocateProcess.serving(
      ["replay", drive, "--rate", "20", "--loop"], [endpoint])
    defer { locate.stop() }
    let device: String =
      switch wire {
      case "tcp", "udp", "gpsd": served[0]
      case "pty": String(served[0].dropFirst("pty:".count))
      default: directory.path("gps0")
      }
    // gpsd must request reports from another gpsd, and `-b` would forbid this.
    let gpsd = try RealGPSD([device], isReadOnly: wire != "gpsd")
    defer { gpsd.stop() }

    let pipe = try #require(
      try Recorder("gpspipe", ["-w", "-x", "20", "-n", "30", "localhost:\(gpsd.port)"]))
    let fixes = Position.all(in: pipe.finish()).filter { $0.mode == 3 }
    let truth = try Position.truth(of: fixture("drive.expected.jsonl"))
    #expect(fixes.count > 10)
    for fix in fixes {
      let said = try #require(truth[fix.time ?? ""])
      #expect(fix.agrees(with: said))
      #expect(fix.status == 8)
    }
  }

  /// The scenario has no signal from 60 s to 105 s, and weak signals for ten more seconds.
  @Test func theFixIsLostAndFoundAtTheScriptedTimes() throws {
    let (locate, served) = try LocateProcess.serving(
      ["simulate", "tunnel", "--rate", "40", "--loop"], ["tcp://127.0.0.1:0"])
    defer { locate.stop() }
    let gpsd = try RealGPSD([served[0]])
    defer { gpsd.stop() }
    let pipe = try #require(
      try Recorder("gpspipe", ["-w", "-x", "30", "localhost:\(gpsd.port)"]))
    defer { pipe.process.stop() }
    // The programs start at different times, so the test looks at one complete loop.
    var round: ArraySlice<Position> = []
    let isDone = waits {
      let reports = Position.all(in: pipe.lines).filter { $0.time != nil }
      let beginning = reports.drop { !isWithin("00:00", "00:30", $0) }
      round = beginning.prefix { !isWithin("02:30", "03:00", $0) }
      return round.count < beginning.count
    }
    #expect(isDone)
    let modes = { (from: String, to: String) in
      round.filter { isWithin(from, to, $0) }.compactMap(\.mode)
    }
    let (before, inside, after) = (
      modes("00:30", "00:59"), modes("01:02", "01:44"), modes("02:00", "02:30")
    )
    #expect(before.count > 20 && before.allSatisfy { $0 >= 2 })
    #expect(inside.count > 20 && inside.allSatisfy { $0 < 2 })
    #expect(after.count > 20 && after.allSatisfy { $0 >= 2 })
  }

  private func isWithin(_ from: String, _ to: String, _ report: Position) -> Bool {
    ("2025-06-01T08:" + from..<"2025-06-01T08:" + to).contains(report.time ?? "")
  }
}
