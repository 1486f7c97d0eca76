import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate track smooth` makes the points of a recording smoother.
struct SmoothTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "smooth",
      abstract: "Make points smoother, and remove those that cannot be true.",
      discussion: """
        Each point becomes the best estimate from the points before and after it in its segment: position, altitude, \
        speed, course and climb, as far as the file states them, and their errors. Speeds of a receiver help most; \
        without them and without stated errors there is little to gain. A stationary receiver keeps its place. A jump \
        is removed, unless it lasts for 10 s. Points without a time are unchanged. The format updates keeps what the \
        receiver reported.

        \(HelpText.examples([
          "track smooth walk.gpx -o smooth.gpx",
          "track smooth drive.nmea --to updates > drive.updates",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions
  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  var keptElements: KeptElements { .marks }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) throws -> TrackCollection {
    var result = tracks
    var counts = SmoothingFilter.Counts()
    result.tracks = tracks.tracks.map { $0.smoothed(&counts) }
    if let report = RefusedFix.report(counts.refused) {
      environment.say(report)
    }
    if counts.untimed > 0 {
      environment.say("not smoothed: \(HelpText.count(counts.untimed, "point")) without a time")
    }
    return result
  }
}
