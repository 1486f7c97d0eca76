import LocationSimulation
import TestTurns
import TestValues
import Testing

@testable import NMEA0183

/// Reading a frame as its own type, without a `Sentence`.
@Suite(.inTurn) struct SentenceKindTests {
  @Test func everyKindIsFoundByItsAddress() throws {
    var generator = SentenceGenerator(.exact, seed: 18)
    var kinds: Set<SentenceKind> = []
    for _ in 0..<20 {
      for payload in generator.payloads() {
        let sentence = try #require(Sentence(talker: .combined, payload: payload))
        var bytes: [UInt8] = []
        try SentenceEncoder.exact.encode(sentence, into: &bytes)
        var framer = SentenceFramer()
        framer.push(bytes.span) { frame in
          kinds.insert(frame.kind)
        }
      }
    }
    // No generator writes an AIS transponder's own report.
    let missing = Set(SentenceKind.allCases).subtracting(kinds).subtracting([.vdo, .unknown])
    #expect(missing.isEmpty, "SentenceGenerator.payloads() has none of \(missing)")
  }

  @Test(arguments: [
    ("PUBX,00", SentenceKind.query), ("CCGPQ,GGA", .query), ("PUBX,05,1", .unknown),
    ("PASHR,POS,0", .pashrPOS), ("PASHR,ATT,0", .unknown), ("GPXXX,1", .unknown),
    ("GPrmc,1", .unknown), (",1,2", .unknown), ("GNRMC", .rmc),
  ])
  func aFrameHasTheKindOfItsAddress(body: String, kind: SentenceKind) {
    var framer = SentenceFramer()
    var kinds: [SentenceKind] = []
    framer.push(stream(body).span) { kinds.append($0.kind) }
    #expect(kinds == [kind])
  }

  @Test func aDamagedFrameHasNoKind() {
    var framer = SentenceFramer()
    var kinds: [SentenceKind] = []
    framer.push(Array("$GPRMC,123519,A*00\r\n".utf8).span) { kinds.append($0.kind) }
    #expect(kinds == [.unknown])
  }

  @Test func aWrongFieldIsLeftOutAndAWrongTimeIsAnError() {
    var framer = SentenceFramer()
    var leftOut: [[SentenceError]] = []
    var error: SentenceError?
    framer.push(stream("GPHDT,361,T", "GPHDT,36,T").span) { frame in
      #expect(frame.leftOutFields.isEmpty)
      #expect((try? HDT(frame)) != nil)
      leftOut.append(frame.leftOutFields)
    }
    framer.push(stream("GPZDA,250000,,,,,").span) { frame in
      do throws(SentenceError) { _ = try ZDA(frame) } catch let thrown { error = thrown }
    }
    #expect(leftOut == [[SentenceError(field: 1, reason: .outOfRange)], []])
    #expect(error == SentenceError(field: 1, reason: .outOfRange))
  }
}
