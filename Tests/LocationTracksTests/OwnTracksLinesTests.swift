import LocationCore
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct OwnTracksLinesTests {
  private static func line(_ message: String, time: String = "2025-03-01T12:00:00Z") -> String {
    "\(time)\t*                 \t\(message)\n"
  }

  private static let first = line(
    #"{"_type":"location","lat":48.5,"lon":11.25,"tst":1740787201,"acc":4,"alt":545,"vel":36,"batt":50}"#
  )

  @Test func aLocationIsAFix() throws {
    let track = try ParsedTrack(Self.first + "\n" + Self.first, as: .ownTracks)
    #expect(track.kinds == ["fix", "fix"] && track.error == nil && track.skipped.isEmpty)
    let fix = try #require(track.fixes.first)
    #expect(fix.coordinate == (try Coordinate(latitude: 48.5, longitude: 11.25)))
    // The time of the fix, not that of its receipt.
    #expect(fix.timestamp == .march(0, 0, 1) && fix.receivedAt == nil)
    #expect(fix.errors.horizontal == 4 && fix.altitude == 545 && fix.speed == 10)
    #expect(fix.batteryLevel == 50)
    #expect(fix.source == FixSource(kind: .replayed, name: "file:track"))
  }

  @Test func otherMessagesAreCounted() throws {
    let others = [
      #"{"_type":"transition","event":"leave","lat":1,"lon":2,"tst":1}"#,
      #"{"_type":"lwt","tst":"1"}"#,
      #"{"_type":"location","lat":100,"lon":2,"tst":1}"#, "{damaged",
    ]
    let track = try ParsedTrack(
      others.map { Self.line($0) }.joined() + "no message\n" + Self.first, as: .ownTracks)
    #expect(track.kinds == ["fix"] && track.error == nil)
    #expect(track.skipped.names == ["message without a location (4)", "unreadable line"])
  }

  @Test func aLineThatIsCutOffIsAnErrorAfterAllItems() throws {
    let track = try ParsedTrack(Self.first + Self.first.prefix(70), as: .ownTracks)
    #expect(track.kinds == ["fix"] && track.error?.isCutOff == true && track.error?.line == 2)
  }
}
