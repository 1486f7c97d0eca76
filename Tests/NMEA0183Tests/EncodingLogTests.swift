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

  @Test(arguments: EncodingLog.all)
  func framesMakeTheEpochsOfTheirSentences(log: EncodingLog) throws {
    struct Assembled: Equatable {
      var epochs: [NavigationEpoch] = []
      var satellites: [[EpochSatellite]] = []

      mutating func append(_ epoch: NavigationEpoch, _ sky: [EpochSatellite]) {
        epochs.append(epoch)
        satellites.append(sky)
      }
    }
    // Untagged and from the start, so that both ways know the same of a frame.
    var (ofFrames, ofSentences) = (Assembled(), Assembled())
    var (byFrames, bySentences) = (
      EpochAssembler(emitsEarly: true), EpochAssembler(emitsEarly: true)
    )
    var framer = SentenceFramer()
    let bytes = try log.bytes
    func take(_ frame: borrowing SentenceFrame) {
      guard frame.fault == nil, frame.tag == nil else { return }
      try? byFrames.add(frame) { ofFrames.append($0, $1) }
      guard let sentence = try? Sentence(frame) else { return }
      bySentences.add(sentence) { ofSentences.append($0, $1) }
    }
    framer.push(bytes.span) { take($0) }
    framer.finish { take($0) }
    byFrames.finish { ofFrames.append($0, $1) }
    bySentences.finish { ofSentences.append($0, $1) }
    #expect(ofFrames == ofSentences)
  }
}
