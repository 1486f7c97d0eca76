import ArgumentParser
import LocationPlaces

/// `locate places` keeps the user's named places.
struct PlacesCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "places",
      abstract: "Keep named places: list, show, add, edit, delete ...",
      discussion: """
        A place is a circle, a polygon, or a corridor along a track. The places are in the GeoJSON file \
        places.geojson in $XDG_DATA_HOME/locate, by default ~/.local/share/locate. Any map program shows \
        and edits it; a circle is a Point with the property radius in meters. Two places never have the \
        same name, and upper and lower case make no difference. A command that takes a name also \
        takes an id. With --json each line is a GeoJSON Feature.

        \(HelpText.examples([
          "places add Home --here",
          "places add Pier --at 48.137,11.575 --radius 50m --tag work",
          "places add 'Way home' --area track.gpx --radius 30m",
          "places near",
          "places edit Pier --dwell 10min",
          "places import waypoints.gpx",
          "places export -o places.csv",
        ]))
        """,
      subcommands: [
        ListPlacesCommand.self, ShowPlaceCommand.self, AddPlaceCommand.self,
        EditPlaceCommand.self, DeletePlacesCommand.self, NearPlacesCommand.self,
        ImportPlacesCommand.self, ExportPlacesCommand.self,
      ],
      defaultSubcommand: ListPlacesCommand.self)
  }
}

/// `locate places list` prints all places.
struct ListPlacesCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "list", abstract: "Print all places, one per line.")
  }

  @Option(
    name: .customLong("tag"),
    help: ArgumentHelp(
      "Only places with this tag; may be given more than once.", valueName: "word"))
  var tags: [String] = []

  @OptionGroup var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let places = try await environment.placeService.places()
    let wanted = places.filter { place in tags.allSatisfy(place.tags.contains) }
    try output.write(wanted, in: environment)
  }
}

/// `locate places show` prints all that is known about some places.
struct ShowPlaceCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "show", abstract: "Print everything about a place.")
  }

  @Argument(help: "The name or the id.", completion: .places) var name: String
  @OptionGroup var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let place = try await environment.placeService.find(name)
    if output.isJSON { return try output.write([place], in: environment) }
    try environment.textOutput.write(PlaceText.details(place))
  }
}

struct DeletePlacesCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "delete", abstract: "Delete places, and print what was deleted.",
      discussion: "If one of the names is unknown, no place is deleted.")
  }

  @Argument(help: "The names or the ids.", completion: .places) var names: [String]
  @OptionGroup var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    var places: [Place] = []
    for name in names {
      let place = try await service.find(name)
      if !places.contains(place) { places.append(place) }
    }
    for place in places { try await service.delete(id: place.id) }
    try output.write(places, in: environment)
  }
}
