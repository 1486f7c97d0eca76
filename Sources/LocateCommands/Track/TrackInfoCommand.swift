import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate track info` prints numbers about tracks.
struct TrackInfoCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "info", abstract: "Print length, times, speeds, climbs, extent and gaps.",
      discussion: """
        The distance is that over the WGS 84 ellipsoid. Nothing is counted between two segments, except gaps. \
        Altitudes are smoothed, and climbs below --climb-threshold are noise of a receiver and do not count. A receiver that is slower than \
        0.5 m/s is stopped. Several files have a total after them. Memory does not grow with the recording. \
        With --json each line is an object, in meters, seconds and degrees; the total has files in place of file; bbox is west, south, east, north, and west is greater than east if the \
        box crosses the antimeridian.

        \(HelpText.examples([
          "track info walk.gpx",
          "track info *.fit --json | jq -r '[.file // \"total\", .distance] | @tsv'",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputsOptions

  @Option(
    help: ArgumentHelp(
      "A longer time without a point is a gap, e.g. 10min.", discussion: "Default: 60s.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var gap: Duration?

  @Option(
    help: ArgumentHelp(
      "A smaller change of the altitude is no climb, e.g. 3m for a barometer.",
      discussion: "Default: 5m.", valueName: "length"),
    transform: Length.init(argument:))
  var climbThreshold: Length?

  @Flag(
    help: ArgumentHelp(
      "Also the times of each kilometer, or mile, and the best efforts.",
      discussion: """
        A best effort is the shortest time for 400 m, 1 km, a mile, 5 km, 10 km, a half marathon or a marathon, with \
        pauses. Times are interpolated between points.
        """))
  var splits = false

  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup(title: "What comes out") var presentation: PresentationOptions
  @OptionGroup var common: CommonOptions

  func validate() throws { _ = try shown }

  /// How text shows values; `nil` for JSON.
  private var shown: Presentation? {
    get throws {
      let format = try presentation.apply(to: output.isJSON ? .json : .text)
      return if case .people(let presentation) = format { presentation } else { nil }
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    var thresholds = TrackStatistics.Thresholds()
    if let gap { thresholds.gap = gap / .seconds(1) }
    if let climbThreshold { thresholds.altitude = climbThreshold.meters }
    let shown = try shown
    var isFirst = true
    var total = TrackTotal()
    var failures = SeveralFailures()
    for source in try input.sources {
      var recording = RecordingStatistics(
        thresholds: thresholds,
        splitLength: splits ? 1 / (shown?.units ?? .metric).way.factor : nil)
      do {
        try await read(source, into: &recording, in: environment)
      } catch {
        try failures.add(error)
        guard error.isCutOff else { continue }
      }
      let infos = TrackInfo.all(of: recording, in: source)
      total.add(infos)
      for info in infos {
        if let shown {
          let text = TrackInfoText(presentation: shown).lines(info)
          try environment.textOutput.write(isFirst ? text : [UInt8(ascii: "\n")] + text)
        } else {
          try environment.output.write(TrackInfoText.json(info))
        }
        isFirst = false
      }
    }
    if total.isOfSeveral {
      if let shown {
        try environment.textOutput.write(total.text(TrackInfoText(presentation: shown)))
      } else {
        try environment.output.write(total.json)
      }
    }
    try failures.check()
  }

  /// Reads a recording. A log of several receivers has numbers for each of them.
  private func read(
    _ source: SourceDescription, into recording: inout RecordingStatistics,
    in environment: LocateEnvironment
  ) async throws {
    var reader = try environment.trackReader(of: source, input.reading)
    defer { environment.report(faultsIn: reader.skipped, of: source.name) }
    try await reader.forEach { recording.add($0) }
    if recording.isEmpty {
      throw UserLocationError(withoutTrackPoint: reader.format, of: source.name)
    }
  }
}

/// Numbers about a recording, or about one of its receivers.
struct TrackInfo {
  /// The file as the user named it.
  let file: String
  /// The receiver, if there are several.
  let device: String?
  let isSimulated: Bool
  let tracks: Int
  let waypoints: Int
  let routes: Int
  let numbers: TrackStatistics

  /// The numbers of each receiver of a recording; none of an empty recording.
  static func all(of recording: RecordingStatistics, in source: SourceDescription) -> [TrackInfo] {
    func info(_ device: String?, _ tracks: Int, _ numbers: TrackStatistics) -> TrackInfo {
      TrackInfo(
        file: source.name, device: device, isSimulated: source.isSimulated || recording.isSimulated,
        tracks: tracks, waypoints: recording.waypoints, routes: recording.routes, numbers: numbers)
    }
    if recording.isEmpty { return [] }
    if recording.receivers.isEmpty {
      return [info(nil, 0, TrackStatistics(thresholds: recording.thresholds))]
    }
    let areSeveral = recording.receivers.count > 1
    return recording.receivers.map { info(areSeveral ? $0.device : nil, $0.tracks, $0.numbers) }
  }
}
