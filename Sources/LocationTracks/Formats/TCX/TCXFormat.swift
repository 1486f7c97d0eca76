import LocationIO

extension FileFormat {
  /// Garmin's Training Center Database.
  package static let tcx = FileFormat(
    "tcx", title: "TCX", signature: .document(.xml, ["<TrainingCenterDatabase"]),
    reading: .xml { settings throws(SystemLibraryError) in
      try XMLTrackParser(TCXDocument(source: settings.source, keepsBytes: settings.keepsBytes))
    },
    writing: Writing(rank: 9) { _ in TCXWriter() },
    help: .gpsbabel("gtrnctr"))
}

extension TrackFormat {
  /// TCX, Garmin's Training Center Database: an activity for each track. The document is written at its end;
  /// until then it is in temporary files without names. Fixes without a date have no place in it.
  public static let tcx = TrackFormat(.tcx)
}

extension TrackInputFormat {
  /// Garmin's Training Center Database.
  public static let tcx = TrackInputFormat(.tcx)
}
