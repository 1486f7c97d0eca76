import GPSDProtocol

extension FileFormat {
  /// gpsd's JSON, one object a line. Programs write a time or a topic before it.
  package static let gpsdJSON = FileFormat(
    "json", title: "gpsd JSON", signature: .jsonLines([#""class""#], data: [#""TPV""#, #""SKY""#]),
    reading: .parser { GPSDJSONParser(source: $0.fixSource, items: $0.items) },
    writing: Writing(rank: 1) { _ in GPSDReportWriter() },
    recording: Recording(rank: 4) { _ in
      LinesRecordingText(GPSDReportWriter()) { $0.starts(with: Array(#"{"class":""#.utf8)) }
    },
    help: ReadingHelp(advice: "gpspipe -r records NMEA, which is read"))
}

extension TrackFormat {
  /// gpsd's `TPV` and `SKY` objects (gpsd_json(5)), one object a line. It contains satellites, as ``nmea`` and
  /// ``updates`` do, and a line for each loss of the fix. Only ``updates`` contains every reason of a loss.
  public static let json = TrackFormat(.gpsdJSON)
}

extension TrackInputFormat {
  /// gpsd's JSON, one object a line.
  public static let json = TrackInputFormat(.gpsdJSON)
}

extension RecordingFormat {
  /// See ``TrackFormat/json``.
  public static let json = RecordingFormat(file: .gpsdJSON)
}

extension GPSDReportWriter: FormatWriter {
  package var holds: TrackContents {
    [
      .untimedPoint, .loss, .satellites, .time, .altitude, .ellipsoidalAltitude, .geoidSeparation,
      .speed, .course, .climb, .magneticVariation, .accuracy, .verticalAccuracy, .otherErrors,
      .mode, .status, .correction, .battery, .device,
    ]
  }
}
