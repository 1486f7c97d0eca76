import LocationIO

extension FileFormat {
  /// GPX 1.0 and 1.1.
  package static let gpx = FileFormat(
    "gpx", title: "GPX", signature: .document(.xml, ["<gpx"]),
    reading: .xml { GPXDocument(source: $0.fixSource, items: $0.items) },
    writing: Writing(rank: 3, isDocument: true) { settings in
      switch settings.shape {
      case .single: GPXWriter(.waypoint)
      case .document, .stream: GPXWriter(.ordered, copying: settings.original)
      case .unordered: GPXWriter(.unordered, copying: settings.original)
      }
    },
    recording: Recording(rank: 1) { _ in GPXRecordingText() },
    copiesElements: true, help: ReadingHelp(advice: ReadingHelp.noSentences))
}

extension TrackFormat {
  /// GPX 1.1 (<https://www.topografix.com/GPX/1/1/>): a track for each receiver, which begins a new
  /// segment after each loss of the fix. The track of the first receiver is written at once. The tracks
  /// of other receivers behind the same source follow at the end; until then they are in a temporary
  /// file without a name. Speed, course and the values of sensors are in Garmin's extensions, the heading in
  /// OsmAnd's. GPX has no place for errors in meters.
  public static let gpx = TrackFormat(.gpx)
}

extension TrackInputFormat {
  /// GPX 1.0 and 1.1.
  public static let gpx = TrackInputFormat(.gpx)
}

extension RecordingFormat {
  /// See ``TrackFormat/gpx``. A new track begins when the receiver changes.
  public static let gpx = RecordingFormat(file: .gpx)
}
