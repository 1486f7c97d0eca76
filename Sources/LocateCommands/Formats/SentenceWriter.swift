import LocationText
import NMEA0183
import NMEALocation

/// Writes sentences in one format, a line for each: the values of a good one, the fault of a bad one.
protocol SentenceWriter {
  /// Writes the values of a good sentence.
  func write(
    _ sentence: Sentence, of frame: borrowing SentenceFrame, into text: inout ByteText)

  /// Writes the fault of a bad sentence.
  func write(_ fault: SentenceFault, of frame: borrowing SentenceFrame, into text: inout ByteText)
}

extension ReportFormat {
  var writer: any SentenceWriter {
    switch self {
    case .text: SentenceTextWriter()
    case .json: SentenceJSONWriter()
    }
  }
}

extension SentenceFault {
  /// The fault in words. A bad field is named; all other faults have the name under which they are counted.
  var reason: String {
    if case .field(let error) = self { return error.description }
    return NMEACounters.Reason(self).rawValue
  }
}
