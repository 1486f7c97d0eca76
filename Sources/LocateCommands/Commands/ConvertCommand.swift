import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate convert` writes logs in another format.
struct ConvertCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "convert",
      abstract: "Convert recordings to another format.",
      discussion: """
        Reads NMEA 0183, GPX, KML, KMZ, TCX, GeoJSON, IGC, FIT, CSV, gpsd's JSON, OwnTracks' .rec, Google's Timeline and \
        DJI's SRT, also compressed \
        with gzip. The content decides the format. Memory does not grow with the recording. \
        What the format cannot hold is reported on standard error, with its count, and if nothing is \
        left, the conversion fails. NMEA that becomes NMEA is copied with all its sentences. The output file gets its name only when it is \
        complete: if the conversion fails, an older file of that name is unchanged. Only if its \
        folder is read-only, the older file is overwritten in place. Its extension chooses the \
        format (\(OutputFormat.extensionList)), unless --to, --format or --json does.

        Several recordings become one output in their order, in a format of lines; in CSV, a column file then names \
        them as you did. With {name} in -o each has an output of its own, in any format: {name} is the name of its file without \
        the extension. A recording that cannot be read is reported at the end, and the others are converted. \
        The number of recordings without a location between --from and --until is reported, and it is an error only \
        if none has one. --count and --distance count for each recording.

        \(HelpText.examples([
          "convert drive.nmea -o drive.gpx",
          "convert drive.nmea --from 2025-06-01T08:00 -o later.gpx",
          "convert drive.nmea --to csv | column -s, -t",
          "convert - --to '{time} {latitude} {longitude}' < drive.nmea",
          "convert *.nmea -o all.csv",
          "convert *.nmea -o 'gpx/{name}.gpx'",
        ]))
        """)
  }

  @Argument(
    help: "The recordings: files, - for standard input, or sim:NAME.", completion: .sources)
  var logs: [String] = []

  @OptionGroup(title: "Where from") var source: RecordingOptions
  @OptionGroup(title: "Where from") var reading: TrackReadingOptions
  @OptionGroup(title: "Which ones") var selection: SelectionOptions

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws { try logs.checkStandardInput() }

  func run(in environment: LocateEnvironment) async throws {
    let sources = try recordings(in: environment)
    let format = try environment.namingPlaces(output.chosenFormat)
    var outputs = try ConversionOutputs(output.path, for: sources, as: format, in: environment)
    defer { outputs.discard() }
    let progress = Progress(on: environment.terminal, now: environment.now)
    var losses = TrackLosses()
    var failures = SeveralFailures()
    var unselected = 0
    for (index, source) in sources.enumerated() {
      do {
        let outcome = try await convert(
          source, index, isAlone: sources.count == 1, as: format, into: &outputs, progress,
          in: environment)
        losses.add(outcome.losses)
        // What is whole was converted.
        if let failure = outcome.failure { try failures.add(failure) }
      } catch let error where error.isNothingSelected && sources.count > 1 {
        try Task.checkCancellation()
        unselected += 1
      } catch {
        try failures.add(error)
      }
      if sources.count > 1 { progress?.advance(to: index + 1, of: sources.count) }
    }
    progress?.finish()
    try outputs.commit()
    losses.report(in: environment)
    if unselected == sources.count {
      throw CommandFailure(
        ExitStatus(.sourceEnded),
        "none of the \(unselected) recordings has a location in the selected time")
    }
    if unselected > 0 {
      environment.say(
        "recordings without a location in the selected time: \(unselected) of \(sources.count)")
    }
    try failures.check()
  }

  private func recordings(in environment: LocateEnvironment) throws -> [SourceDescription] {
    if logs.isEmpty { return [try source.recording(nil, in: environment)] }
    return try logs.map { try source.recording($0, in: environment) }
  }

  /// Converts a recording.
  ///
  /// - Throws: why nothing can be converted. The failure of a recording that is cut off is in the outcome.
  private func convert(
    _ wanted: SourceDescription, _ index: Int, isAlone: Bool, as format: OutputFormat,
    into outputs: inout ConversionOutputs, _ progress: Progress?, in environment: LocateEnvironment
  ) async throws -> TrackConversion.Outcome {
    let recording = try environment.sources.byteSource(for: wanted)
    if let refusal = recording.refusal { throw refusal }
    let stream = try recording.open()
    defer { stream.close() }
    let sink = try outputs.begin(index)
    var conversion = TrackConversion(
      from: recording, copying: format.convertedUnchanged,
      makeWriter: outputs.makeWriter(for: wanted))
    if wanted.isSimulated { conversion.source.kind = .simulated }
    conversion.inputFormat = try reading.format(of: wanted)
    conversion.dates = try reading.dates(for: wanted)
    conversion.derivesMotion = try reading.derivesMotion(of: wanted)
    let isLocal = output.presentation.localTime
    if selection.time.dependsOnRecording {
      conversion.filterFromStart = { [selection] start in
        selection.filter(isLocal: isLocal, from: start, in: environment)
      }
    } else {
      conversion.filter = selection.filter(isLocal: isLocal, from: nil, in: environment)
    }
    conversion.maximumCount = selection.count
    let outcome = await conversion.run(
      stream, progress: isAlone ? progress.map { $0.advance } : nil
    ) { try sink.write($0) }
    if isAlone { progress?.finish() }
    if common.verbose {
      environment.report(outcome.counters, of: isAlone ? nil : recording.name)
    }
    if let failure = outcome.failure, !failure.isCutOff { throw failure }
    try outputs.end()
    return outcome
  }
}
