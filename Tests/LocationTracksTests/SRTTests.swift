import LocationCore
import LocationReplay
import TestTurns
import Testing

@testable import LocationTracks

/// The subtitles that drones write.
@Suite(.inTurn) struct SRTTests {
  private static func subtitle(_ number: Int, _ text: String) -> String {
    "\(number)\n00:00:0\(number),000 --> 00:00:0\(number),033\n\(text)\n\n"
  }

  private static func track(_ texts: String...) throws -> ParsedTrack {
    let file = texts.enumerated().map { subtitle($0 + 1, $1) }.joined()
    #expect(FileFormat.recognize(file.utf8, isWhole: true) == .known(.srt))
    #expect(
      FileFormat.recognize(file.replacing("\n", with: "\r\n").utf8, isWhole: true) == .known(.srt))
    let track = try ParsedTrack(file, as: .srt)
    for size in [1, 7] {
      #expect(try ParsedTrack(file, as: .srt, inPiecesOf: size).items == track.items)
    }
    return track
  }

  @Test(arguments: ["", "\n", "\r\n", "\n\n"])
  func theLastSubtitleNeedsNoEmptyLine(end: String) throws {
    let text = "[latitude: 22.5] [longitude: 113.25] [abs_alt: 50.3]"
    let file = Self.subtitle(1, text) + "2\n00:00:02,000 --> 00:00:02,033\n" + text + end
    #expect(try ParsedTrack(file, as: .srt).fixes.count == 2)
  }

  /// The forms of several models, all at the same place and time.
  @Test(arguments: [
    """
    <font size="28">SrtCnt : 1, DiffTime : 33ms
    2025-03-01 12:00:00.250
    [iso : 100] [shutter : 1/100.0] [ct : 5500] [latitude: 22.5] [longitude: 113.25] [rel_alt: 1.200 abs_alt: 50.3] </font>
    """,
    """
    2025-03-01 12:00:00,250,700
    [latitude : 22.5] [longtitude : 113.25] [altitude: 50.3]
    """,
  ])
  func aSubtitleIsAFix(text: String) throws {
    let fix = try #require(try Self.track(text).fixes.first)
    #expect(try fix.coordinate == Coordinate(latitude: 22.5, longitude: 113.25))
    #expect(fix.timestamp == .march(12, 0, 0.25) && fix.altitude == 50.3)
    #expect(fix.speed == nil)
  }

  @Test(arguments: [
    "HOME(113.2,22.4) 2025.03.01 12:00:00\nGPS(113.25,22.5,19) BAROMETER:1.9\nISO:100",
    "F/2.8, SS 206.14, ISO 150, GPS (113.25, 22.5, 19), D 0.97m, H 1.20m",
  ])
  func theLongitudeComesFirstAfterGPS(text: String) throws {
    let fix = try #require(try Self.track(text).fixes.first)
    #expect(try fix.coordinate == Coordinate(latitude: 22.5, longitude: 113.25))
    #expect(fix.altitude == nil)
    #expect(fix.timestamp == (text.hasPrefix("HOME") ? .march(12, 0, 0) : nil))
  }

  @Test func speedsAreRead() throws {
    let track = try Self.track("GPS (113.25, 22.5, 19), D 24.2m, H 6.0m, H.S 2.10m/s, V.S -0.50m/s")
    #expect(track.fixes.first?.speed == 2.1 && track.fixes.first?.climb == -0.5)
  }

  @Test func aSubtitleWithoutAPositionIsCounted() throws {
    let track = try Self.track(
      "[latitude: 0.000000] [longitude: 0.000000]", "Hello", "[latitude: 1] [longitude: 200]",
      "[latitude: 1] [longitude: 2]")
    #expect(track.fixes.count == 1)
    #expect(track.skipped.names == ["subtitle without a position (3)"])
  }
}
