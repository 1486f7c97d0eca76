import ArgumentParser
import LocationIO
import LocationSources
import LocationTracks
import NMEA0183

/// The options for reading the sources that `--source` names.
///
/// It contains no other group: each group of options costs a start 3 % more instructions.
struct ReadingOptions: ParsableArguments {
  @Option(help: HelpText.rate, transform: Rate.init(argument:)) var rate: Rate?
  @Option(help: HelpText.maximumGap, transform: Duration.init(argument:)) var maxGap: Duration?
  @Option(help: DateOption.help, transform: CalendarDate.init(argument:)) var date: CalendarDate?
  @Option(
    help: InputOption.help, completion: InputOption.completion,
    transform: TrackInputFormat.init(argument:))
  var input: TrackInputFormat?
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
      inputFormat: try sources.format(input), retries: retry,
      firstDate: try sources.date(date), access: access)
  }
}
