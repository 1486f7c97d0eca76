import ArgumentParser

/// The options for the quality of a location and the time to wait for it.
struct WaitOptions: ParsableArguments {
  /// How long a command waits for a single location without `--timeout`.
  static let standardTimeout = Duration.seconds(30)

  @Option(
    help: ArgumentHelp(
      "How long to wait for the first location, e.g. 500ms, 30s, 5min.", valueName: "duration"),
    transform: Duration.init(argument:))
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      "The largest horizontal error to accept, e.g. 50m, 100ft.",
      discussion: "A location that does not state its error is then not accepted.",
      valueName: "length"),
    transform: Length.init(argument:))
  var accuracy: Length?

  @Option(
    help: ArgumentHelp(
      "The largest age of a live source's location to accept, e.g. 5s.",
      discussion: "The age by the receiver's time. It does not apply to recordings.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var maxAge: Duration?
}

/// The options that thin out and end what is reported.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("End after this number of locations.", valueName: "number"),
    transform: Count.init(argument:))
  var count: Count?

  @Option(
    help: ArgumentHelp(
      "Report only after moving this distance, e.g. 10m, 1nmi.", valueName: "length"),
    transform: Length.init(argument:))
  var distance: Length?
}

/// The options that limit a stream.
struct StreamOptions: ParsableArguments {
  @OptionGroup var limits: LimitOptions

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "End after this time, e.g. 10s, 5min; --timeout only limits the wait for a location.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var duration: Duration?
}
