import ArgumentParser
import LocationCore

/// A recorded log as if it were live.
struct ReplayCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "replay",
      abstract: "A recorded log as if it were live, at its own pace.",
      discussion: """
        Prints what the receiver said when it said it; --rate makes it faster or slower. The \
        times are those of the recording, and text says that it is one.

        \(HelpText.examples([
          "replay drive.nmea",
          "replay drive.nmea --rate 10 --loop",
          "replay - --rate max --format csv < drive.nmea",
        ]))
        """)
  }

  @Argument(help: "The log: a file, or - for standard input.", completion: .file())
  var log: String?

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var playback: PlaybackOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "Which one and how long") var stream: StreamOptions
  @Flag(help: "Start over at the end of the log.") var loop = false
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.recording(log, in: environment)
    let provider = try wait.provider(
      for: wanted, playback: Playback(rate: playback.rate ?? .times(1), loops: loop),
      isVerbose: common.verbose, in: environment)
    defer { if common.verbose { environment.report(countersOf: provider) } }
    try await LocationStream(
      provider: provider, source: wanted, wait: wait, limits: stream, format: format.chosen,
      environment: environment
    ).run()
  }
}
