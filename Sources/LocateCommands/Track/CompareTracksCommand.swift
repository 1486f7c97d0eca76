import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate track compare` prints how far a track is from a reference.
struct CompareTracksCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compare", abstract: "Compare a measured track with a reference.",
      discussion: """
        First name the track to judge, then what it should be: a better receiver, a map, or the file of 'simulate \
        --truth'. A point is compared with the reference at its time, interpolated between two points; percentages \
        say how large the errors of so many points are at most. Points at times without a reference are extra, and \
        points of the reference at times at which nothing was measured are missing. Across is the distance to the \
        nearest place of the line of the reference, and Shape is the discrete Fréchet distance of the two lines; both \
        need no times, so a planned route may be the reference. Shift says how many seconds to add to the measured times, up to a minute, so that the tracks \
        fit best. With --json it is an object in meters, seconds, m/s and degrees.

        \(HelpText.examples([
          "track compare phone.gpx receiver.nmea",
          "simulate city --rate max -f gpx --truth truth.gpx > city.gpx",
          "track compare city.gpx truth.gpx --plot errors.svg",
          "track compare log log --device phone --reference-device receiver",
        ]))
        """)
  }

  @Argument(
    help: "The measured track: a file, - for standard input, or sim:NAME.", completion: .sources)
  var measured: String

  @Argument(
    help: "The reference: a file, - for standard input, or sim:NAME.", completion: .sources)
  var reference: String

  @OptionGroup(title: "Where from") var reading: TrackReadingOptions

  @Option(
    help: ArgumentHelp(
      "The device of the measured track, if the file has several; or the name of its track.",
      valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp("The same for the reference.", valueName: "name"))
  var referenceDevice: String?

  @Option(
    help: ArgumentHelp(
      "A longer time without a point is a gap, in which nothing is interpolated, e.g. 10s.",
      discussion: "Default: three times the usual interval of each track.", valueName: "duration"),
    transform: Duration.init(argument:))
  var gap: Duration?

  @Option(
    help: ArgumentHelp(
      "The SVG file to write, with a map and the errors over the time; - for standard output.",
      valueName: "file"),
    completion: .file())
  var plot: String?

  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup(title: "What comes out") var presentation: UnitsOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if measured == "-", reference == "-" {
      throw ValidationError("standard input can be read only once")
    }
    if plot == "-", output.isJSON {
      throw ValidationError("--json and --plot - both write to standard output; give --plot a file")
    }
    if presentation.units != nil, output.isJSON, plot == nil {
      throw ValidationError("--units is for text and plots; JSON has its own units")
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    let units = presentation.units ?? .metric
    let sources = try [measured, reference].map { try SourceDescription(recording: $0) }
    let one = try await input(sources[0], "--device", device, in: environment)
    let other = try await input(
      sources[1], "--reference-device", referenceDevice, isReference: true, in: environment)
    let comparison = TrackComparison(
      of: one.track, to: other.track, gap: gap.map { $0 / .seconds(1) })
    try Task.checkCancellation()
    let text = ComparisonText(
      measured: sources[0].name, reference: sources[1].name, comparison: comparison)
    if output.isJSON {
      try environment.output.write(text.json())
    } else if plot != "-" {
      try environment.textOutput.write(text.lines(in: units))
    }
    if let plot {
      let picture = TrackPlot(
        comparison, of: one.track, to: other.track,
        title: "\(sources[0].fileName), compared with \(sources[1].fileName)",
        units: units)
      if let picture { try environment.write(picture.svg(), to: plot) }
    }
    if let cut = one.cut ?? other.cut { throw cut }
  }

  /// Reads a recording, and joins the tracks of its device.
  ///
  /// - Parameter isReference: whether planned routes are good enough, if there is no track.
  private func input(
    _ source: SourceDescription, _ option: String, _ device: String?, isReference: Bool = false,
    in environment: LocateEnvironment
  ) async throws -> (track: Track, cut: UserLocationError?) {
    let read = try await environment.tracks(of: source, reading, for: nil, keeping: .none)
    var tracks = read.collection.tracks.filter { !$0.isEmpty }
    if tracks.isEmpty, isReference {
      tracks = read.collection.routes.map { Track(planned: $0, source) }.filter { !$0.isEmpty }
    }
    guard !tracks.isEmpty else {
      throw read.cut ?? UserLocationError(nothingLeft: "\(source.name) has no track to compare")
    }
    let chosen = try DeviceTracks(tracks).chosen(device, option, of: source)
    return (Track(joining: chosen), read.cut)
  }
}

extension Track {
  /// The line of a planned route. It has no times, because nobody was there.
  fileprivate init(planned route: PlannedRoute, _ source: SourceDescription) {
    let source = FixSource(kind: .replayed, name: source.name)
    self.init(
      title: route.title,
      fixes: [route.points.map { Fix(coordinate: $0.coordinate, source: source) }])
  }
}

/// The tracks of a recording, and whose they are.
private struct DeviceTracks {
  private let tracks: [Track]
  /// The device of each track, or its name in a format without devices; `nil` if it has neither.
  private let names: [String?]
  private let areDevices: Bool

  init(_ tracks: [Track]) {
    let devices = tracks.map { $0.segments.first?.first?.fix.source.device }
    self.tracks = tracks
    areDevices = devices.contains { $0 != nil }
    names = areDevices ? devices : tracks.map(\.title.name)
  }

  /// The tracks with a name; without a name all, if they are of one device.
  func chosen(
    _ name: String?, _ option: String, of source: SourceDescription
  ) throws(CommandFailure) -> [Track] {
    guard let name else {
      guard areOfOneDevice else {
        throw CommandFailure(
          .usage,
          "\(source.name): its locations are of several devices; choose one with \(option): \(list)"
        )
      }
      return tracks
    }
    let chosen = zip(tracks, names).filter { $0.1 == name }.map(\.0)
    guard !chosen.isEmpty else {
      throw CommandFailure(
        .usage,
        list.isEmpty
          ? "\(source.name): it names no devices; leave out \(option)"
          : "\(source.name): it has no device '\(name)'; it has \(list)")
    }
    return chosen
  }

  private var list: String {
    var seen: Set<String> = []
    return names.compactMap { $0 }.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }

  /// Whether one device can have made all tracks. In a format without devices, tracks at the same time are of several.
  private var areOfOneDevice: Bool {
    guard !areDevices else { return Set(names).count == 1 }
    let spans = tracks.compactMap { track -> (name: String?, times: ClosedRange<Date>)? in
      let times = track.segments.joined().compactMap(\.timestamp)
      guard let first = times.min(), let last = times.max() else { return nil }
      return (track.title.name, first...last)
    }.sorted { $0.times.lowerBound < $1.times.lowerBound }
    return zip(spans, spans.dropFirst()).allSatisfy { one, next in
      one.name == nil || one.name == next.name
        || one.times.upperBound <= next.times.lowerBound
    }
  }
}
