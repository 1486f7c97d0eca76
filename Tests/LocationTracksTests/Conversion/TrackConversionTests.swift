import Foundation
import LocationCore
import LocationIO
import LocationTesting
import NMEALocation
import Synchronization
import TestSupport
import TestTurns
import Testing

@testable import LocationTracks

@Suite(.inTurn) struct TrackConversionTests {
  /// A fix a second from 12:00:00 to 12:00:05.
  private let log = (0...5).map { second in
    sentence("GPRMC,12000\(second).00,A,480\(second).00000,N,01100.00000,E,1.0,0.0,010325,,,A")
  }.joined()

  private func conversion(of text: String, to format: TrackFormat) -> TrackConversion {
    TrackConversion(from: DataByteSource(bytes: Array(text.utf8), name: "log"), to: format)
  }

  /// The text that a conversion writes.
  private func run(
    _ conversion: TrackConversion
  ) async -> (text: String, outcome: TrackConversion.Outcome) {
    let bytes = Mutex<[UInt8]>([])
    let outcome = await conversion.run { part in bytes.withLock { $0 += part } }
    return (String(decoding: bytes.withLock { $0 }, as: UTF8.self), outcome)
  }

  @Test func aLogBecomesATrack() async throws {
    let (text, outcome) = await run(conversion(of: log, to: .gpx))
    #expect(outcome.failure == nil)
    // GPX has no place for the status of RMC.
    #expect(outcome.losses.words == "statuses of 6 points")
    #expect(outcome.counters.fixes == 6)
    let source = DataByteSource(bytes: Array(text.utf8), name: "gpx")
    let tracks = try await TrackCollection(reading: TrackFileReader(source)).tracks
    #expect(tracks.map(\.count) == [6])
  }

  @Test func aFilterAndANumberSelectLocations() async {
    var conversion = conversion(of: log, to: .csv)
    conversion.filter.from = Date(timeIntervalSince1970: 1_740_830_402)
    conversion.maximumCount = 2
    let (text, _) = await run(conversion)
    let seconds = text.split(separator: "\r\n").dropFirst().map { $0.prefix(19).suffix(2) }
    #expect(seconds == ["02", "03"])
  }

  /// It would divide nothing.
  @Test func aLossBeforeTheFirstSelectedLocationIsNotWritten() async {
    let position = "A,4800.00000,N,01100.00000,E,1.0,0.0"
    let lost = (0...5).map { second in
      let values = second == 2 || second == 4 ? "V,,,,,," : position
      return sentence("GPRMC,12000\(second).00,\(values),010325,,,A")
    }.joined()
    var conversion = conversion(of: lost, to: .json)
    conversion.filter.from = Date(timeIntervalSince1970: 1_740_830_402)
    let modes = await run(conversion).text.matches(of: /"mode":(\d)/).map { $0.1 }
    #expect(modes == ["2", "1", "2"])
  }

  /// What a boat sends: wind, depth and another ship beside each location, and a damaged line.
  private func boat(_ seconds: ClosedRange<Int>) -> String {
    seconds.map { second in
      sentence("GPRMC,12000\(second).00,A,480\(second).00000,N,01100.00000,E,1.0,0.0,010325,,,A")
        + sentence("WIMWV,21\(second).0,R,10.2,N,A") + sentence("SDDBT,12.\(second),f,3.7,M,2.0,F")
        + "!AIVDM,1,1,,A,13aEOK?P00PD2wVMdLDRhgvL289?,0*26\r\n$GPRMC,damaged\r\n"
    }.joined()
  }

  @Test func nmeaStaysAsItIs() async {
    let start = "# a comment\r\n"
    let (text, outcome) = await run(conversion(of: start + boat(0...5), to: .nmea))
    #expect(text == start + boat(0...5))
    #expect(outcome.failure == nil && outcome.counters.fixes == 6)
  }

  @Test func aTAGBlockStaysWithItsSentence() async {
    let tagged = (0...5).map { second in
      sentence("GPRMC,12000\(second).00,A,480\(second).00000,N,01100.00000,E,1.0,0.0,010325,,,A")
    }.enumerated().map { tagBlock("g:1-2-\($0)") + tagBlock("n:\($0)") + $1 }
    var conversion = conversion(of: tagged.joined(), to: .nmea)
    conversion.filter.from = Date(timeIntervalSince1970: 1_740_830_402)
    conversion.maximumCount = 2
    #expect(await run(conversion).text == tagged[2...3].joined())
  }

  @Test func derivedValuesHaveNewSentencesAndTheOthersAreCounted() async {
    var conversion = conversion(of: boat(0...5), to: .nmea)
    conversion.derivesMotion = true
    let (text, outcome) = await run(conversion)
    #expect(!text.contains("MWV"))
    #expect(
      outcome.losses.words.contains("MWV sentences (6), DBT sentences (6), VDM sentences (6)"))
  }

  @Test func nmeaOfASelectedTimeHasAllItsSentences() async {
    var conversion = conversion(of: boat(0...5), to: .nmea)
    conversion.filter.from = Date(timeIntervalSince1970: 1_740_830_402)
    conversion.filter.until = Date(timeIntervalSince1970: 1_740_830_404)
    #expect(await run(conversion).text == boat(2...3))
    conversion.filter = LocationFilter()
    conversion.maximumCount = 2
    #expect(await run(conversion).text == boat(0...1))
    conversion.maximumCount = nil
    conversion.filter.from = Date(timeIntervalSince1970: 1_740_830_500)
    let (text, outcome) = await run(conversion)
    #expect(text.isEmpty)
    #expect(outcome.failure?.isNothingSelected == true)
  }

  @Test func theOutcomeSaysWhatTheOutputLacks() async {
    let waypoint = sentence("GPWPL,4800.00000,N,01100.00000,E,Pier")
    let (_, outcome) = await run(conversion(of: log + waypoint, to: .csv))
    #expect(outcome.losses.words == "1 waypoint" && outcome.failure == nil)
  }

  @Test func theErrorOfTheDestinationEndsTheConversion() async {
    struct FullDisk: Error {}
    let outcome = await conversion(of: log, to: .gpx).run { _ in throw FullDisk() }
    #expect(outcome.failure is FullDisk)
  }

  /// GPX wants waypoints, then routes, then tracks. Some programs write them in another order.
  @Test(.enabled(if: Schema.isAvailable, "xmllint is not installed"))
  func gpxInAnotherOrderBecomesValidGPX() async throws {
    let parts = [
      #"<rte><name>r</name><rtept lat="1" lon="2"/></rte>"#,
      #"<trk><name>t</name><trkseg><trkpt lat="1" lon="2"><ele>3</ele></trkpt></trkseg></trk>"#,
      #"<wpt lat="3" lon="4"><name>a</name></wpt>"#,
    ]
    for order in [[0, 2, 1], [1, 2, 0], [1, 0, 2]] {
      let text =
        #"<gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1">"#
        + order.map { parts[$0] }.joined() + "</gpx>"
      let (written, outcome) = await run(conversion(of: text, to: .gpx))
      #expect(outcome.failure == nil && outcome.losses.isEmpty)
      for name in ["<name>r<", "<name>t<", "<name>a<"] {
        #expect(written.components(separatedBy: name).count == 2)
      }
      try Schema.gpx.check(written)
    }
  }

  @Test func aMissingRecordingIsAFailure() async {
    let missing = TrackConversion(from: FileByteSource(path: "/nonexistent/walk.gpx"), to: .gpx)
    let outcome = await missing.run { _ in }
    #expect((outcome.failure as? UserLocationError)?.code == .sourceNotFound)
  }

  @Test func satellitesComeWithTheirLocation() throws {
    var selection = try #require(RecordingSelection(LocationFilter(), count: 1))
    let source = FixSource.replayed
    let sky = LocationUpdate.sky(SkyView(satellites: [], source: source))
    var kinds: [String] = []
    for update in [sky, .fix(try .bare()), sky, .fix(try .bare())] {
      selection.select(update) {
        if case .sky = $0 { kinds.append("sky") } else { kinds.append("fix") }
      }
    }
    #expect(kinds == ["sky", "fix"])
    #expect(selection.isOver)
  }
}
