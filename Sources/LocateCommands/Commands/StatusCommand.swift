import ArgumentParser
import LocationSources
import LocationText

/// `locate status` prints once what each source is doing.
struct StatusCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "status",
      abstract: "Report what each source is doing.",
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

  @OptionGroup var sources: SourceStateOptions

  @OptionGroup var format: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let states = try await sources.states(in: environment)
    for state in states {
      var line = ByteText()
      if format.chosen == .json {
        state.write(jsonInto: &line)
        try environment.output.write(line.bytes)
      } else {
        state.write(into: &line, now: environment.now)
        try environment.textOutput.write(line.bytes)
      }
    }
    guard let first = states.first, !states.contains(where: { $0.fix != nil }) else { return }
    throw CommandFailure(first.exit, "\(states.map(\.source).names): no location")
  }
}
