import ArgumentParser
import LocationPlaces
import LocationSources
import LocationTracks

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
    completion: .list(PlaceFormat.all.map(\.name)), transform: PlaceFormat.init(argument:))
  var format: PlaceFormat?

  @Flag(help: "Short for --format geojson.") var json = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write; standard output if not given, or -.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    try ReportFormat.check(json, isOther: format != nil && format != .geoJSON)
  }

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    var places: [Place] = []
    for name in names { places.append(try await service.find(name)) }
    if names.isEmpty { places = try await service.places() }
    let format = json ? .geoJSON : format ?? output.flatMap(PlaceFormat.init(path:)) ?? .geoJSON
    let text = try format.text(of: places, now: environment.now())
    let lost = !format.holdsPrivacy ? places.count(where: \.isPrivate) : 0
    if lost > 0 {
      environment.say("left out: that \(lost) \(lost == 1 ? "place is" : "places are") private")
    }
    try environment.write(text, to: output ?? "-")
  }
}

extension PlaceFormat {
  fileprivate init(argument: String) throws(InvalidOptionValue) {
    guard let format = Self(name: argument) else {
      throw InvalidOptionValue("formats are \(Self.all.map(\.name).joined(separator: ", "))")
    }
    self = format
  }
}
