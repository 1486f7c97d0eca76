public import NMEA0183

/// Why a stretch of bytes that begins like a sentence is not a good sentence.
public enum SentenceFault: Error, Hashable, Sendable {
  /// It is damaged, or it is not a sentence.
  case frame(FrameFault)
  /// It has no checksum, but earlier ones of its kind had one, right or wrong. So its end is missing.
  case checksumMissing
  /// The time or the position is malformed or out of range. Other such fields are only left out.
  case field(SentenceError)
}

extension SentenceFault: CustomStringConvertible {
  /// The reason in words, for example `checksum wrong: 5E found, 5C computed`.
  public var description: String {
    switch self {
    case .frame(let fault): fault.description
    case .checksumMissing: "checksum missing, where others of its kind have one"
    case .field(let error): error.description
    }
  }
}

extension NMEACounters.Reason {
  /// The reason under which a fault is counted.
  package init(_ fault: SentenceFault) {
    self =
      switch fault {
      case .frame(.checksumMismatch): .checksumWrong
      case .frame(.checksumMalformed): .checksumMalformed
      case .frame(.interrupted): .interrupted
      case .frame(.truncated): .truncated
      case .frame(.unprintableByte): .unprintable
      case .frame(.tooLong): .tooLong
      case .checksumMissing: .checksumMissing
      case .field: .field
      }
  }
}
