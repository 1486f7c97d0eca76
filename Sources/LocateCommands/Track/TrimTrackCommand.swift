import ArgumentParser
import LocationCore
import LocationPlaces
import LocationSources
import LocationTracks

/// `locate track trim` removes what is near private places.
struct TrimTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trim", abstract: "Remove everything near private places.",
      discussion: """
        Everything in the privacy zones of your private places is removed, waypoints and routes included: the \
        same zones in which 'publish' is silent. --around hides another place as well.

        A zone contains everything up to the radius around the place, and its center is not the place. It \
        depends only on the cell of a fixed grid that the place is in, so it is the same for every track, and \
        many trimmed tracks do not reveal the place. Its radius is 1.8 to 3.6 times that of the place. The \
        points next to a cut have no speed and no course. Titles and waypoints that remain may still name the \
        place, and straight ways from many directions still point at it.

        \(HelpText.examples([
          "track trim walk.gpx -o public.gpx",
          "track trim walk.gpx --around 48.137,11.575 --radius 500m -o public.gpx",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @Option(
    help: ArgumentHelp("Another place to hide, e.g. 48.137,11.575.", valueName: "lat,lon"),
    transform: Coordinate.init(argument:))
  var around: Coordinate?

  @Option(
    help: ArgumentHelp(
      "How much around --around is removed at least, e.g. 500m.", valueName: "length"),
    transform: Length.init(argument:))
  var radius: Length?

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if (around == nil) != (radius == nil) {
      throw ValidationError("--around and --radius belong together")
    }
    if let radius, !(1...1_000_000).contains(radius.meters) {
      throw ValidationError("--radius is within 1 m ... 1000 km")
    }
  }

  /// Nothing is copied: an extension may say how far away the place is.
  var keptElements: KeptElements { .none }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) async throws -> TrackCollection {
    var zones = try await environment.allPlaces().compactMap(\.privacyZone)
    if let around, let radius {
      zones.append(PrivacyZone(hiding: around, radius: radius.meters))
    }
    guard !zones.isEmpty else {
      throw CommandFailure(
        .usage,
        "there is no private place; give --around and --radius, or make a place private with "
          + "'places edit NAME --private'")
    }
    let result = tracks.trimmed(hiding: zones)
    losses.add(from: tracks, to: result)
    if result.isEmpty {
      throw UserLocationError(nothingLeft: "everything is near a private place")
    }
    return result
  }
}
