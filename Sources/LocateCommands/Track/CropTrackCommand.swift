import ArgumentParser
import LocationCore
import LocationSources
import LocationTracks

/// `locate track crop` keeps the part of a track in a time or an area.
struct CropTrackCommand: TrackEdit {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "crop", abstract: "Keep what is in a time, a box or a circle.",
      discussion: """
        Every given condition must hold. Where points in between are left out, a new segment begins. Waypoints \
        and route points are cropped too. A point without a time is in no time.

        \(HelpText.examples([
          "track crop drive.nmea --from 2025-06-01T08:00 -o later.gpx",
          "track crop walk.gpx --box 48.1,11.4,48.2,11.7 -o city.gpx",
          "track crop walk.gpx --around 48.137,11.575 --radius 2km --to csv",
        ]))
        """)
  }

  @OptionGroup var input: TrackInputOptions

  @OptionGroup var time: TimeRangeOptions

  @Option(
    help: ArgumentHelp(
      "Only points between two parallels and two meridians, e.g. 48.1,11.4,48.2,11.7.",
      discussion: "West may be greater than east: then the box crosses the antimeridian.",
      valueName: "south,west,north,east"),
    transform: CoordinateBox.init(argument:))
  var box: CoordinateBox?

  @Option(
    help: ArgumentHelp(
      "Only points around a place, e.g. 48.137,11.575, up to --radius.", valueName: "lat,lon"),
    transform: Coordinate.init(argument:))
  var around: Coordinate?

  @Option(
    help: ArgumentHelp("The radius of --around, e.g. 500m.", valueName: "length"),
    transform: Length.init(argument:))
  var radius: Length?

  @OptionGroup(title: "What comes out") var output: TrackOutputOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (around == nil) == (radius == nil) else {
      throw ValidationError("--around and --radius belong together; give both")
    }
    if time.from == nil, time.until == nil, box == nil, around == nil {
      throw ValidationError("give --from, --until, --box, or --around and --radius")
    }
  }

  func edit(
    _ tracks: TrackCollection, _ losses: inout TrackLosses, in environment: LocateEnvironment
  ) throws -> TrackCollection {
    var filter = LocationFilter()
    (filter.from, filter.until) = time.bounds(
      isLocal: output.presentation.localTime, inRecordingFrom: tracks.startTime, in: environment)
    filter.box = box
    if let around, let radius { filter.circle = .init(center: around, radius: radius.meters) }
    let result = tracks.cropped(to: filter)
    losses.add(from: tracks, to: result)
    if result.isEmpty { throw UserLocationError(nothingLeft: "nothing is in the selected part") }
    return result
  }
}

extension UserLocationError {
  /// The error of an operation whose result is empty.
  init(nothingLeft detail: String) { self.init(.sourceEnded, detail: detail) }
}

extension CoordinateBox {
  /// Reads `48.1,11.4,48.2,11.7`: south, west, north and east in degrees.
  init(argument: String) throws(InvalidOptionValue) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4,
      let southWest = try? Coordinate(argument: parts[..<2].joined(separator: ",")),
      let northEast = try? Coordinate(argument: parts[2...].joined(separator: ",")),
      let box = CoordinateBox(southWest: southWest, northEast: northEast)
    else {
      throw InvalidOptionValue(
        "a box is south, west, north and east in degrees, e.g. 48.1,11.4,48.2,11.7")
    }
    self = box
  }
}
