import Foundation
import LocationCore
import TestSupport
import TestTurns
import Testing

@testable import NMEALocation

/// Each instant has one fix, with any pauses between the sentences of a live receiver.
@Suite(.inTurn) struct LiveCadenceTests {
  /// The updates of a live session for a track that arrives sentence by sentence, with a pause after a
  /// fixed number of sentences.
  private func updates(
    of track: [UInt8], quietAfter count: Int? = nil
  ) throws -> [LocationUpdate] {
    var steps: [ScriptedByteSource.Step] = []
    for (index, body) in track.split(separator: UInt8(ascii: "$")).enumerated() {
      // Invalid UTF-8 in the noise becomes replacement characters, which are not NMEA either.
      steps.append(.bytes("$" + String(decoding: body, as: UTF8.self)))
      if let count, index % count == count - 1 { steps.append(.silence) }
    }
    let source = ScriptedByteSource(.success(steps + [.silence, .end]))
    var session = LiveSession(
      source: FixSource(kind: .live, name: source.name),
      timing: LiveTiming(quiet: .milliseconds(250), silence: .seconds(5)), decoders: [:],
      log: SourceLog(source: source.name, logger: nil), clock: SystemClock())
    var updates: [LocationUpdate] = []
    try session.run(try source.open()) { said, _ in updates += said }
    return updates
  }

  private static let tracks = [
    "drive", "midnight", "antimeridian", "poles", "ten-hertz", "noise", "no-date", "old-receiver",
  ]

  @Test(arguments: tracks, [nil, 1, 2, 3, 4, 5, 7])
  func eachInstantHasOneFix(track: String, quietAfter count: Int?) throws {
    let bytes = try FixtureTests.bytes("\(track).nmea")
    let fixes = try updates(of: bytes, quietAfter: count).compactMap(\.fix)
    #expect(fixes.count == FixtureTests.decode(bytes).count)
    let timestamps = fixes.compactMap(\.timestamp)
    #expect(zip(timestamps, timestamps.dropFirst()).allSatisfy { $0 < $1 })
  }

  private static let rmc = "GPRMC,120001,A,4807.0000,N,01131.0000,E,022.4,084.4,040724,,,A"
  private static let gga = "GPGGA,120001,4807.0000,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,"
  private static let noFix = "GPGGA,120001,,,,,0,00,,,M,,M,,"
  private static let gsv = "GPGSV,1,1,01,02,71,063,45"

  /// The updates for sentences with a pause after each, one word for each update, and the decoder's
  /// counters.
  private func told(_ bodies: [String]) -> (words: [String], counters: NMEACounters) {
    var decoder = NMEALocationDecoder(source: FixSource(kind: .live, name: "test"))
    var words: [String] = []
    func note(_ update: LocationUpdate) {
      switch update {
      case .fix: words.append("fix")
      case .sky: words.append("sky")
      case .fixLost: words.append("lost")
      case .authorization: words.append("authorization")
      }
    }
    for body in bodies {
      decoder.decode(Array(sentence(body).utf8)) { update, _ in note(update) }
      decoder.flush { update, _ in note(update) }
    }
    return (words, decoder.counters)
  }

  @Test func laterSentencesOfAnInstantOnlyUpdateTheSky() {
    let (words, counters) = told([Self.rmc, Self.gga, Self.gsv, Self.gga])
    #expect(words == ["fix", "sky"])
    #expect(counters.fixes == 1)
  }

  @Test func anInstantReportedWithoutAFixStillGetsItsFix() {
    let (words, counters) = told([Self.noFix, Self.noFix, Self.rmc, Self.gga])
    #expect(words == ["lost", "fix"])
    #expect(counters.fixes == 1)
    #expect(counters.epochs == 1)
  }

  @Test func aReceiverWithAStoppedClockStillReportsItsMovement() {
    let moved = "GPRMC,120001,A,4808.0000,N,01131.0000,E,022.4,084.4,040724,,,A"
    #expect(told([Self.rmc, moved, Self.rmc]).words == ["fix", "fix", "fix"])
  }
}
