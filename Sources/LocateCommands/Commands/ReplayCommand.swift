import ArgumentParser
import LocationSources

/// `locate replay` plays a recorded log at its own pace.
struct ReplayCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "replay",
      abstract: "A recorded log as if it were live, at its own pace.",
      discussion: """
        Prints what the receiver said when it said it; --rate makes it faster or slower. The \
        times are those of the recording, and text says that it is one.

        \(ServeOptions.explanation)

        \(HelpText.examples([
          "replay drive.nmea",
          "replay drive.nmea --rate 10 --loop",
          "replay - --rate max --format csv < drive.nmea",
          "replay drive.nmea --serve gpsd://127.0.0.1:2947 --loop",
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
  @OptionGroup(title: "To whom else") var serve: ServeOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.recording(log, in: environment)
    let rate = playback.rate ?? .times(1)
    var settings = SourceSettings(pace: rate.pace, loops: loop)
    if !serve.endpoints.isEmpty {
      try serve.check(rate)
      if common.verbose { settings.logger = environment.logger }
      return try await serve(wanted, settings, in: environment)
    }
    let provider = try wait.provider(
      for: wanted, settings: settings, isVerbose: common.verbose, in: environment)
    defer { if common.verbose { environment.report(countersOf: provider) } }
    try await LocationStream(
      provider: provider, source: wanted, wait: wait, limits: stream, format: format.chosen,
      environment: environment
    ).run()
  }

  private func serve(
    _ wanted: SourceDescription, _ settings: SourceSettings, in environment: LocateEnvironment
  ) async throws {
    // Before the server opens: a client must not wait for a file that does not exist.
    if wanted.isFile { try environment.sources.byteSource(for: wanted).open().close() }
    let provider = try environment.sources.provider(for: wanted, settings: settings)
    defer { if common.verbose { environment.report(countersOf: provider) } }
    let served = ServedStream(
      provider: provider, source: wanted, driver: "replay", endpoints: serve.endpoints,
      environment: environment)
    try await served.run {
      LocationStream(
        provider: $0, source: wanted, wait: wait, limits: stream, format: format.explicit,
        environment: environment)
    }
  }
}
