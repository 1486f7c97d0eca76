import ArgumentParser
import LocationCore
import LocationIO
import LocationSources

/// The options for reading the sources that `--source` names.
struct ReadingOptions: ParsableArguments {
  @Option(help: HelpText.rate, transform: Rate.init(argument:)) var rate: Rate?
  @Option(help: HelpText.maximumGap, transform: Duration.init(argument:)) var maxGap: Duration?
  @OptionGroup var dating: DateOption
  @OptionGroup var input: InputOption
  @Flag(help: "Try a live source again if it broke or does not exist yet.") var retry = false
  @Option(
    help: ArgumentHelp(
      "Only the devices of one part of several, e.g. 2/8, so that programs share the work.",
      discussion: "A hash of its name decides the part of a device.", valueName: "part",
      visibility: .hidden),
    transform: DeviceShare.init(argument:))
  var share: DeviceShare?

  /// The settings for `sources`.
  ///
  /// - Parameters:
  ///   - access: the access to brokers.
  ///   - rate: the rate without `--rate`.
  func settings(
    for sources: [SourceDescription], _ access: MQTTAccess, rate: Rate = .times(1)
  ) throws(CommandFailure) -> SourceSettings {
    var settings = SourceSettings(
      pace: (self.rate ?? rate).pace, maximumGap: maxGap,
      inputFormat: try sources.format(input.input), retries: retry,
      dates: try sources.dates(dating), access: access)
    settings.share = share
    return settings
  }

  /// Whether one of the sources is a receiver that does not wait for its consumer, or simulates one in real time.
  func isInRealTime(_ sources: [SourceDescription]) -> Bool {
    let isRealRate = (rate ?? .times(1)) == .times(1)
    return sources.contains { $0.isLive || $0.isSimulated && isRealRate }
  }
}

extension DeviceShare {
  /// Reads `2/8`.
  init(argument: String) throws(InvalidOptionValue) {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let share = DeviceShare(number, of: count)
    else { throw InvalidOptionValue("a part is its number and the number of parts, e.g. 2/8") }
    self = share
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
