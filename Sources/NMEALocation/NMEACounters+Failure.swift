import LocationCore

extension NMEACounters {
  /// The reason why a source ended without a fix; `nil` if there was a fix.
  ///
  /// The code is `.badData` if the source was empty or contained no sentence, and `.sourceEnded` if the
  /// receiver never had a fix in WGS 84.
  package func failure(of source: String) -> UserLocationError? {
    if fixes > 0 { return nil }
    if let failure = absence(in: source) { return failure }
    let reason =
      otherDatum.map {
        "all \(otherDatumPositions) positions are in datum \($0), not WGS 84; "
          + "set the receiver to WGS 84"
      }
      ?? "\(sentences) sentence\(sentences == 1 ? "" : "s"), but the receiver never had a position"
    return UserLocationError(
      .sourceEnded, source: source, detail: "it ended without a fix: \(reason)")
  }

  /// The reason why a source ended without a good sentence; `nil` if there was one.
  package func absence(in source: String) -> UserLocationError? {
    if sentences > 0 { return nil }
    if bytes == 0 {
      return UserLocationError(
        .badData, source: source, detail: "it is empty; give a recording with locations")
    }
    return UserLocationError(
      .badData, source: source,
      detail: badSentences == 0
        ? "no NMEA sentence in its \(bytes) byte\(bytes == 1 ? "" : "s"); is it an NMEA 0183 log?"
        : "no whole NMEA sentence in its \(bytes) byte\(bytes == 1 ? "" : "s"), only damaged ones (\(badSentences))"
    )
  }
}
