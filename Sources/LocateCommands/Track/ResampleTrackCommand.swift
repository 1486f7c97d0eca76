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
        points. Nothing is interpolated between two segments.

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
  ) throws -> TrackCollection {
    losses.add(valuesOf: tracks, except: TrackContents.places.union([.time]))
    var result = tracks
    result.tracks = []
    var untimed = 0
    for track in tracks.tracks {
      do throws(TrackResamplingError) {
        if let every {
          untimed += track.segments.reduce(0) { $0 + $1.count { $0.timestamp == nil } }
          result.tracks.append(try track.resampled(every: every))
        } else if let spacing {
          result.tracks.append(try track.resampled(spacing: spacing.meters))
        }
      } catch {
        throw CommandFailure(.usage, "\(error); choose a larger --every or --spacing")
      }
    }
    if input.reading.derivation.derive {
      result.tracks = result.tracks.map { $0.derivingMotion() }
    }
    losses.add(.untimedPoint, count: untimed)
    if result.isEmpty {
      throw UserLocationError(nothingLeft: "no point has a time; --spacing needs none")
    }
    return result
  }
}
