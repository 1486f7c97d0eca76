import ArgumentParser
import LocationPlaces
import LocationSources
import LocationText
import LocationTracks

/// `locate places export` writes places in a format of other programs.
struct ExportPlacesCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: "Write places for other programs.",
      discussion: """
        The formats are geojson, gpx (waypoints), csv and owntracks. Only GeoJSON has polygons and \
        corridors; GPX has no radius. Without --format the extension of the output file decides, else it \
        is GeoJSON.

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
    help: ArgumentHelp("geojson, gpx, csv or owntracks.", valueName: "format"),
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

  static let names = ["geojson", "gpx", "csv", "owntracks"]

  init(argument: String) throws(InvalidOptionValue) {
    let name = argument.lowercased()
    if name == "gpx" {
      self = .gpx
    } else if let format = PlaceFormat(rawValue: name) {
      self = .known(format)
    } else {
      throw InvalidOptionValue("formats are \(Self.names.joined(separator: ", "))")
    }
  }

  /// The format of a file by its extension; `nil` for an unknown one.
  init?(path: String) {
    let path = path.lowercased()
    let extensions: [(String, ExportFormat)] = [
      (".gpx", .gpx), (".csv", .known(.csv)), (".otrc", .known(.ownTracks)),
      (".geojson", .known(.geoJSON)), (".json", .known(.geoJSON)),
    ]
    guard let format = extensions.first(where: { path.hasSuffix($0.0) })?.1 else { return nil }
    self = format
  }

  func text(of places: [Place], in environment: LocateEnvironment) throws(PlaceError) -> [UInt8] {
    switch self {
    case .known(let format): return try format.text(of: places, now: environment.now())
    case .gpx: return try Self.waypoints(places)
    }
  }

  private static func waypoints(_ places: [Place]) throws(PlaceError) -> [UInt8] {
    var text = ByteText()
    text.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="swift-location" xmlns="http://www.topografix.com/GPX/1/1">

      """)
    for place in places {
      guard case .circle(let circle) = place.region else {
        throw PlaceError(
          .invalidPlace, place: place.name,
          detail: "a waypoint has no area; export it as GeoJSON")
      }
      text.write("<wpt lat=\"")
      text.write(text: "\(circle.center.latitude)")
      text.write("\" lon=\"")
      text.write(text: "\(circle.center.longitude)")
      text.write("\"><name>")
      text.write(xml: place.name)
      text.write("</name>")
      if let note = place.note {
        text.write("<desc>")
        text.write(xml: note)
        text.write("</desc>")
      }
      text.write("</wpt>\n")
    }
    text.write("</gpx>\n")
    return text.bytes
  }
}
