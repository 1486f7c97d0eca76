extension FileFormat {
  /// Comma-separated values.
  package static let csv = FileFormat(
    "csv", title: "CSV", signature: .lines(isCSV),
    reading: .parser { LineParser(CSVLines(source: $0.fixSource), items: $0.items) },
    writing: Writing(rank: 2) { CSVWriter(recording: $0.recording) },
    recording: Recording(rank: 3) { _ in LinesRecordingText(CSVWriter()) },
    help: ReadingHelp(advice: ReadingHelp.noSentences))

  /// A CSV file begins with a header that has columns for latitude and longitude. Any other table of text is
  /// CSV too: its error speaks of columns, and not of sentences.
  private static func isCSV(_ text: ArraySlice<UInt8>, _ isEnough: Bool) -> Bool? {
    var (start, isPreamble) = (text.startIndex, true)
    while isPreamble {
      let lineEnd = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D }
      guard let end = lineEnd ?? (isEnough ? text.endIndex : nil) else { return nil }
      let line = text[start..<end]
      if line.withUnsafeBytes({ CSVHeader($0) }) != nil { return true }
      isPreamble = lineEnd != nil && line.withUnsafeBytes(CSVHeader.mayPrecede)
      start = min(end + 1, text.endIndex)
    }
    // Sentences have separators too.
    if text.contains(where: { "$!".utf8.contains($0) }) { return false }
    guard isEnough else { return nil }
    return CSVHeader.isTable(text)
  }
}

extension TrackFormat {
  /// Comma-separated values (RFC 4180): a header with names and units, then a line for each fix. The columns of
  /// sensors are empty unless a track file has their values.
  public static let csv = TrackFormat(.csv)
}

extension TrackInputFormat {
  /// Comma-separated values with a header.
  public static let csv = TrackInputFormat(.csv)
}

extension RecordingFormat {
  /// See ``TrackFormat/csv``.
  public static let csv = RecordingFormat(file: .csv)
}
