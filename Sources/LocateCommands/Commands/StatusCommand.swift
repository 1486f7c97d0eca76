import ArgumentParser
import LocationSources
import LocationText

/// `locate status` prints once what each source is doing.
struct StatusCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "What each source is doing: a location, or why there is none.",
      discussion: """
        Prints a line for each source, in the order of preference. It looks at all sources at the same \
        time, for 5 s at most, or for the time of --timeout. It never asks for a consent.

        With --json a line is an object: source, state (fix, waiting, failed or denied), exit, and the \
        location as a TPV in fix, or the reason in detail.

        The exit code is 0 if a source has a location. Otherwise it is that of the first source: 75 no \
        fix in time, 77 not authorized, or the code of its error.

        \(HelpText.examples([
          "status",
          "status --source gpsd://localhost --source sim:drive",
          "status --json | jq -r 'select(.state == \"fix\").source'",
        ]))
        """)
  }

  /// How long to wait without `--timeout`.
  static let defaultTimeout = Duration.seconds(5)

  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions

  @Option(
    help: ArgumentHelp(
      "How long to wait for a location, as 500ms, 5s.", discussion: "Default: 5s.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var timeout: Duration?

  @OptionGroup var format: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let sources = try source.descriptions(named, in: environment)
    let ordered = try await SourceState.all(
      of: sources, within: timeout ?? Self.defaultTimeout, in: environment)
    for state in ordered {
      var line = ByteText()
      if format.chosen == .json {
        state.write(jsonInto: &line)
        try environment.output.write(line.bytes)
      } else {
        state.write(into: &line, now: environment.now)
        try environment.textOutput.write(line.bytes)
      }
    }
    guard let first = ordered.first, !ordered.contains(where: { $0.fix != nil }) else { return }
    throw CommandFailure(first.exit, "\(sources.names): no location")
  }
}
