import ArgumentParser
import LocationCore

/// The options that select locations of a recording.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var time: TimeRangeOptions
  @OptionGroup var limits: LimitOptions

  /// - Parameter isLocal: whether a time without an offset is local time.
  func filter(isLocal: Bool) -> LocationFilter {
    var filter = LocationFilter(distance: limits.distance?.meters)
    (filter.from, filter.until) = time.bounds(isLocal: isLocal)
    return filter
  }

  /// The number of locations; `nil` for no limit.
  var count: Int? { limits.count?.value }
}
