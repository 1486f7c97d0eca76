import ArgumentParser
import LocationSources

/// `locate watch` prints locations as they arrive.
struct WatchCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch",
      abstract: "Print locations as they arrive.",
      discussion: """
        Prints a line for each location until the source ends, or until Ctrl-C, --count or --for \
        ends it. On a terminal, text is one line that always shows the latest location. With \
        --timeout the exit code is 75 if no location arrives in that time. The json format also \
        has gpsd's SKY objects, a TPV with mode 0 or 1 when the receiver has no fix, a DEVICE when \
        a receiver comes or goes or another source of a fallback is in use, and an ERROR when it falls \
        silent. The geojson format has one \
        Feature a line. The nmea format has the own bytes of a source that sends NMEA, unless --smooth or --derive \
        changes the locations.

        Nobody knows whether a pipe carries a recording or a receiver's present output. So a location \
        from --source - counts as live if it arrives within 10 s of its own time, and otherwise as \
        replayed.

        \(HelpText.examples([
          "watch",
          "watch --count 10 --format csv",
          "watch --distance 100m --format gpx > walk.gpx",
          "watch --every 10s --stationary 20m --drop-outliers",
          "watch drive.nmea --rate 10 --json | jq 'select(.class == \"TPV\").speed'",
          "watch /dev/ttyACM0 --retry",
          "watch --source gpsd://localhost --source last:",
          "watch today.nmea --follow",
        ]))
        """)
  }

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Where from") var derivation: DeriveOption
  @Flag(help: HelpText.follow) var follow = false
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "Which one and how long") var stream: StreamOptions
  @OptionGroup(title: "Which one and how long") var filter: FilterOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @Flag(help: HelpText.noRemember) var noRemember = false
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.descriptions(named, in: environment)
    let access = try source.access(to: wanted, in: environment)
    if follow { try wanted.checkFollowing(derives: derivation.derive) }
    var settings = try reading.settings(for: wanted, access)
    settings.derivesMotion = try derivation.applies(to: wanted)
    settings.follows = follow
    let format = try format.chosen(in: environment)
    settings.keepsSentences =
      format == .nmea && !filter.smoothing.smooth && !settings.derivesMotion
    var run = try SourceRun(
      of: wanted, settings: settings, wait: wait, isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.limit(stream, filter)
    run.replacesSentences = format == .nmea && !settings.keepsSentences
    run.memory = FixMemory(isOff: noRemember, isVerbose: common.verbose, in: environment)
    try await LocationPrinter(of: run, as: format).run()
  }
}
