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
