extension FileFormat {
  /// NMEA 0183. Text of an unknown format is taken for it.
  package static let nmea = FileFormat(
    "nmea", title: "NMEA 0183", reading: .sentences,
    writing: Writing(rank: 6) { _ in NMEAWriter() },
    recording: Recording(rank: 2) { _ in
      // A reader drops an incomplete sentence, because its checksum is wrong or missing.
      LinesRecordingText(NMEAWriter(), keepsCutLine: true, begins: beginsWithSentence)
    })

  /// Whether the first line is a sentence with a checksum.
  private static func beginsWithSentence(_ head: [UInt8]) -> Bool {
    guard head.first == UInt8(ascii: "$") || head.first == UInt8(ascii: "!"),
      let end = head.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }), end > 3,
      head[end - 3] == UInt8(ascii: "*")
    else { return false }
    let sum = head[1..<end - 3].reduce(0, ^)
    return UInt8(String(decoding: head[end - 2..<end], as: UTF8.self), radix: 16) == sum
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
