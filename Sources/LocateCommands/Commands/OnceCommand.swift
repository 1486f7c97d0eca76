import ArgumentParser
import LocationCore
import LocationIO
import LocationSources

/// `locate once` prints one location.
struct OnceCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "once",
      // Without it, the parser of `once` alone first looks for --generate-completion-script, which
      // takes a fifth of a short run. Only `locate` itself has that option.
      _superCommandName: RootCommand.name,
      abstract: "Print one location, then exit.",
      discussion: """
        Prints the first location that meets the options. If none arrives in 30 s, or in the time \
        of --timeout, the exit code is 75.

        \(HelpText.examples([
          "drive.nmea",
          "/dev/ttyACM0",
          "--timeout 2m --accuracy 20m",
          "--json | jq '.lat, .lon'",
          "--source net:https://example.org/v1/geolocate --show-request",
          "--format 'https://osm.org/?mlat={latitude}&mlon={longitude}'",
        ]))
        """)
  }

  /// `once` is the default subcommand, so a misspelled name of another subcommand arrives here.
  @Argument(help: "The source, in the same form as --source.", completion: .sources)
  var named: String?

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Where from") var reading: ReadingOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "What comes out") var format: FormatOptions
  @Flag(help: HelpText.showRequest) var showRequest = false
  @Flag(help: HelpText.noRemember) var noRemember = false
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.descriptions(named, in: environment)
    let access = try source.access(to: wanted, in: environment)
    if let named,
      !named.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }),
      case .file(let path) = wanted[0], !FileAccess(path).exists
    {
      if let misspelled = SubcommandSuggestion([named]) {
        throw misspelled.failure(of: environment.commandName)
      }
      throw CommandFailure(
        .usage,
        "there is no command and no file '\(named)'; see '\(environment.commandName) --help'")
    }
    if showRequest { return try await showRequests(of: wanted, in: environment) }
    let chosen = try format.chosen(in: environment)
    var run = try SourceRun(
      of: wanted, settings: reading.settings(for: wanted, access, rate: .max), wait: wait,
      isVerbose: common.verbose, in: environment)
    defer { run.finish() }
    run.showsOnlyPresent = true
    run.timeout = wait.timeout ?? WaitOptions.standardTimeout
    run.memory = FixMemory(isOff: noRemember, isVerbose: common.verbose, in: environment)
    let update = LocationUpdate.fix(try await run.run { try await run.location() })
    let writer = chosen.writer(
      .single, terminalWidth: { environment.output.terminalWidth }, now: environment.now)
    var output = LocationOutput(writer, to: environment.output(for: chosen))
    // Text names both, the source and the receiver.
    let isNamed = wanted.areNamed && !chosen.isText
    try output.write(isNamed ? update.namingItsSource : update)
    try output.end()
  }

  /// Prints the requests that the sources would send.
  private func showRequests(
    of sources: [SourceDescription], in environment: LocateEnvironment
  ) async throws {
    for source in sources {
      guard case .network(let server) = source else {
        throw CommandFailure(
          .usage, "\(source.name): --show-request is for net:URL; this source sends no request")
      }
      let provider = try environment.sources.networkProvider(
        server: server, settings: SourceSettings())
      let preview = try await provider.requestPreview()
      try environment.textOutput.write(Array(preview.description.utf8))
    }
  }
}
