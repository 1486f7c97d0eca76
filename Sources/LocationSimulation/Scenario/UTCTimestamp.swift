package import LocationCore
import LocationText

/// Times in scenario files and in the options of simulated sources.
package enum UTCTimestamp {
  /// The date of an ISO 8601 text such as `2025-06-01T08:00:00Z`; `nil` for other text. The second
  /// may have decimals, and the text may end with an offset such as `+01:00` instead of `Z`.
  package static func date(_ text: String) -> Date? {
    ISO8601Time(text).map { Date(timeIntervalSince1970: $0.secondsSince1970) }
  }

  /// The ISO 8601 text of a date in whole seconds, rounded down; `nil` outside the years 1 … 9999.
  static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    guard let time = UTCTime(secondsSince2001: seconds) else { return nil }
    var text = ByteText()
    text.write(wholeSecondsOf: time)
    return text.string
  }
}
