import ArgumentParser
import LocationTracks

/// `locate track simplify` removes points that matter least for the shape of a track.
struct SimplifyTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "simplify", abstract: "Remove points that hardly change the shape.",
      discussion: """
        With --tolerance no removed point is further than that from the result. With --points the result \
        has that number of points; the first and the last point of each segment always remain. The other \
        points are unchanged; in GPX, everything that the file says about them stays.

        \(HelpText.examples([
          "track simplify walk.gpx --tolerance 5m -o small.gpx",
          "track simplify drive.nmea --points 500 --to geojson",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @Option(
    help: ArgumentHelp(
      "How far a removed point may be from the result, e.g. 5m.", valueName: "length"),
    transform: Length.init(argument:))
  var tolerance: Length?

  @Option(
    help: ArgumentHelp("The number of points of the result.", valueName: "number"),
    transform: Count.init(argument:))
  var points: Count?

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (tolerance == nil) != (points == nil) else {
      throw ValidationError("give either --tolerance LENGTH or --points NUMBER")
    }
  }

  var readingTolerance: Double? { tolerance?.meters }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) throws -> TrackCollection {
    points.map { tracks.simplified(toCount: $0.value) } ?? tracks
  }
}
