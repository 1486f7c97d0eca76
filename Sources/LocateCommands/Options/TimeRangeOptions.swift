import ArgumentParser
import LocationCore
import LocationIO
import LocationSources
import LocationText

/// The options for a part of the time.
struct TimeRangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only what is at or after this time, e.g. 2025-06-01, 2025-06-01T08:00 or 2025-06-01T10:00:00+02:00.",
      discussion:
        "A date is its first moment. Without an offset it is UTC, or local with --local-time. "
        + "What has no time is left out.",
      valueName: "time"),
    transform: TimeArgument.init(argument:))
  var from: TimeArgument?

  @Option(
    help: ArgumentHelp("Only what is before this time.", valueName: "time"),
    transform: TimeArgument.init(argument:))
  var until: TimeArgument?

  func validate() throws {
    // Whether a time without an offset is local is not known here.
    if let from, let until, from.hasOffset == until.hasOffset,
      from.date(isLocal: false) >= until.date(isLocal: false)
    {
      throw ValidationError("--from is not before --until, so nothing can be between them")
    }
  }

  /// The bounds of the time.
  func bounds(isLocal: Bool) -> (from: Date?, until: Date?) {
    (from?.date(isLocal: isLocal), until?.date(isLocal: isLocal))
  }
}

/// A time as users write it: an instant, or a date or a time without an offset, which is UTC or local.
struct TimeArgument: Hashable {
  /// The instant; that in UTC if there is no offset.
  private let instant: Date
  fileprivate let hasOffset: Bool

  /// Reads a time of RFC 3339, whose seconds and offset may be missing, or a date.
  init(argument: String) throws(InvalidOptionValue) {
    for missing in ["", "T00:00:00Z", ":00Z", "Z"] {
      guard let time = ISO8601Time(argument + missing) else { continue }
      instant = Date(timeIntervalSince1970: time.secondsSince1970)
      hasOffset = missing.isEmpty
      return
    }
    throw InvalidOptionValue(
      "a time is e.g. 2025-06-01, 2025-06-01T08:00 or, with an offset, 2025-06-01T10:00:00+02:00")
  }

  /// The instant.
  func date(isLocal: Bool) -> Date {
    guard isLocal, !hasOffset else { return instant }
    // The offset where the clocks show this time, also if they change on that day.
    func shifted(byOffsetAt time: Date) -> Date {
      instant.addingTimeInterval(-Double(LocalTime.offset(at: time) ?? 0))
    }
    return shifted(byOffsetAt: shifted(byOffsetAt: instant))
  }
}
