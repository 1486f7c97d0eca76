import GPSDProtocol

extension GPSDReportWriter: FormatWriter {
  package var holds: TrackContents {
    [
      .untimedPoint, .loss, .satellites, .time, .altitude, .ellipsoidalAltitude, .geoidSeparation,
      .speed, .course, .climb, .magneticVariation, .accuracy, .verticalAccuracy, .otherErrors,
      .mode, .status, .correction, .device,
    ]
  }
}
