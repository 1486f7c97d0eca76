import ArgumentParser
import LocationCore
import LocationIO
import LocationPlaces
import LocationSources

/// The options that say where a place is.
struct PlaceAreaOptions: ParsableArguments {
  /// The radius in meters if the user names none.
  static let standardRadius = 100.0

  @Flag(help: "Around the present location of the source.") var here = false

  @Option(
    help: ArgumentHelp("Around a position, e.g. 48.137,11.575.", valueName: "lat,lon"),
    transform: Coordinate.init(argument:))
  var at: Coordinate?

  @Option(
    help: ArgumentHelp(
      "The area in a file: a GeoJSON Polygon, LineString or Point, or a track.",
      discussion: "A track or a line becomes a corridor along it.", valueName: "file"),
    completion: .file())
  var area: String?

  @Option(
    help: ArgumentHelp(
      "The radius of a circle, or half of a corridor's width, e.g. 50m, 1km.",
      discussion: "Default: 100m.", valueName: "length"),
    transform: Length.init(argument:))
  var radius: Length?

  func validate() throws {
    if [here, at != nil, area != nil].count(where: { $0 }) > 1 {
      throw ValidationError("--here, --at and --area say different things; give one of them")
    }
  }

  /// The area that the options describe; `nil` if none of them does.
  func region(
    _ source: SourceOptions, _ wait: WaitOptions, isVerbose: Bool,
    in environment: LocateEnvironment
  ) async throws -> PlaceRegion? {
    let length = radius?.meters ?? Self.standardRadius
    if let at { return try .circle(around: at, radius: length) }
    if here {
      let fix = try await environment.location(of: source, wait, isVerbose: isVerbose)
      warn(about: fix, radius: length, in: environment)
      return try .circle(around: fix.coordinate, radius: length)
    }
    guard let area else { return nil }
    let file = try SourceDescription(area)
    guard file.isRecording else {
      throw CommandFailure(.usage, "\(file): not a file; --area reads GeoJSON or a track")
    }
    let text = try await environment.contents(of: file)
    guard PlaceFormat.isJSON(text) else {
      return .corridor(
        try CorridorRegion(
          along: await track(of: file, spacing: length / 4, in: environment), radius: length))
    }
    let region: PlaceRegion
    do throws(PlaceError) {
      region = try PlaceRegion(geoJSON: text, defaultRadius: length)
    } catch {
      throw CommandFailure(.badData, "\(file): \(error)")
    }
    return try radius == nil ? region : region.withRadius(length)
  }

  private func warn(about fix: Fix, radius: Double, in environment: LocateEnvironment) {
    if let caution = fix.caution {
      environment.say("\(caution)")
    }
    if let accuracy = fix.horizontalAccuracy, accuracy > radius {
      environment.say("the location is only accurate to ± \(HelpText.meters(accuracy.rounded()))")
    }
  }

  /// The positions of a recording that are at least `spacing` meters apart, and the last one.
  private func track(
    of file: SourceDescription, spacing: Double, in environment: LocateEnvironment
  ) async throws -> [Coordinate] {
    let provider = try environment.sources.provider(
      for: file, settings: SourceSettings(pace: .unpaced))
    var track: [Coordinate] = []
    var end: Coordinate?
    for try await update in provider.startUpdatingLocation() {
      guard case .fix(let fix) = update else { continue }
      end = fix.coordinate
      if let last = track.last, last.distance(to: fix.coordinate) < spacing { continue }
      track.append(fix.coordinate)
    }
    if let end, end != track.last { track.append(end) }
    return track
  }
}

/// The options for everything else that a place has.
struct PlaceDetailOptions: ParsableArguments {
  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp(
      "A word that groups places; may be given more than once.", valueName: "word"))
  var tags: [String] = []

  @Option(help: ArgumentHelp("A note for yourself.", valueName: "text")) var note: String?

  @Option(
    help: ArgumentHelp(
      "After how long inside monitor reports a stay, e.g. 10min.", valueName: "duration"),
    transform: Duration.init(argument:))
  var dwell: Duration?

  @Flag(
    name: .customLong("private"), inversion: .prefixedNo,
    help: "Whether 'publish' never names the place and hides what is near it.")
  var isPrivate: Bool?

  /// Changes what the options name, and nothing else.
  func apply(to place: inout Place) throws(PlaceError) {
    if !tags.isEmpty { try place.setTags(tags) }
    if let note { try place.setNote(note) }
    if let isPrivate { place.isPrivate = isPrivate }
    if let dwell { try place.setStay(dwell) }
  }
}

extension Place {
  /// Changes after how long a stay is reported, and nothing else of what is monitored; `nil` for never.
  mutating func setStay(_ stay: Duration?) throws(PlaceError) {
    var options = monitoring
    options.stay = stay
    try setMonitoring(options)
  }
}

extension ReportFormatOptions {
  /// Prints places, one a line. In JSON they are GeoJSON Features.
  func write(_ places: [Place], in environment: LocateEnvironment) throws(OutputError) {
    if isJSON {
      try environment.output.write(PlaceText.features(places.map { ($0, nil) }))
    } else {
      try environment.textOutput.write(PlaceText.lines(places))
    }
  }
}

/// The option --place, which selects some of the user's places.
struct ChosenPlacesOption: ParsableArguments {
  @Option(
    name: .customLong("place"),
    help: ArgumentHelp(
      "Only this place, by its name or id; may be given more than once.", valueName: "name"),
    completion: .places)
  var names: [String] = []
}

extension CompletionKind {
  /// The names of the user's places.
  static var places: CompletionKind {
    .words { prefix in
      guard let path = UserFolder.data.path(of: LocateEnvironment.placesFile),
        let places = try? GeoJSONPlaceStore(path: path).blockingPlaces()
      else { return [] }
      let key = prefix.lowercased()
      return places.map(\.name).filter { $0.lowercased().hasPrefix(key) }
    }
  }
}
