import ArgumentParser
import LocationIO
import LocationSources

/// The options for reading the sources that `--source` names.
struct ReadingOptions: ParsableArguments {
  @Option(help: HelpText.rate, transform: Rate.init(argument:)) var rate: Rate?
  @Option(help: HelpText.maximumGap, transform: Duration.init(argument:)) var maxGap: Duration?
  @OptionGroup var dating: DateOption
  @OptionGroup var input: InputOption
  @Flag(help: "Try a live source again if it broke or does not exist yet.") var retry = false

  /// The settings for `sources`.
  ///
  /// - Parameters:
  ///   - access: the access to brokers.
  ///   - rate: the rate without `--rate`.
  func settings(
    for sources: [SourceDescription], _ access: MQTTAccess, rate: Rate = .times(1)
  ) throws(CommandFailure) -> SourceSettings {
    SourceSettings(
      pace: (self.rate ?? rate).pace, maximumGap: maxGap,
      inputFormat: try sources.format(input.input), retries: retry,
      firstDate: try sources.date(dating.date), access: access)
  }
}

/// The option for recordings that do not state all speeds and courses.
struct DeriveOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Compute the speeds and courses that a recording lacks from its positions and times.",
      discussion: "JSON marks them. Gaps over 60 s get none, a stopped receiver no course.")
  )
  var derive = false

  /// Whether values are derived.
  ///
  /// - Throws: an error if they are wanted and none of `sources` is a recording.
  func applies(to sources: [SourceDescription]) throws(CommandFailure) -> Bool {
    guard derive, !sources.haveRecording else { return derive }
    throw CommandFailure(
      .usage, "\(sources.names): --derive is for recordings, and this is none")
  }
}
