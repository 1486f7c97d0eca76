import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate track trim` removes what is near a private place.
struct TrimTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "trim", abstract: "Remove everything near a private place.",
      discussion: """
        Everything up to the radius around the place is removed, waypoints and routes included. The cut is \
        further away by a random distance, at most about 3.5 times the radius. The removed area depends only \
        on the cell of a fixed grid that the place is in, so many trimmed tracks do not reveal the place. Use \
        the same radius for all tracks. Titles and waypoints that remain may still name the place.

        \(HelpText.examples([
          "track trim walk.gpx --around 48.137,11.575 --radius 500m -o public.gpx"
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The place to hide, as 48.137,11.575.", valueName: "lat,lon"),
    transform: Coordinate.init(argument:))
  var around: Coordinate

  @Option(
    help: ArgumentHelp("How much around it is removed at least, as 500m.", valueName: "length"),
    transform: Length.init(argument:))
  var radius: Length

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard PrivacyZone.radii.contains(radius.meters) else {
      throw ValidationError("--radius is within 1 m ... 1000 km")
    }
  }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses
  ) throws -> TrackCollection {
    // A seed would let others repeat the cuts.
    var random = SystemRandomNumberGenerator()
    let zone = PrivacyZone(around: around, radius: radius.meters)
    let result = tracks.trimmed(around: zone, using: &random)
    losses.add(from: tracks, to: result)
    if result.isEmpty { throw UserLocationError(nothingLeft: "everything is near that place") }
    return result
  }
}
