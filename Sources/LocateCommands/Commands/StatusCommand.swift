import ArgumentParser
import GPSDProtocol
import LocationCore
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
    let timeout = timeout ?? Self.defaultTimeout
    let states = await withTaskGroup(of: (Int, SourceState).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask {
          (index, await SourceState(of: source, within: timeout, in: environment))
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    try Task.checkCancellation()
    let ordered = sources.indices.compactMap { states[$0] }
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

/// What a source is doing.
private struct SourceState: Sendable {
  let source: SourceDescription
  var exit = ExitStatus.done
  var fix: Fix?
  /// Why there is no location.
  var detail = ""

  /// Observes a source until it has a location or fails, or until the time is over.
  init(
    of source: SourceDescription, within timeout: Duration, in environment: LocateEnvironment
  ) async {
    self.source = source
    let observation = SourceObservation(of: [source], clock: environment.clock)
    do {
      let provider = try environment.sources.provider(
        for: source, settings: SourceSettings(pace: .unpaced))
      if provider.authorizationStatus == .notDetermined {
        throw UserLocationError(
          .notAuthorized, detail: provider.authorizationRefusal ?? "nobody has allowed it yet")
      }
      fix = try await withThrowingTaskGroup(of: Fix?.self) { group in
        group.addTask {
          for try await update in provider.startUpdatingLocation() {
            if case .fix(let fix) = update { return fix }
            observation.note(update)
          }
          throw UserLocationError(.sourceEnded, detail: "it ended without a location")
        }
        group.addTask {
          try await environment.clock.sleep(for: timeout)
          return nil
        }
        defer { group.cancelAll() }
        return try await group.next() ?? nil
      }
      if fix == nil {
        exit = .noFixInTime
        detail = observation.words
      }
    } catch {
      let error = error as? UserLocationError ?? .cancelled
      exit = ExitStatus(error.code)
      detail = error.detail.isEmpty ? "\(error.code)" : error.detail
    }
  }

  private var word: String {
    switch exit {
    case .done: "fix"
    case .noFixInTime: "waiting"
    case .notAuthorized: "denied"
    default: "failed"
    }
  }

  func write(into text: inout ByteText, now: () -> Date) {
    text.write(printable: source.name)
    text.write("  ")
    text.write(printable: fix.map { Sighting.words(for: $0, now) } ?? detail)
    text.write("\n")
  }

  func write(jsonInto text: inout ByteText) {
    text.member(#"{"source":"#, string: source.name)
    text.member(#","state":"#, string: word)
    text.member(#","exit":"#, integer: Int(exit.code))
    text.member(#","detail":"#, string: detail.isEmpty ? nil : detail)
    if let fix {
      text.write(#","fix":"#)
      text.write(text: GPSDReport.update(.fix(fix)).line)
    }
    text.write("}\n")
  }
}
