import ArgumentParser
import LocationPlaces

struct AddPlaceCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "add",
      abstract: "Add a place, and print it.",
      discussion: """
        The place is around the present location (--here), around a position (--at), or in a file \
        (--area). The options of the source and of waiting are for --here.

        \(HelpText.examples([
          "places add Home --here",
          "places add Pier --at 48.137,11.575 --radius 50m",
          "places add Lake --area lake.geojson",
          "places add 'Way home' --area track.gpx --radius 30m --tag commute",
        ]))
        """)
  }

  @Argument(help: "The name: one line of at most 200 bytes.") var name: String
  @OptionGroup(title: "Where it is") var area: PlaceAreaOptions
  @OptionGroup(title: "What it is") var details: PlaceDetailOptions
  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    let region = try await area.region(
      source, wait, isVerbose: common.verbose, in: environment)
    guard let region else {
      throw CommandFailure(.usage, "where is \(name)? give --here, --at LAT,LON or --area FILE")
    }
    var place = try Place(name: name, region: region)
    try details.apply(to: &place)
    try output.write([try await service.add(place)], in: environment)
  }
}

/// `locate places edit` changes a place.
struct EditPlaceCommand: LocateSubcommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: "Change what the options name, and print the place.",
      discussion: """
        Everything else stays, also the members of the file that this program does not know. An empty \
        --note removes the note.

        \(HelpText.examples([
          "places edit Pier --name 'Old pier' --radius 80m",
          "places edit Home --here",
          "places edit Home --dwell 10min --private",
        ]))
        """)
  }

  @Argument(help: "The name or the id.", completion: .places) var name: String

  @Option(name: .customLong("name"), help: ArgumentHelp("The new name.", valueName: "name"))
  var newName: String?

  @OptionGroup(title: "Where it is") var area: PlaceAreaOptions
  @OptionGroup(title: "What it is") var details: PlaceDetailOptions
  @Flag(help: "Remove all tags.") var noTags = false
  @Flag(help: "Report no stay.") var noDwell = false
  @OptionGroup(title: "Where from") var source: SourceOptions
  @OptionGroup(title: "Which one and how long") var wait: WaitOptions
  @OptionGroup(title: "What comes out") var output: ReportFormatOptions
  @OptionGroup var common: CommonOptions

  func run(in environment: LocateEnvironment) async throws {
    let service = try environment.placeService
    var place = try await service.find(name)
    let region = try await area.region(
      source, wait, isVerbose: common.verbose, in: environment)
    if let region {
      place.region = region
    } else if let radius = area.radius {
      place.region = try place.region.withRadius(radius.meters)
    }
    if let newName { try place.rename(to: newName) }
    if noTags { try place.setTags([]) }
    if noDwell { try place.setStay(nil) }
    try details.apply(to: &place)
    try await service.update(place)
    try output.write([place], in: environment)
  }
}
