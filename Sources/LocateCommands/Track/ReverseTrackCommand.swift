import ArgumentParser
import LocationTracks

/// `locate track reverse` turns a track into the way back.
struct ReverseTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "reverse", abstract: "Reverse a track: the last point comes first.",
      discussion: """
        Only places, altitudes and names remain. Times, speeds and courses are left out, because nobody has traveled \
        back. Waypoints and routes are unchanged.

        \(HelpText.examples(["track reverse walk.gpx -o back.gpx"]))
        """)
  }

  @OptionGroup var input: TrackInputOptions
  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  var keptElements: KeptElements { .marks }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) throws -> TrackCollection {
    losses.add(valuesOf: tracks, except: TrackContents.places.union([.pointName]))
    var result = tracks
    result.tracks = tracks.tracks.reversed().map { $0.reversed() }
    return result
  }
}
