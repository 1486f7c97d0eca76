import ArgumentParser
import LocationCore

/// `locate convert` writes a log in another format.
struct ConvertCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "convert",
      abstract: "A log into another format, as fast as it goes.",
      discussion: """
        Memory does not grow with the log. The output file gets its name only when it is \
        complete: if the conversion fails, an older file of that name is unchanged. Only if its \
        folder is read-only, the older file is overwritten in place.

        \(HelpText.examples([
          "convert drive.nmea --to gpx -o drive.gpx",
          "convert drive.nmea --to csv | column -s, -t",
          "convert - --to '{time} {latitude} {longitude}' < drive.nmea",
        ]))
        """)
  }

  @Argument(help: "The log: a file, or - for standard input.", completion: .file())
  var log: String?

  @OptionGroup(title: "Where from") var source: SourceOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "\(OutputFormat.list).",
      valueName: "format"),
    completion: .list(OutputFormat.names), transform: OutputFormat.init(argument:))
  var to: OutputFormat?

  @Flag(help: "Short for --to json.") var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output if not given, or -.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if json, let to, to != .json {
      throw ValidationError("--json and --to say two things; give one of them")
    }
    if !json, to == nil {
      throw ValidationError("--to FORMAT is missing; formats are \(OutputFormat.list)")
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.recording(log, in: environment)
    let recording = try environment.sources.byteSource(for: wanted)
    if recording.authorizationStatus.isRefused {
      throw UserLocationError(
        .notAuthorized, source: recording.name, detail: recording.authorizationRefusal ?? "")
    }
    let stream = try recording.open()
    defer { stream.close() }
    let file = try output.flatMap { $0 == "-" ? nil : try environment.createFile($0) }
    defer { file?.discard() }
    let chosen = json ? .json : to ?? .text
    let sink = environment.output(for: chosen, in: file)
    let conversion = Conversion(
      source: FixSource(
        kind: wanted.isSimulated ? .simulated : .replayed, name: recording.name),
      format: chosen, sink: sink, terminal: environment.terminal,
      now: environment.now)
    let outcome = await conversion.run(stream)
    if common.verbose { environment.report(outcome.counters) }
    if let failure = outcome.failure { throw failure }
    try file?.commit()
  }
}
