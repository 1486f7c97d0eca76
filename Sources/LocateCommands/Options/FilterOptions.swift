import ArgumentParser
import LocationCore
import LocationSources

/// The options that drop or change locations of a stream, besides `--accuracy` and `--distance`.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "At most one location in this time, e.g. 5s, by the receiver's time.", valueName: "duration"),
    transform: Duration.init(argument:))
  var every: Duration?

  @Option(
    help: ArgumentHelp(
      "Leave out locations while the receiver stays within this distance of a place, e.g. 20m.",
      valueName: "length"),
    transform: Length.init(argument:))
  var stationary: Length?

  @Option(
    help: ArgumentHelp(
      "How long the receiver has to stay there first, e.g. 2min.", discussion: "Default: 2min.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var stationaryAfter: Duration?

  @Flag(
    help: ArgumentHelp(
      "Leave out locations that cannot be true.",
      discussion: """
        Those with an error of more than \(HelpText.meters(OutlierLimits().accuracy)), and those \
        that the receiver reaches from the last one only at more than \
        \(Int(OutlierLimits().speed)) m/s, or at more than \(Int(OutlierLimits().excessSpeed)) m/s \
        above twice the speed that it reports itself. After three in a row that agree, the next one \
        counts.
        """))
  var dropOutliers = false

  @OptionGroup var smoothing: SmoothingOptions

  func validate() throws {
    if stationaryAfter != nil, stationary == nil {
      throw ValidationError("--stationary-after needs --stationary, as --stationary 20m")
    }
  }

  /// The filter.
  ///
  /// - Parameters:
  ///   - accuracy: the largest error in meters.
  ///   - distance: the smallest distance in meters.
  func filter(accuracy: Double?, distance: Double?) -> LocationFilter {
    var filter = LocationFilter()
    filter.accuracy = accuracy
    filter.distance = distance
    filter.interval = every
    if let stationary {
      filter.stationary = StationaryLimits(
        radius: stationary.meters, duration: stationaryAfter ?? StationaryLimits().duration)
    }
    if dropOutliers { filter.outliers = OutlierLimits() }
    return filter
  }
}
