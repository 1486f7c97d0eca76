import ArgumentParser
import LocationCore
import LocationSources

/// The options for the quality of a location and the time to wait for it.
struct WaitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long to wait for a location, as 500ms, 30s, 5m.", valueName: "duration"),
    transform: Duration.init(argument:))
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      "The largest horizontal error that will do, as 50m, 100ft.",
      discussion: "A location whose error is not stated does not do then.", valueName: "length"),
    transform: Length.init(argument:))
  var accuracy: Length?

  @Option(
    help: ArgumentHelp(
      "The oldest location of a live source that will do, as 5s.",
      discussion: "By the receiver's time. A recording is not held to it.", valueName: "duration"),
    transform: Duration.init(argument:))
  var maxAge: Duration?

  /// The provider of a source, without fixes that are too old.
  ///
  /// - Parameter isVerbose: whether the provider logs to standard error.
  func provider(
    for source: SourceDescription, settings: SourceSettings, isVerbose: Bool,
    in environment: LocateEnvironment
  ) throws(UserLocationError) -> any LocationProvider {
    var settings = settings
    if isVerbose { settings.logger = environment.logger }
    let provider = try environment.sources.provider(for: source, settings: settings)
    guard let maxAge else { return provider }
    return FreshFixesProvider(base: provider, maximumAge: maxAge, now: environment.now)
  }
}

/// The options for playing a recording.
struct PlaybackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How fast a recording is played: 1, 4, 0.5 or max.", valueName: "rate"),
    transform: Rate.init(argument:))
  var rate: Rate?
}

/// The options for live sources.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Try a live source again that broke, or that is not there yet.") var retry = false
}

/// The options that limit a stream.
struct StreamOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("End after so many locations.", valueName: "number"),
    transform: Count.init(argument:))
  var count: Count?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("End after so long, as 10s, 5m.", valueName: "duration"),
    transform: Duration.init(argument:))
  var duration: Duration?

  @Option(
    help: ArgumentHelp(
      "Report only after moving so far, as 10m, 1nmi.", valueName: "length"),
    transform: Length.init(argument:))
  var distance: Length?
}
