import ArgumentParser
import LocationCore
import LocationReplay
import LocationSources
import LocationTracks

/// `locate track info` prints numbers about tracks.
struct TrackInfoCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "info", abstract: "Length, times, speeds, climbs, extent and gaps.",
      discussion: """
        The distance is that over the WGS 84 ellipsoid. Nothing is counted between two segments, except gaps. \
        Climbs below 10 m are noise of a receiver and do not count. A receiver that is slower than \
        0.5 m/s stands. Memory does not grow with the recording. With --json each line is an object, in \
        meters, seconds and degrees; bbox is west, south, east, north, and west is greater than east if the \
        box crosses the antimeridian.

        \(HelpText.examples([
          "track info walk.gpx",
          "track info *.fit --json | jq -r '[.file, .distance] | @tsv'",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputsOptions

  @Option(
    help: ArgumentHelp(
      "A longer time without a point is a gap, as 10min.", discussion: "Default: 60s.",
      valueName: "duration"),
    transform: Duration.init(argument:))
  var gap: Duration?

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
    let shown = try shown
    var isFirst = true
    var failures = SeveralFailures()
    for source in try input.sources {
      var counter = TrackInfoCounter(source: source, thresholds: thresholds)
      do {
        try await read(source, into: &counter, in: environment)
      } catch {
        try failures.add(error)
        guard error.isCutOff else { continue }
      }
      for info in counter.infos {
        if let shown {
          let text = TrackInfoText(presentation: shown).lines(info)
          try environment.textOutput.write(isFirst ? text : [UInt8(ascii: "\n")] + text)
        } else {
          try environment.output.write(TrackInfoText.json(info))
        }
        isFirst = false
      }
    }
    try failures.check()
  }

  /// Reads a recording. A log of several receivers has numbers for each of them.
  private func read(
    _ source: SourceDescription, into counter: inout TrackInfoCounter,
    in environment: LocateEnvironment
  ) async throws {
    let reader = try environment.trackReader(of: source, input.reading)
    while let item = try await reader.next() {
      counter.add(item)
      while true {
        let items = reader.takeBuffered(upTo: 1024)
        if items.isEmpty { break }
        for item in items { counter.add(item) }
      }
    }
    if counter.isEmpty {
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
}

/// Counts the items of a recording.
struct TrackInfoCounter {
  /// More receivers than a log has. If there are more, they share the last numbers, so that a damaged log
  /// cannot fill the memory.
  private static let maximumDevices = 64

  private let source: SourceDescription
  private let thresholds: TrackStatistics.Thresholds
  private var devices: [(name: String?, tracks: Int, numbers: TrackStatistics)] = []
  /// The index of the receiver of the last fix.
  private var current: Int?
  private var waypoints = 0
  private var routes = 0
  private var isSimulated: Bool

  init(source: SourceDescription, thresholds: TrackStatistics.Thresholds) {
    self.source = source
    self.thresholds = thresholds
    isSimulated = source.isSimulated
  }

  var isEmpty: Bool { devices.isEmpty && waypoints == 0 && routes == 0 }

  /// The numbers of each receiver; none of an empty recording.
  var infos: [TrackInfo] {
    if isEmpty { return [] }
    let all =
      devices.isEmpty
      ? [(name: nil, tracks: 0, numbers: TrackStatistics(thresholds: thresholds))] : devices
    return all.map { device in
      TrackInfo(
        file: source.name, device: all.count > 1 ? device.name : nil, isSimulated: isSimulated,
        tracks: device.tracks, waypoints: waypoints, routes: routes, numbers: device.numbers)
    }
  }

  mutating func add(_ item: TrackItem) {
    switch item.content {
    case .update(.fix(let fix)):
      let index = index(of: fix.source.device)
      if fix.isSimulated { isSimulated = true }
      if devices[index].tracks == 0 { devices[index].tracks = 1 }
      devices[index].numbers.add(fix)
    case .update(.fixLost(let loss)): beginSegment(loss.source.device)
    case .trackStart:
      beginSegment(nil)
      for index in devices.indices { devices[index].tracks += 1 }
    case .segmentStart: beginSegment(nil)
    case .waypoint: waypoints += 1
    case .routeStart: routes += 1
    case .routePoint: routes = max(routes, 1)
    case .update, nil: break
    }
  }

  private mutating func index(of device: String?) -> Int {
    if let current, devices[current].name == device { return current }
    let index: Int
    if let known = devices.firstIndex(where: { $0.name == device }) {
      index = known
    } else if devices.count < Self.maximumDevices {
      index = devices.count
      devices.append((device, 0, TrackStatistics(thresholds: thresholds)))
    } else {
      index = devices.count - 1
    }
    current = index
    return index
  }

  /// Begins a segment of a receiver; with `nil`, of all receivers.
  private mutating func beginSegment(_ device: String?) {
    for index in devices.indices where device == nil || devices[index].name == device {
      devices[index].numbers.beginSegment()
    }
  }
}
