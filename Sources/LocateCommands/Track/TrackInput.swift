import ArgumentParser
import LocationCore
import LocationIO
import LocationReplay
import LocationSources
import LocationTracks
import NMEA0183
import NMEALocation

/// The options for what a recording does not say itself.
struct TrackReadingOptions: ParsableArguments {
  @OptionGroup var dating: DateOption
  @OptionGroup var input: InputOption
  @OptionGroup var derivation: DeriveOption

  /// What is known about the dates of NMEA.
  func dates(for source: SourceDescription) throws(CommandFailure) -> KnownDates {
    try [source].dates(dating)
  }

  /// The format; `nil` if the content decides.
  func format(of source: SourceDescription) throws(CommandFailure) -> TrackInputFormat? {
    try [source].format(input.input)
  }

  /// Whether missing speeds and courses are computed.
  func derivesMotion(of source: SourceDescription) throws(CommandFailure) -> Bool {
    try derivation.applies(to: [source])
  }
}

/// The option and the argument for one recording.
struct TrackInputOptions: ParsableArguments {
  @Argument(
    help: "The recording: a file, - for standard input, or sim:NAME.", completion: .sources)
  var file: String?

  @OptionGroup(title: "Where from") var source: RecordingOptions
  @OptionGroup(title: "Where from") var reading: TrackReadingOptions

  /// Reads the whole recording.
  ///
  /// - Parameters:
  ///   - format: the format of the result; `nil` for a plot.
  ///   - keptElements: the elements that the result may copy.
  ///   - tolerance: the tolerance in meters to which the tracks are simplified; `nil` for all fixes.
  func read(
    in environment: LocateEnvironment, for format: OutputFormat?,
    keeping keptElements: KeptElements = .all,
    tolerance: Double? = nil
  ) async throws -> TrackInput {
    let source = try source.recording(file, in: environment)
    return try await environment.tracks(
      of: source, reading, for: format, keeping: keptElements, tolerance: tolerance)
  }
}

/// The arguments for several recordings.
struct TrackInputsOptions: ParsableArguments {
  @Argument(
    help: "The recordings: files, or - for standard input.", completion: .sources)
  var files: [String]

  @OptionGroup(title: "Where from") var reading: TrackReadingOptions

  func validate() throws { try files.checkStandardInput() }

  var sources: [SourceDescription] {
    get throws {
      try files.map { try SourceDescription(recording: $0) }
    }
  }
}

extension [String] {
  /// Throws if several of the recordings are standard input.
  func checkStandardInput() throws {
    if count(where: { $0 == "-" }) > 1 {
      throw ValidationError("standard input can be read only once")
    }
  }
}

/// The tracks of a recording.
struct TrackInput {
  var collection = TrackCollection()
  /// The number of fixes in the recording.
  var count = 0
  /// What has no place in tracks, and what was not read.
  var losses = TrackLosses()
  /// The document whose elements are copied; `nil` if there is none.
  var original: OriginalDocument?
  /// Where the file is cut off; `nil` for a complete file.
  var cut: UserLocationError?

  /// Throws if the file is cut off. A command calls it when it has written the rest.
  func checkEnd() throws(UserLocationError) {
    if let cut { throw cut }
  }
}

extension LocateEnvironment {
  /// Reads a whole recording.
  ///
  /// - Parameters:
  ///   - format: the format of the result; `nil` for a plot.
  ///   - keptElements: the elements that the result may copy.
  ///   - tolerance: the tolerance in meters to which the tracks are simplified; `nil` for all fixes.
  func tracks(
    of source: SourceDescription, _ reading: TrackReadingOptions, for format: OutputFormat?,
    keeping keptElements: KeptElements = .all, tolerance: Double? = nil
  ) async throws -> TrackInput {
    let reader = try trackReader(
      of: source, reading, countsSky: true, for: format, keeping: keptElements)
    var collector = TrackCollector(isSimulated: source.isSimulated, tolerance: tolerance)
    var cut: UserLocationError?
    do throws(UserLocationError) {
      try await collector.read(reader)
    } catch {
      guard error.isCutOff else { throw error }
      cut = error
    }
    let collection = collector.collection
    if collection.isEmpty {
      throw cut ?? UserLocationError(withoutTrackPoint: reader.format, of: source.name)
    }
    // What a format cannot hold is told with this.
    if format == nil { report(faultsIn: reader.skipped, of: source.name) }
    var losses = collector.losses
    losses.add(reader.skipped)
    if format == .nmea, let counters = reader.counters { losses.add(sentencesOf: counters) }
    return TrackInput(
      collection: collection, count: collector.count, losses: losses, original: reader.original,
      cut: cut)
  }

  /// Opens a recording. Its content decides the format.
  func trackReader(
    of source: SourceDescription, _ reading: TrackReadingOptions, countsSky: Bool = false,
    for output: OutputFormat? = nil, keeping keptElements: KeptElements = .none
  ) throws -> TrackFileReader {
    let recording = try sources.byteSource(for: source)
    if let refusal = recording.refusal { throw refusal }
    let dates = try reading.dates(for: source)
    let format = try reading.format(of: source)
    let derivesMotion = try reading.derivesMotion(of: source)
    let interests = SubscriptionInterests()
    if !countsSky { interests.follow { [] } }
    return try TrackFileReader(
      recording, TrackRequest(interests: interests), as: format, derivesMotion: derivesMotion,
      keeping: derivesMotion ? nil : output?.copiedFormat.map { ($0, keptElements) }
    ) {
      log, request throws(UserLocationError) in
      try NMEATrackReader(log, request, dates: dates)
    }
  }
}
