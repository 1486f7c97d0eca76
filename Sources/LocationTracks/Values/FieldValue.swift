import LocationCore
import LocationText

/// The value of a ``FixField``, ready to be written.
package enum FieldValue {
  case number(FixedPoint)
  case time(UTCTime)
  /// Only the time of day.
  case clock(UTCTime)
  /// A word that needs no quotes and no escapes in any format.
  case word(StaticString)
  /// Text from outside, which may need quotes or escapes.
  case text(String)

  package static func number(_ value: Double?, places: Int) -> FieldValue? {
    guard let value, let number = FixedPoint(value, places: places) else { return nil }
    return .number(number)
  }
}

extension Fix {
  /// How the position was obtained, in one to three words.
  package var statusWord: StaticString? {
    isSimulated ? FixStatus.simulated.word : status?.word
  }

  /// The receiver's time. Its date means nothing if ``timestamp`` is `nil`.
  package var clock: UTCTime? {
    timestamp.flatMap(UTCTime.init) ?? timeOfDay.flatMap { UTCTime(secondsSince2001: $0) }
  }

  /// Seconds since the receiver computed this fix; for a remembered fix without a time, since it was
  /// received. `nil` if the source is a recording or a simulator, and if the host's clock is behind the
  /// receiver's.
  package func liveAge(at now: () -> Date) -> Double? {
    let time =
      switch source.kind {
      case .live: timestamp
      case .remembered: timestamp ?? receivedAt
      case .replayed, .simulated: nil as Date?
      }
    guard let time else { return nil }
    let age = now().timeIntervalSince(time)
    return age >= 0 ? age : nil
  }
}

extension FixStatus {
  /// How the position was obtained, in one to three words.
  var word: StaticString {
    switch self {
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .rtkFixed: "RTK fixed"
    case .rtkFloat: "RTK float"
    case .deadReckoning: "dead reckoning"
    case .gnssDeadReckoning: "GNSS and dead reckoning"
    case .surveyed: "surveyed"
    case .simulated: "simulated"
    case .precise: "precise"
    }
  }

  /// The status with a word; `nil` if there is none.
  init?(word: String) {
    guard let status = Self.allCases.first(where: { "\($0.word)" == word }) else { return nil }
    self = status
  }
}

extension FixSource.Kind {
  package var word: StaticString {
    switch self {
    case .live: "live"
    case .replayed: "replayed"
    case .simulated: "simulated"
    case .remembered: "remembered"
    }
  }
}
