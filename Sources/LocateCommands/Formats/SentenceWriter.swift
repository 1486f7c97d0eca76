import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import NMEA0183
import NMEALocation

/// Writes sentences in one format, a line each: what a good one says, or what is wrong with it.
protocol SentenceWriter {
  /// Writes a good frame.
  func write(_ sentence: Sentence, of frame: borrowing SentenceFrame, into text: inout ByteText)

  /// Writes a bad frame.
  func write(_ fault: SentenceFault, of frame: borrowing SentenceFrame, into text: inout ByteText)
}

extension SentenceWriter {
  /// Writes a frame, of which a decoder has found out what is wrong with it, if anything.
  func write(
    _ frame: borrowing SentenceFrame, _ fault: SentenceFault?, into text: inout ByteText
  ) {
    if let fault { return write(fault, of: frame, into: &text) }
    do throws(SentenceError) {
      write(try Sentence(frame), of: frame, into: &text)
    } catch {
      write(.field(error), of: frame, into: &text)
    }
  }
}

/// What comes out of `decode`.
enum DecodeFormat: String, CaseIterable {
  case text, json

  /// The format's writer.
  var writer: any SentenceWriter {
    switch self {
    case .text: SentenceTextWriter()
    case .json: SentenceJSONWriter()
    }
  }
}

extension SentenceFault {
  /// What is wrong, in the words in which it is counted; of a field, which one and how.
  var reason: String {
    if case .field(let error) = self { return error.description }
    return NMEACounters.Reason(self).rawValue
  }
}
