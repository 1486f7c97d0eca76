extension FileFormat {
  /// Everything that a provider delivers, in JSON lines.
  package static let updates = FileFormat(
    "updates", title: "recorded updates",
    signature: .document(.json, [#""swift-location updates""#]),
    reading: .parser { UpdatesParser(keepsKinds: $0.keepsKinds, keepsBytes: $0.keepsBytes) },
    writing: Writing(rank: 10) { UpdatesWriter(now: $0.now, keepsTimes: true) },
    recording: Recording(rank: 5) { UpdatesRecordingText(now: $0) })
}

extension TrackFormat {
  /// JSON lines with everything that a provider delivers, from which it can be replayed exactly; see
  /// <doc:RecordedUpdates>.
  public static let updates = TrackFormat(.updates)
}

extension TrackInputFormat {
  /// ``TrackFormat/updates``.
  public static let updates = TrackInputFormat(.updates)
}

extension RecordingFormat {
  /// See ``TrackFormat/updates``. A recording in this format can be replayed exactly.
  public static let updates = RecordingFormat(file: .updates)
}
