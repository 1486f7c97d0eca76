import ArgumentParser
import LocationSources

/// `locate watch` prints locations as they arrive.
struct WatchCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "watch",
      abstract: "Locations as they come.",
      discussion: """
        Prints a line for each location until the source ends, Ctrl-C, --count or --for; on a \
        terminal one line that is kept up to date. With --timeout the exit code is 75 if not one \
        came in that time. As JSON it prints gpsd's SKY objects too, a TPV with mode 0 or 1 \
        where the receiver has no fix, a DEVICE where one comes or goes, and an ERROR where it \
        falls silent; as GeoJSON one Feature a line.

        \(HelpText.examples([
          "watch",
          "watch --count 10 --format csv",
          "watch --distance 100m --format gpx > walk.gpx",
          "watch --source drive.nmea --rate 10 --json",
          "watch --source serial:/dev/ttyACM0 --retry",
          "watch --source today.nmea --follow",
        ]))
        """)
  }

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var playback: PlaybackOptions
  @OptionGroup(title: "Where from") var live: LiveOptions
  @Flag(help: "Wait for a log file to grow when it ends, as tail -F does.") var follow = false
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "Which one and how long") var stream: StreamOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.description(in: environment)
    if follow, !wanted.isFile {
      throw CommandFailure(.usage, "\(wanted): --follow is for a file that grows")
    }
    let provider = try wait.provider(
      for: wanted,
      settings: SourceSettings(
        pace: (playback.rate ?? .times(1)).pace, follows: follow, retries: live.retry),
      isVerbose: common.verbose, in: environment)
    defer { if common.verbose { environment.report(countersOf: provider) } }
    try await LocationStream(
      provider: provider, source: wanted, wait: wait, limits: stream, format: format.chosen,
      environment: environment
    ).run()
  }
}
