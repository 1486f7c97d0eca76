import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// A damaged record of a recording is left out, and each command that reads it says so once, with the count.
@Suite(.inTurn) struct DamagedRecordTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Runs a command on a real file. A recording of a track replays by another reader than one of NMEA.
  private func run(_ command: String, _ text: String) async throws -> [Substring] {
    let path = try directory.file("a", text)
    let test = TestEnvironment(sources: CommandSources(commandName: "locate") { _ in })
    let words = command.split(separator: " ").map {
      $0 == "a" ? path : $0 == "b.gpx" ? directory.path("b.gpx") : String($0)
    }
    #expect(await test.run(words) == 0, "\(test.errors.text)")
    return test.errors.text.split(separator: "\n").filter { $0.contains("left out: ") }
  }

  static let recordings = [
    (Logs.drive + "$GPGGA,damaged*00\r\n$GPGGA,damaged*01\r\n", "damaged sentence (2)"),
    (
      #"<gpx version="1.1" creator="t"><trk><trkseg>"#
        + #"<trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt>"#
        + #"<trkpt lat="100" lon="2"><time>2026-01-01T00:00:01Z</time></trkpt>"#
        + #"<trkpt lat="1.0001" lon="2"><time>2026-01-01T00:00:02Z</time></trkpt>"#
        + #"<trkpt lat="nan" lon="2"><time>2026-01-01T00:00:03Z</time></trkpt></trkseg></trk></gpx>"#,
      "point without a possible position (2)"
    ),
  ]

  @Test(
    arguments: [
      "track info a", "track plot a", "track reverse a --to gpx", "convert a --to csv",
      "replay a --rate max", "watch a --rate max --json", "record a --rate max -o b.gpx",
    ], recordings)
  func eachCommandCountsIt(command: String, recording: (text: String, words: String)) async throws {
    let saying = try await run(command, recording.text)
    #expect(saying.count { $0.contains(recording.words) } == 1, "\(saying)")
  }

  /// An element that only this reader does not know is no damage.
  @Test(arguments: ["track info a", "replay a --rate max"])
  func anUnknownElementIsNotDamage(command: String) async throws {
    let gpx = Self.recordings[1].0.replacing("<time>", with: "<odd>1</odd><time>")
    let saying = try await run(command, gpx)
    #expect(
      saying.count == 1 && saying[0].hasSuffix("left out: \(Self.recordings[1].1)"), "\(saying)")
  }
}
