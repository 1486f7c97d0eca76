import ArgumentParser
import LocationCore
import LocationTracks

/// `locate convert` writes a log in another format.
struct ConvertCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "convert",
      abstract: "Convert recordings to another format.",
      discussion: """
        Reads NMEA 0183, GPX, KML, KMZ, TCX, GeoJSON, IGC, FIT, CSV and gpsd's JSON, also compressed \
        with gzip. The content decides the format. Memory does not grow with the recording. \
        What the format cannot hold is reported on standard error, with its count, and if nothing is \
        left, the conversion fails. The output file gets its name only when it is \
        complete: if the conversion fails, an older file of that name is unchanged. Only if its \
        folder is read-only, the older file is overwritten in place. Its extension chooses the \
        format (\(OutputFormat.extensionList)), unless --to, --format or --json does.

        \(HelpText.examples([
          "convert drive.nmea -o drive.gpx",
          "convert drive.nmea --from 2025-06-01T08:00 -o later.gpx",
          "convert drive.nmea --to csv | column -s, -t",
          "convert - --to '{time} {latitude} {longitude}' < drive.nmea",
        ]))
        """)
  }

  @Argument(
    help: "The recording: a file, - for standard input, or sim:NAME.", completion: .sources)
  var log: String?

  @OptionGroup(title: "Where from") var source: RecordingOptions
  @OptionGroup(title: "Where from") var reading: TrackReadingOptions
  @OptionGroup(title: "Which ones") var selection: SelectionOptions

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let wanted = try source.recording(log, in: environment)
    let recording = try environment.sources.byteSource(for: wanted)
    if recording.authorizationStatus.isRefused {
      throw UserLocationError(
        .notAuthorized, source: recording.name, detail: recording.authorizationRefusal ?? "")
    }
    let stream = try recording.open()
    defer { stream.close() }
    let file = try output.path.map { try environment.createFile($0) }
    defer { file?.discard() }
    let chosen = try environment.namingPlaces(output.chosenFormat)
    let sink = environment.output(for: chosen, in: file)
    var conversion = TrackConversion(from: recording, copying: chosen.copiedFormat) {
      [now = environment.now] shape, original in
      chosen.writer(shape, copying: original, terminalWidth: { nil }, now: now)
    }
    if wanted.isSimulated { conversion.source.kind = .simulated }
    conversion.inputFormat = try reading.format(of: wanted)
    conversion.firstDate = try reading.date(for: wanted)
    conversion.derivesMotion = try reading.derivesMotion(of: wanted)
    conversion.filter = selection.filter(isLocal: output.presentation.localTime)
    conversion.maximumCount = selection.count
    let progress = Progress(on: environment.terminal, now: environment.now)
    let outcome = await conversion.run(stream, progress: progress.map { $0.advance }) {
      try sink.write($0)
    }
    progress?.finish()
    if common.verbose { environment.report(outcome.counters) }
    if let failure = outcome.failure, !failure.isCutOff { throw failure }
    try file?.commit()
    outcome.losses.report(in: environment)
    if let failure = outcome.failure { throw failure }
  }
}
