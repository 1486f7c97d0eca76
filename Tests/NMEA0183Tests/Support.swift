import NMEA0183
import TestValues
import Testing

/// Sentences with checksums and line ends, one after the other.
func stream(_ bodies: String...) -> [UInt8] {
  bodies.flatMap { Array((sealed($0) + "\r\n").utf8) }
}

/// A frame as a test can keep it.
struct SeenFrame: Equatable {
  var text: String
  var line: Int
  var offset: Int
  var fault: FrameFault?
  var checksum: FrameChecksum
  var tag: TagBlock?

  init(_ frame: borrowing SentenceFrame) {
    text = frame.text
    line = frame.line
    offset = frame.offset
    fault = frame.fault
    checksum = frame.checksum
    tag = frame.tag
  }
}

/// All frames of a stream, cut into chunks.
func frames(_ chunks: [[UInt8]], limit: Int = SentenceFramer.defaultLimit) -> [SeenFrame] {
  var framer = SentenceFramer(limit: limit)
  var seen: [SeenFrame] = []
  for chunk in chunks { framer.push(chunk.span) { seen.append(SeenFrame($0)) } }
  framer.finish { seen.append(SeenFrame($0)) }
  return seen
}

/// The sentence, or what is wrong with it.
func decode(_ body: String) throws -> Sentence { try decodeWithErrors(body).sentence }

/// A sentence without a checksum, or with a right one, and the errors of its fields that were left out.
func decodeWithErrors(
  _ body: String, hasChecksum: Bool = true
) throws -> (sentence: Sentence, leftOut: [SentenceError]) {
  var result: Result<(Sentence, [SentenceError]), SentenceError>?
  var framer = SentenceFramer()
  let bytes = Array(((hasChecksum ? sealed(body) : "$" + body) + "\r\n").utf8)
  framer.push(bytes.span) { frame in
    do throws(SentenceError) {
      let sentence = try Sentence(frame)
      // A second reading notes nothing twice.
      #expect(try Sentence(frame) == sentence)
      result = .success((sentence, frame.leftOutFields))
    } catch {
      result = .failure(error)
    }
  }
  return try result?.get() ?? { throw SentenceError(field: 0, reason: .missing) }()
}

/// All epochs of sentences given by their bodies.
func epochs(
  _ bodies: [String], notBefore: CalendarDate? = nil, firstDate: CalendarDate? = nil,
  emitsEarly: Bool = false, isEnded: Bool = false
) throws -> [NavigationEpoch] {
  var assembler = EpochAssembler(
    dates: KnownDates(first: firstDate, notBefore: notBefore), emitsEarly: emitsEarly)
  var epochs: [NavigationEpoch] = []
  for body in bodies {
    assembler.add(try decode(body)) { epoch, _ in epochs.append(epoch) }
  }
  if isEnded {
    assembler.finish { epoch, _ in epochs.append(epoch) }
  } else {
    assembler.flush { epoch, _ in epochs.append(epoch) }
  }
  return epochs
}
