import ArgumentParser
import LocationCore
import LocationPlaces

/// `locate places near` lists places by their distance.
struct NearPlacesCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "near",
      abstract: "Print where you are, and the other places by distance.",
      discussion: """
        The position is the present location of the source, or that of --at. The distance is that to the \
        border of the place. With --json each Feature has it as the property distance, in meters, \
        negative inside.

        \(HelpText.examples([
          "places near",
          "places near --within 5km --json | jq -r .properties.name",
          "places near --at 48.137,11.575 --count 3",
        ]))
        """)
  }

  @Option(
    help: ArgumentHelp(
      "The position, e.g. 48.137,11.575, instead of a source's location.", valueName: "lat,lon"),
    transform: Coordinate.init(argument:))
  var at: Coordinate?

  @Option(
    help: ArgumentHelp("Only places up to this distance, e.g. 5km.", valueName: "length"),
    transform: Length.init(argument:))
  var within: Length?

  @Option(
    help: ArgumentHelp("At most this number of places.", valueName: "number"),
    transform: Count.init(argument:))
  var count: Count?

  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    let center: Coordinate
    if let at {
      center = at
    } else {
      let fix = try await environment.location(of: source, wait, isVerbose: common.verbose)
      if let caution = fix.caution {
        environment.say("\(caution)")
      }
      center = fix.coordinate
    }
    let found = try await service.places(near: center, within: within?.meters ?? .infinity)
    let places = Array(found.prefix(count?.value ?? found.count))
    if output.isJSON {
      let features = places.map { (place: $0.place, distance: Optional($0.distance)) }
      try environment.output.write(PlaceText.features(features))
    } else {
      try environment.textOutput.write(PlaceText.distances(places))
    }
  }
}
