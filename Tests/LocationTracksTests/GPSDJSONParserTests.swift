import GPSDProtocol
import LocationCore
import LocationReplay
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct GPSDJSONParserTests {
  private static let log = """
    {"class":"VERSION","release":"3.25","rev":"3.25","proto_major":3,"proto_minor":15}
    {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyACM0"}]}
    {"class":"WATCH","enable":true,"json":true}
    $GPGGA,,,,,,0,,,,,,,,*66
    {"class":"SKY","device":"/dev/ttyACM0","time":"2025-03-01T12:00:00.000Z","nSat":1,"satellites":[{"PRN":5,"used":true}]}
    {"class":"TPV","device":"/dev/ttyACM0","mode":3,"time":"2025-03-01T12:00:00.000Z","lat":48.1173,"lon":11.5167,"altHAE":592.3,"altMSL":545.4,"speed":11.5,"track":84.4,"eph":4.5}

    {"class":"TPV","device":"/dev/ttyACM0","mode":1,"time":"2025-03-01T12:00:01.500Z"}

    """

  @Test func reportsOfTPVAndSKYAreItems() throws {
    let track = try ParsedTrack(Self.log, as: .gpsdJSON)
    #expect(track.error == nil)
    #expect(track.kinds == ["sky", "fix", "loss"])
    #expect(track.items.map(\.position) == [.zero, .zero, .milliseconds(1500)])
    let fix = try #require(track.fixes.first)
    #expect(try fix.coordinate == Coordinate(latitude: 48.1173, longitude: 11.5167))
    #expect(fix.timestamp == .march(12, 0, 0))
    #expect(fix.altitude == 545.4 && fix.ellipsoidalAltitude == 592.3)
    #expect(fix.speed == 11.5 && fix.course == 84.4 && fix.climb == nil)
    #expect(fix.errors.horizontal == 4.5 && fix.errors.vertical == nil)
    #expect(fix.mode == .threeD && fix.satellitesUsed == nil && fix.receivedAt == nil)
    #expect(
      fix.source == FixSource(kind: .replayed, name: "file:track", device: "/dev/ttyACM0"))
  }

  @Test func theSizeOfThePiecesDoesNotMatter() throws {
    let whole = try ParsedTrack(Self.log, as: .gpsdJSON)
    for size in 1...30 {
      #expect(try ParsedTrack(Self.log, as: .gpsdJSON, inPiecesOf: size).items == whole.items)
    }
  }

  @Test func theBytesOfAllItemsAreTheFile() throws {
    let track = try ParsedTrack(Self.log.utf8, as: .gpsdJSON, inPiecesOf: 7, keepsBytes: true)
    #expect(String(decoding: track.items.flatMap(\.bytes), as: UTF8.self) == Self.log)
    let first = String(decoding: try #require(track.items.first).bytes, as: UTF8.self)
    #expect(first.hasSuffix("\"used\":true}]}\n"))
  }

  @Test func theAnswerToAPollHasItsFixes() throws {
    let track = try ParsedTrack(
      """
      {"class":"POLL","time":"2025-03-01T12:00:00Z","active":1,"tpv":[{"mode":2,"lat":1,"lon":2}],"sky":[{"nSat":0}]}
      """, as: .gpsdJSON)
    #expect(track.kinds == ["fix", "sky"])
  }

  @Test func aMissingReceiverIsALostFix() throws {
    let track = try ParsedTrack(
      """
      {"class":"DEVICES","devices":[]}
      {"class":"DEVICE","path":"/dev/ttyUSB0","activated":0}
      {"class":"DEVICE","path":"/dev/ttyUSB0","activated":"2025-03-01T12:00:00Z"}
      """, as: .gpsdJSON)
    let losses = track.items.compactMap { item -> FixLoss? in
      if case .fixLost(let loss) = item.update { loss } else { nil }
    }
    #expect(losses.map(\.reason) == [.noDevice, .deviceRemoved])
    #expect(losses.map(\.source.device) == [nil, "/dev/ttyUSB0"])
  }

  @Test func whatTheWriterWroteReadsAsTheSameFix() throws {
    var writer = TrackWriter(.json)
    var fix = try Fix.full(source: FixSource(kind: .replayed, name: "file:track"))
    let track = try ParsedTrack(writer.document([.fix(fix)]), as: .gpsdJSON)
    let copy = try #require(track.fixes.first)
    // TPV has no place for these.
    fix.heading = nil
    fix.satellitesUsed = nil
    fix.dilution = DilutionOfPrecision()
    fix.receivedAt = nil
    #expect(copy.coordinate == fix.coordinate && copy.timestamp == fix.timestamp)
    #expect(copy.altitude == fix.altitude && copy.speed == fix.speed)
    #expect(copy.status == fix.status && copy.mode == fix.mode)
  }

  private static let good = #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#

  @Test(arguments: [
    (#"{"class":"TPV","mode":3,"lat":1,"lo"#, 1), (#"{"class":"SKY","satellites":["#, 1),
    (#"{"class":"TPV","mode":3,"lat":91,"lon":0}"#, 1), (#"{"mode":3,"lat":9,"lon":0}"#, 1),
    ("hello", 0), ("$GPTXT,01,01,02,{x}*00", 0), ("", 0),
  ])
  func aDamagedReportIsLeftOutAndCounted(line: String, count: Int) throws {
    let log = "\(Self.good)\n\(line)\n\(Self.good)\n"
    for size in [1, 7, 1 << 20] {
      let track = try ParsedTrack(log.utf8, as: .gpsdJSON, inPiecesOf: size)
      #expect(track.error == nil)
      #expect(track.fixes.count == 2)
      #expect(track.skipped.names == (count == 0 ? [] : ["unreadable line"]))
    }
  }

  @Test(arguments: [
    #"{"class":"TPV","mode":3,"lat":1,"lo"#, #"10:00:01: {"class":"TPV","mode":3"#,
    "{",
  ])
  func aFileThatIsCutOffSaysWhere(rest: String) throws {
    let track = try ParsedTrack("\(Self.good)\n\(rest)", as: .gpsdJSON)
    #expect(track.fixes.count == 1)
    #expect(track.error == TrackFileError(line: 2, problem: TrackFileError.cutOff, isCutOff: true))
  }

  /// As programs write them: gpspipe -t and -Z, syslog, mosquitto_sub -v, `jq .`, `jq -S`, `jq -s`.
  @Test(arguments: [
    "2026-05-08 10:00:00: FIRST\n2026-05-08 10:00:01: SECOND\n",
    "May  8 10:00:00 hut gpspipe[7]: FIRST\r\nMay  8 10:00:01 hut gpspipe[7]: SECOND\r\n",
    "gps/hut FIRST\n{gps} SECOND", "[FIRST,SECOND]", "[\n  FIRST,\n  SECOND\n]\n", "FIRST SECOND",
  ])
  func reportsAreFoundInOtherText(text: String) throws {
    let second = """
      {
        "lat": 3,
        "note": "}{",
        "lon": 4,
        "mode": 2,
        "class": "TPV"
      }
      """
    let log = text.replacing("FIRST", with: Self.good).replacing("SECOND", with: second)
    for size in [1, 5, 1 << 20] {
      let track = try ParsedTrack(log.utf8, as: .gpsdJSON, inPiecesOf: size, keepsBytes: true)
      #expect(track.error == nil)
      #expect(track.fixes.map(\.coordinate.latitude) == [1, 3])
      #expect(track.skipped.isEmpty)
      #expect(String(decoding: track.items.flatMap(\.bytes), as: UTF8.self) == log)
    }
  }

  @Test func aReportCannotFillTheMemory() throws {
    let text = "\n{\"class\":\"" + String(repeating: "a", count: 1 << 21) + "\n" + Self.good
    let track = try ParsedTrack(text.utf8, as: .gpsdJSON, inPiecesOf: 65_536)
    #expect(track.fixes.count == 1)
    #expect(track.skipped.names == ["unreadable line"])
  }

  @Test(arguments: [
    ("{\"class\":\"TPV\",\"mode\":3,\"lat\":1,\"lo\n", "it is not JSON"),
    ("{\"mode\":3,\"lat\":1,\"lon\":0}\n", "the line is no object with a \"class\""),
    ("{\"class\":\"TPV\",\"mode\":3,\"lat\":91,\"lon\":0}\n", "'lat' is out of range"),
  ])
  func theErrorOfTheFirstReportStaysIfNothingElseIsThere(line: String, problem: String) throws {
    let error = try ParsedTrack("\n" + line + line, as: .gpsdJSON).error
    #expect(error?.line == 2 && error?.offset == nil && error?.isCutOff == false)
    #expect(error?.problem.contains(problem) == true, "\(error as Any)")
    let long = try ParsedTrack(String(repeating: line, count: 2000), as: .gpsdJSON)
    #expect(long.error?.line == 1 && long.skipped.names == ["unreadable line (1000)"])
  }
}
