import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate track resample` makes points at regular times or distances.
struct ResampleTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "resample", abstract: "Make points at regular times or distances.",
      discussion: """
        Places, altitudes and times between two points are interpolated along the ellipsoid. Speeds, courses \
        and everything else of the points are left out; --derive computes speeds and courses of the new \
        points. Nothing is interpolated between two segments, nor where the time jumps by more than --gap, as at \
        a wrong date: there a segment begins.

        \(HelpText.examples([
          "track resample drive.nmea --every 10s -o drive.gpx",
          "track resample walk.gpx --spacing 25m --to csv",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @Option(
    help: ArgumentHelp("The time between two points, e.g. 10s.", valueName: "duration"),
    transform: Duration.init(argument:))
  var every: Duration?

  @Option(
    help: ArgumentHelp("The distance between two points, e.g. 25m.", valueName: "length"),
    transform: Length.init(argument:))
  var spacing: Length?

  @Option(
    help: ArgumentHelp(
      "A longer time between two points is a gap, in which nothing is interpolated, e.g. 10min.",
      discussion: "Default: 24h.", valueName: "duration"),
    transform: Duration.init(argument:))
  var gap: Duration?

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (every == nil) != (spacing == nil) else {
      throw ValidationError("give either --every DURATION or --spacing LENGTH")
    }
    if every == .zero || spacing?.meters == 0 {
      throw ValidationError("points cannot be 0 apart")
    }
  }

  var keptElements: KeptElements { .marks }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) throws -> ResampledTracks {
    losses.add(valuesOf: tracks, except: TrackContents.places.union([.time]))
    let longestGap = gap ?? ResampledTracks.longestGap
    var result =
      if let spacing {
        ResampledTracks(tracks, spacing: spacing.meters, longestGap: longestGap)
      } else {
        ResampledTracks(tracks, every: every ?? .seconds(1), longestGap: longestGap)
      }
    result.derivesMotion = input.reading.derivation.derive
    losses.add(.untimedPoint, count: result.untimed)
    var skipped = SkippedParts()
    skipped.add("points not later than the one before", count: result.earlier)
    losses.add(skipped)
    if result.isEmpty {
      throw UserLocationError(nothingLeft: "no point has a time; --spacing needs none")
    }
    if result.gaps > 0 {
      environment.say(
        "not interpolated: \(HelpText.count(result.gaps, "gap")) longer than "
          + (gap == nil ? "a day; --gap sets another limit" : "--gap"))
    }
    return result
  }
}
