package import LocationCore
package import LocationIO

extension NMEACounters {
  /// The reason why a source ended without a fix; `nil` if there was a fix.
  ///
  /// The code is `.badData` if the source was empty or contained no sentence, and `.sourceEnded` if the
  /// receiver never had a fix in WGS 84.
  package func failure(of source: String) -> UserLocationError? {
    if fixes > 0 { return nil }
    if let failure = absence(in: source) { return failure }
    return UserLocationError(
      .sourceEnded, source: source, detail: "it ended without a fix: \(obstacle)")
  }

  /// Why there was no fix, after a sentence.
  package var obstacle: String {
    if let otherDatum {
      return "all \(otherDatumPositions) positions are in datum \(otherDatum), not WGS 84; "
        + "set the receiver to WGS 84"
    }
    let good = "\(sentences) sentence\(sentences == 1 ? "" : "s")"
    let bad = badSentences > 0 ? " and \(badSentences) bad (\(reasons))" : ""
    if epochsOfPositions > 0 {
      return "\(good)\(bad), but the receiver never reported a valid position"
    }
    let types = kinds.prefix(4).map { "\($0.talker)\($0.type)" }.joined(separator: ", ")
    let others = kinds.count > 4 ? ", …" : ""
    return "\(good)\(bad), but none with a position (\(types)\(others)); "
      + "the receiver has to send RMC, GGA, GNS or GLL"
  }

  /// The bad sentences by reason, the most frequent first. Equally frequent reasons keep the order of their declaration.
  package var badByReason: [(key: Reason, value: Int)] {
    let present = Reason.allCases.compactMap { key in bad[key].map { (key: key, value: $0) } }
    return present.sorted { $0.value > $1.value }
  }

  /// `2 checksum wrong, 1 truncated`.
  private var reasons: String {
    badByReason.map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
  }

  /// The reason why a source ended without a good sentence; `nil` if there was one.
  package func absence(in source: String) -> UserLocationError? {
    if sentences > 0 { return nil }
    if bytes == 0 {
      return UserLocationError(
        .badData, source: source, detail: "it is empty; give a recording with locations")
    }
    return UserLocationError(
      .badData, source: source, detail: strangeness,
      cause: badSentences == 0 ? UnknownContent(foreign: ForeignBytes(foreign)) : nil)
  }

  /// What came in place of sentences, after a byte.
  package var strangeness: String {
    let amount = "\(bytes) byte\(bytes == 1 ? "" : "s")"
    if badSentences > 0 {
      return "no whole NMEA sentence in its \(amount), only damaged ones (\(reasons))"
    }
    return "no NMEA sentence in its \(amount), which look like \(ForeignBytes(foreign).words)"
  }
}

/// That a recording is in none of the formats that are recognized. It is the cause of a `UserLocationError`.
package struct UnknownContent: Error, Hashable, Sendable {
  /// What it looks like.
  package let foreign: ForeignBytes
}
