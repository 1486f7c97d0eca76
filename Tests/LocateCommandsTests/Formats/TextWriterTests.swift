import Foundation
import LocationCore
import LocationTracks
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

@Suite(.inTurn) struct TextWriterTests {
  private let now = Date(timeIntervalSince1970: 1_735_689_602.25)

  private func text(_ fix: Fix) -> String {
    var writer = TrackWriter(TextWriter(now: { [now] in now }))
    return writer.document([.fix(fix)])
  }

  @Test func writesAllKnownValues() throws {
    #expect(
      try text(.full(source: .live)) == """
        Latitude   33.8567840° S
        Longitude  151.2152970° E
        Altitude   545.4 m above mean sea level, 592.3 m above the ellipsoid
        Accuracy   ± 4.0 m, height ± 7.0 m
        Speed      47.2 km/h
        Course     84.4° true (E)
        Heading    83.0° true
        Climb      -0.5 m/s
        Fix        3D, differential, 8 satellites, HDOP 0.9
        Time       2025-01-01 00:00:00 UTC, 2.0 s old
        Source     serial:/dev/ttyACM0

        """)
  }

  @Test func leavesOutUnknownValues() throws {
    #expect(
      try text(.bare(48.1173, -11.5167, source: .live)) == """
        Latitude   48.1173000° N
        Longitude  11.5167000° W
        Fix        2D
        Source     serial:/dev/ttyACM0

        """)
  }

  @Test func aTimeWithoutADateIsShownWithoutADate() throws {
    var fix = try Fix.bare(source: .live)
    fix.timeOfDay = 63_000
    #expect(text(fix).contains("Time       17:30:00 UTC, date unknown\n"))
    var lines = TrackWriter(TextLineWriter(terminalWidth: { nil }, now: { [now] in now }))
    #expect(lines.document([.fix(fix)]).hasPrefix("17:30:00Z  48.1173000° N"))
  }

  @Test func ofSeveralReceiversEachLineNamesItsOwn() throws {
    func source(_ device: String) -> FixSource {
      FixSource(kind: .live, name: "gpsd://localhost", device: device)
    }
    func fix(_ device: String) throws -> LocationUpdate { .fix(try .bare(source: source(device))) }
    func lost(_ device: String) -> LocationUpdate {
      .fixLost(FixLoss(reason: .noFix, source: source(device)))
    }
    var lines = TrackWriter(TextLineWriter(terminalWidth: { nil }, now: { [now] in now }))
    let place = "48.1173000° N  11.5167000° E"
    #expect(
      try lines.document([
        fix("/dev/a"), fix("/dev/a"), lost("/dev/b"), fix("/dev/a"), lost("/dev/b"), fix("/dev/b"),
        lost("/dev/b"),
      ]) == """
        \(place)
        \(place)
        /dev/b  no fix
        /dev/a  \(place)
        /dev/b  \(place)
        /dev/b  no fix

        """)
  }

  @Test func warnsThatTheFixIsReplayed() throws {
    let text = try text(.full())
    #expect(text.contains("Caution    replayed from a recording: not the current location\n"))
    #expect(!text.contains(" old"))
  }

  @Test(arguments: [
    (
      FixSource.Kind.replayed,
      "Caution    simulated, replayed from a recording: not a real location"
    ),
    (.live, "Caution    simulated: not a real location"),
    (.simulated, "Caution    simulated: not a real location"),
  ])
  func warnsThatTheFixIsSimulated(kind: FixSource.Kind, caution: String) throws {
    var fix = try Fix.bare(source: FixSource(kind: kind, name: "a"))
    fix.status = .simulated
    #expect(text(fix).contains(caution))
    #expect(text(fix).contains("Fix        2D, simulated\n"))
  }

  @Test func aHostWhoseClockIsBehindGivesNoAge() throws {
    var fix = try Fix.full(source: .live)
    fix.timestamp = now.addingTimeInterval(5)
    #expect(!text(fix).contains(" old"))
  }

  @Test(arguments: [
    (59.0, "59.0 s"), (61, "1 min"), (7200, "2 h"), (864_000, "10 days"),
  ])
  func writesAnAgeInASuitableUnit(seconds: Double, expected: String) throws {
    var fix = try Fix.bare(source: .live)
    fix.timestamp = now.addingTimeInterval(-seconds)
    #expect(text(fix).contains("UTC, \(expected) old\n"))
  }

  @Test func aNameCannotControlTheTerminal() throws {
    let fix = try Fix.bare(source: FixSource(kind: .live, name: "a\u{1B}[2Jb"))
    #expect(text(fix).contains("Source     a?[2Jb\n"))
  }
}

@Suite(.inTurn) struct TextLineWriterTests {
  private func writer(width: Int? = nil) -> TrackWriter {
    TrackWriter(TextLineWriter(terminalWidth: { width }, now: { .distantPast }))
  }

  private let lost = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: .replayed))

  @Test func writesALineForEachFix() throws {
    var writer = writer()
    let full = """
      00:00:00Z  33.8567840° S  151.2152970° E  replayed  545.4 m MSL  ± 4.0 m  47.2 km/h  84°  8 sat

      """
    #expect(try writer.document([.fix(.full()), .fix(.full())]) == full + full)
  }

  @Test func writesALostFixOnce() throws {
    var writer = writer()
    let fix = LocationUpdate.fix(try .bare())
    let lines = writer.document([lost, lost, fix, lost, lost]).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == "no fix" && lines.last == "no fix")
  }

  @Test func aWideTerminalShowsEverything() throws {
    var writer = writer(width: 200)
    let fix = LocationUpdate.fix(try .bare())
    let line = "48.1173000° N  11.5167000° E  replayed\n"
    #expect(writer.document([fix, fix]) == line + line)
  }

  @Test func neverWrapsOnATerminal() throws {
    var writer = writer(width: 15)
    #expect(try writer.document([.fix(.bare())]) == "48.1173000° N\n")
  }

  @Test func aNarrowTerminalDoesNotHideThatItIsSimulated() throws {
    var fix = try Fix.full()
    fix.status = .simulated
    var writer = writer(width: 80)
    #expect(writer.document([.fix(fix)]).contains("  simulated  replayed  "))
  }

  @Test(arguments: [TextEncoding.unicode, .ascii], 20...120)
  func aNarrowTerminalShowsWholeValuesOnly(encoding: TextEncoding, width: Int) throws {
    var fix = try Fix.full(source: .live)
    fix.coordinate = try Coordinate(latitude: -33.856784, longitude: -151.215297)
    let written = { (width: Int?) in
      var writer = TrackWriter(
        TextLineWriter(
          terminalWidth: { width }, encoding: encoding, now: { .distantPast }))
      return String(writer.document([.fix(fix)]).dropLast())
    }
    let line = written(width)
    let whole = Set(written(nil).split(separator: " "))
    #expect(line.split(separator: " ").allSatisfy { whole.contains($0) }, "\(line)")
    #expect(Array(line.utf8).withUnsafeBytes { encoding.columns(of: $0) } < width)
    #expect(width < 40 || line.contains("151.2152970° W"))
    #expect(width < 80 || line.contains("± 4.0 m"))
  }

  @Test func anEmptyStreamWritesNothing() {
    var writer = writer(width: 80)
    #expect(writer.document([]) == "")
  }
}
