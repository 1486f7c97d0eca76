import ArgumentParser
import LocationCore
import LocationSources
import LocationText

/// The options that select locations of a recording.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only locations at or after this time, e.g. 2025-06-01T08:00:00Z or 2025-06-01T10:00:00+02:00.",
      discussion: "With --from or --until, locations without a time are left out.",
      valueName: "time"),
    transform: Date.init(argument:))
  var from: Date?

  @Option(
    help: ArgumentHelp("Only locations before this time.", valueName: "time"),
    transform: Date.init(argument:))
  var until: Date?

  @OptionGroup var limits: LimitOptions

  func validate() throws {
    if let from, let until, from >= until {
      throw ValidationError("--from is not before --until, so no location can be between them")
    }
  }

  /// Which locations are selected.
  var filter: LocationFilter {
    var filter = LocationFilter(distance: limits.distance?.meters)
    filter.from = from
    filter.until = until
    return filter
  }

  /// The number of locations; `nil` for no limit.
  var count: Int? { limits.count?.value }
}

extension Date {
  /// Reads a time of RFC 3339, with `Z` or an offset.
  init(argument: String) throws(InvalidOptionValue) {
    guard let time = ISO8601Time(argument) else {
      throw InvalidOptionValue(
        "a time is as 2025-06-01T08:00:00Z, or with an offset as 2025-06-01T10:00:00+02:00")
    }
    self.init(timeIntervalSince1970: time.secondsSince1970)
  }
}
