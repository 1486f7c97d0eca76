import ArgumentParser
import LocationCore
import LocationIO
import LocationSources
import LocationText

/// The options for a part of the time.
struct TimeRangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only what is at or after this time, e.g. 2025-06-01, 2025-06-01T08:00, 2025-06-01T10:00:00+02:00 or 07:15.",
      discussion:
        "A date is its first moment. Without an offset it is UTC, or local with --local-time. "
        + "A time of day is on the day of the first location of a recording; that of --until is the next one "
        + "after it and after --from. A location without a time is left out.",
      valueName: "time"),
    transform: TimeArgument.init(argument:))
  var from: TimeArgument?

  @Option(
    help: ArgumentHelp("Only what is before this time.", valueName: "time"),
    transform: TimeArgument.init(argument:))
  var until: TimeArgument?

  func validate() throws {
    // Whether a time without an offset is local is not known here.
    guard case (let from?, let until?) = (from?.comparable, until?.comparable),
      from.hasOffset == until.hasOffset, from.instant >= until.instant
    else { return }
    throw ValidationError("--from is not before --until, so nothing can be between them")
  }

  /// Whether the bounds depend on the time of the first location.
  var dependsOnRecording: Bool { from?.isTimeOfDay == true || until?.isTimeOfDay == true }

  /// The bounds of the time.
  ///
  /// - Parameter start: the time of the first location, whose day a time of day belongs to.
  func bounds(isLocal: Bool, start: Date) -> (from: Date?, until: Date?) {
    let from = from?.date(isLocal: isLocal, onDayOf: start)
    return (from, until?.date(isLocal: isLocal, after: max(from ?? start, start)))
  }

  /// The bounds in a recording.
  ///
  /// - Parameter start: the time of the first location; `nil` if nothing has a time, so nothing is chosen.
  func bounds(
    isLocal: Bool, inRecordingFrom start: Date?, in environment: LocateEnvironment
  ) -> (from: Date?, until: Date?) {
    let bounds = bounds(isLocal: isLocal, start: start ?? .distantPast)
    if from?.isTimeOfDay == true, let start, let from = bounds.from, from < start {
      environment.say(
        "--from is before the first location of that day, so it leaves nothing out; for a later day give "
          + "its date, too"
      )
    }
    return bounds
  }

  /// The bounds in a log that goes on until today, which a time of day belongs to.
  func bounds(isLocal: Bool, today now: Date) -> (from: Date?, until: Date?) {
    bounds(isLocal: isLocal, start: TimeArgument.midnight.date(isLocal: isLocal, onDayOf: now))
  }
}

/// A time as users write it: an instant, or a date or a time without an offset, which is UTC or local.
struct TimeArgument: Hashable {
  static let midnight = TimeArgument(instant: Date(timeIntervalSince1970: 0), form: .timeOfDay)

  private enum Form { case instant, withoutOffset, timeOfDay }

  /// The instant; that in UTC if there is no offset, and on the first day of 1970 if there is no date.
  private let instant: Date
  private let form: Form

  /// The instant; the first one after another instant if it is a time of day.
  func date(isLocal: Bool, after start: Date) -> Date {
    let first = date(isLocal: isLocal, onDayOf: start)
    return isTimeOfDay && first <= start ? date(isLocal: isLocal, onDayOf: start, later: 1) : first
  }

  private init(instant: Date, form: Form) {
    self.instant = instant
    self.form = form
  }

  /// Reads a time of RFC 3339, whose seconds and offset may be missing, a date, or a time of day.
  init(argument: String) throws(InvalidOptionValue) {
    for missing in ["", "T00:00:00Z", ":00Z", "Z"] {
      guard let time = ISO8601Time(argument + missing) else { continue }
      self.init(
        instant: Date(timeIntervalSince1970: time.secondsSince1970),
        form: missing.isEmpty ? .instant : .withoutOffset)
      return
    }
    for missing in [":00Z", "Z"] {
      guard let time = ISO8601Time("1970-01-01T" + argument + missing) else { continue }
      self.init(instant: Date(timeIntervalSince1970: time.secondsSince1970), form: .timeOfDay)
      return
    }
    throw InvalidOptionValue(
      "a time is e.g. 2025-06-01, 2025-06-01T08:00, 07:15 or, with an offset, 2025-06-01T10:00:00+02:00"
    )
  }

  var isTimeOfDay: Bool { form == .timeOfDay }

  /// What can be compared without a recording; `nil` for a time of day.
  fileprivate var comparable: (instant: Date, hasOffset: Bool)? {
    isTimeOfDay ? nil : (instant, form == .instant)
  }

  /// The instant.
  ///
  /// - Parameters:
  ///   - start: an instant on the day that a time of day belongs to.
  ///   - days: how many days later it is.
  func date(isLocal: Bool, onDayOf start: Date, later days: Double = 0) -> Date {
    func offset(at time: Date) -> Int { isLocal ? LocalTime.offset(at: time) ?? 0 : 0 }
    var clock = instant.timeIntervalSince1970
    switch form {
    case .instant: return instant
    case .withoutOffset: break
    case .timeOfDay:
      let day = ((start.timeIntervalSince1970 + Double(offset(at: start))) / 86_400).rounded(.down)
      clock += (day + days) * 86_400
    }
    return LocalTime.instant(whenClocksShow: clock, offset: offset)
  }
}
