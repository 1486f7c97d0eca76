import ArgumentParser
import LocationPlaces
import LocationSources

/// `locate places export` writes places in a format of other programs.
struct ExportPlacesCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write places for other programs.",
      discussion: """
        The formats are geojson, kml (placemarks), gpx (waypoints), csv and owntracks. Only GeoJSON and \
        KML have polygons and corridors; GPX has no radius. Without --format the extension of the output \
        file decides, else it is GeoJSON.

        \(HelpText.examples([
          "places export -o places.gpx",
          "places export Home Pier --format owntracks -o phone.otrc",
        ]))
        """)
  }

  @Argument(help: "The names or the ids; all places if none is given.", completion: .places)
  var names: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("geojson, kml, gpx, csv or owntracks.", valueName: "format"),
    completion: .list(ExportFormat.names), transform: ExportFormat.init(argument:))
  var format: ExportFormat?

  @Flag(help: "Short for --format geojson.") var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output if not given, or -.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if json, let format, format != .known(.geoJSON) {
      throw ValidationError("--json and --format say two things; give one of them")
    }
  }

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    var places: [Place] = []
    for name in names { places.append(try await service.find(name)) }
    if names.isEmpty { places = try await service.places() }
    let format = json ? .known(.geoJSON) : format ?? output.flatMap(ExportFormat.init(path:))
    let text = try (format ?? .known(.geoJSON)).text(of: places, in: environment)
    let lost = format?.holdsPrivacy == false ? places.count(where: \.isPrivate) : 0
    if lost > 0 {
      environment.errorOutput.say(
        "left out: that \(lost) \(lost == 1 ? "place is" : "places are") private",
        as: environment.commandName)
    }
    guard let output, output != "-" else { return try environment.output.write(text) }
    let file = try environment.createFile(output)
    defer { file.discard() }
    try file.write(text)
    try file.commit()
  }
}

/// A format of `places export`.
enum ExportFormat: Hashable, Sendable {
  /// A format of LocationPlaces.
  case known(PlaceFormat)
  /// Waypoints of GPX 1.1.
  case gpx
  /// Placemarks of KML 2.2.
  case kml

  static let all: [ExportFormat] = [.known(.geoJSON), .kml, .gpx, .known(.csv), .known(.ownTracks)]
  static let names = all.map(\.name)

  init(argument: String) throws(InvalidOptionValue) {
    let name = argument.lowercased()
    guard let format = Self.all.first(where: { $0.name == name }) else {
      throw InvalidOptionValue("formats are \(Self.names.joined(separator: ", "))")
    }
    self = format
  }

  /// The format of a file by its extension; `nil` for an unknown one.
  init?(path: String) {
    let path = path.lowercased()
    let format = Self.all.first { $0.fileExtensions.contains { path.hasSuffix("." + $0) } }
    guard let format else { return nil }
    self = format
  }

  private var name: String {
    switch self {
    case .known(let format): format.rawValue
    case .gpx: "gpx"
    case .kml: "kml"
    }
  }

  private var fileExtensions: [String] {
    if case .known(let format) = self { format.fileExtensions } else { [name] }
  }

  /// Whether it says which places are private.
  var holdsPrivacy: Bool {
    if case .known(let format) = self { format.holdsPrivacy } else { self == .kml }
  }

  func text(of places: [Place], in environment: LocateEnvironment) throws(PlaceError) -> [UInt8] {
    switch self {
    case .known(let format): return try format.text(of: places, now: environment.now())
    case .gpx: return try GPXPlaces.text(of: places)
    case .kml: return KMLPlaces.text(of: places)
    }
  }
}
