import LocationCore
internal import NMEALocation

extension FileFormat {
  /// NMEA 0183. Text of an unknown format is taken for it.
  package static let nmea = FileFormat(
    "nmea", title: "NMEA 0183", reading: .sentences,
    writing: Writing(rank: 6) { _ in NMEAWriter() },
    recording: Recording(rank: 2) { _ in
      // A reader drops an incomplete sentence, because its checksum is wrong or missing.
      LinesRecordingText(NMEAWriter(), keepsCutLine: true, begins: beginsWithSentence)
    })

  /// Whether it begins with a sentence, which may be damaged, and has a good one.
  private static func beginsWithSentence(_ head: [UInt8]) -> Bool {
    guard let first = head.first(where: { $0 != 0x0A && $0 != 0x0D }) else { return false }
    guard "$!\\".utf8.contains(first) else { return false }
    var decoder = NMEALocationDecoder(source: FixSource(kind: .replayed, name: ""))
    decoder.decode(head) { _, _ in }
    return decoder.counters.sentences > 0
  }
}

extension TrackFormat {
  /// NMEA 0183 4.1: the sentences of a receiver, with satellites.
  public static let nmea = TrackFormat(.nmea)
}

extension TrackInputFormat {
  /// NMEA 0183.
  public static let nmea = TrackInputFormat(.nmea)
}

extension RecordingFormat {
  /// See ``TrackFormat/nmea``.
  public static let nmea = RecordingFormat(file: .nmea)
}
