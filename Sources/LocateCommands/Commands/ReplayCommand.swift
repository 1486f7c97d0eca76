import ArgumentParser
import LocationCore
import LocationSources

/// `locate replay` plays a recorded log at its own pace.
struct ReplayCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "replay",
      abstract: "Play a recorded log as if it were live.",
      discussion: """
        Prints each location at the moment at which the receiver reported it; --rate makes it \
        faster or slower, and --max-gap shortens pauses. The times are the recorded ones. The \
        recording has any format that convert reads; its content decides. The text format says that \
        it is a recording.

        With --speed or --motion a simulated receiver travels the track, else the route, else the \
        waypoints of the file, which need no times: it speeds up, slows down for corners and stops at \
        the end. It is the source sim:FILE?speed=50km/h, and its locations say that they are simulated.

        \(ServeOptions.explanation)

        \(HelpText.examples([
          "replay drive.nmea",
          "replay drive.nmea --rate 10 --max-gap 5s --loop",
          "replay route.gpx --speed 50km/h",
          "replay - --rate max --format csv < drive.nmea",
          "replay drive.nmea --serve gpsd://127.0.0.1:2947 --loop",
        ]))
        """)
  }

  @Argument(
    help: "The recording: a file, - for standard input, or sim:NAME.", completion: .sources)
  var log: String?

  @OptionGroup(title: "Where from") var source: RecordingOptions
  @Option(help: HelpText.rate, transform: Rate.init(argument:)) var rate: Rate?
  @Option(help: HelpText.maximumGap, transform: Duration.init(argument:)) var maxGap: Duration?
  @OptionGroup(title: "Where from") var reading: TrackReadingOptions
  @OptionGroup(title: "Where from") var travel: TravelOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "Which one and how long") var stream: StreamOptions
  @OptionGroup(title: "Which one and how long") var filter: FilterOptions
  @Flag(help: "Start over at the end of the log.") var loop = false
  @OptionGroup(title: "For other programs") var serve: ServeOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let given = try source.recording(log, in: environment)
    let wanted = travel.applied(to: given)
    do {
      try await play(wanted, in: environment)
    } catch var error as UserLocationError where error.source == wanted.description {
      // The user did not write the source that --speed and --motion make of the recording.
      error.source = given.description
      throw error
    }
  }

  private func play(_ wanted: SourceDescription, in environment: LocateEnvironment) async throws {
    if loop, wanted == .standardInput {
      throw CommandFailure(
        .usage, "standard input can be read only once; --loop needs a file")
    }
    if !travel.parameters.isEmpty {
      let options = [
        ("--max-gap", maxGap != nil), ("--input", reading.input.input != nil),
        ("--date", reading.dating.date != nil),
        ("--not-before", reading.dating.notBefore != nil), ("--derive", reading.derivation.derive),
      ]
      if let option = options.first(where: \.1)?.0 {
        throw CommandFailure(
          .usage,
          "\(option) is for recordings that are played; with --speed or --motion only the places count"
        )
      }
    }
    let rate = rate ?? .times(1)
    let isNMEA = try format.chosen(in: environment) == .nmea
    var settings = try SourceSettings(
      pace: rate.pace, loops: loop, maximumGap: maxGap, needsTimes: rate != .max,
      inputFormat: reading.format(of: wanted),
      derivesMotion: reading.derivesMotion(of: wanted), dates: reading.dates(for: wanted))
    settings.keepsSentences = isNMEA && !filter.smoothing.smooth && !settings.derivesMotion
    try serve.check(rate)
    var wait = wait
    if serve.needsPlayer {
      // Checked before the server opens, so that no client waits for a file that does not exist.
      if wanted.isFile { try environment.sources.byteSource(for: wanted).open().close() }
      // A provider that drops old fixes would hide that the source is a recording.
      wait.maxAge = nil
    }
    var run = try SourceRun(
      of: [wanted], settings: settings, wait: wait, isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.limit(stream, filter)
    run.replacesSentences = isNMEA && !settings.keepsSentences
    try await serve.serve(run, driver: wanted.isSimulated ? "simulation" : "replay", format)
  }
}
