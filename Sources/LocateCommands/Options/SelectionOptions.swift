import ArgumentParser
import LocationCore

/// The options that select locations of a recording.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var time: TimeRangeOptions
  @OptionGroup var limits: LimitOptions

  /// The filter of a recording.
  ///
  /// - Parameters:
  ///   - isLocal: whether a time without an offset is local time.
  ///   - start: the time of the first location; `nil` if no location has a time.
  func filter(
    isLocal: Bool, from start: Date?, in environment: LocateEnvironment
  ) -> LocationFilter {
    var filter = LocationFilter(distance: limits.distance?.meters)
    (filter.from, filter.until) = time.bounds(
      isLocal: isLocal, inRecordingFrom: start, in: environment)
    return filter
  }

  /// The number of locations; `nil` for no limit.
  var count: Int? { limits.count?.value }
}
