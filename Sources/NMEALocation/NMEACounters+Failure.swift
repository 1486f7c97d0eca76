import LocationCore

extension NMEACounters {
  /// Why a source that has come to its end gave no fix, in the words of an error; `nil` when it
  /// gave one.
  ///
  /// Three answers: empty and without any sentence are `.badData`, a receiver that never had a fix
  /// is `.sourceEnded`.
  package func failure(of source: String) -> UserLocationError? {
    if fixes > 0 { return nil }
    if let failure = absence(in: source) { return failure }
    return UserLocationError(
      .sourceEnded, source: source,
      detail:
        "it ended without a fix: \(sentences) sentences, but the receiver never had a position")
  }

  /// That a source which has come to its end held no good sentence; `nil` when it held one.
  package func absence(in source: String) -> UserLocationError? {
    if sentences > 0 { return nil }
    if bytes == 0 {
      return UserLocationError(
        .badData, source: source, detail: "it is empty; give a log with NMEA 0183 sentences")
    }
    return UserLocationError(
      .badData, source: source,
      detail: badSentences == 0
        ? "no NMEA sentence in its \(bytes) bytes; is it an NMEA 0183 log?"
        : "no whole NMEA sentence in its \(bytes) bytes, only \(badSentences) damaged ones")
  }
}
