import NMEA0183
import TestTurns
import Testing

/// Sentences of real receivers, written again.
@Suite(.inTurn, .enabled(if: !EncodingLog.all.isEmpty, "the shared conformance logs are not here"))
struct EncodingLogTests {
  @Test(arguments: EncodingLog.all)
  func sentencesOfReceiversReadBackTheSame(log: EncodingLog) throws {
    var written = 0
    for case .success(let sentence) in decodeAll(try log.bytes) where sentence.payload != .unknown {
      var bytes: [UInt8] = []
      do throws(SentenceEncodingError) {
        try SentenceEncoder.exact.encode(sentence, into: &bytes)
      } catch {
        Issue.record("\(error): \(sentence)")
        continue
      }
      let again = decodeAll(bytes)
      #expect(again == [.success(sentence)], "\(String(decoding: bytes, as: UTF8.self))")
      written += 1
    }
    #expect(written > 0)
  }
}
