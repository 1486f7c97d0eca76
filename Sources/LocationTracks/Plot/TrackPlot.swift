import LocationReplay

/// A picture of tracks, routes and waypoints: a map, and the altitude and the speed of the tracks over the
/// distance.
///
///     let plot = TrackPlot(tracks, title: "Walk")
///     try Data(plot?.svg() ?? []).write(to: file)
///
/// If no point states a speed, speeds are computed from positions and times over 5 seconds.
public struct TrackPlot: Sendable {
  /// The line above the picture.
  public var title: String
  /// The units of the charts and of the scale.
  public var units: UnitSystem
  private var profile: TrackProfile

  /// Prepares a picture; `nil` if there is no point, no route and no waypoint.
  public init?(_ tracks: TrackCollection, title: String, units: UnitSystem = .metric) {
    guard let profile = TrackProfile(tracks) else { return nil }
    self.profile = profile
    self.title = title
    self.units = units
  }

  /// Prepares a picture of a comparison: a map with the measured track, and with the reference as a dashed line; the
  /// horizontal error over the time, with the stated one as a dashed line, and the error of the altitude. `nil` if
  /// there is no point.
  public init?(
    _ comparison: TrackComparison, of measured: Track, to reference: Track, title: String,
    units: UnitSystem = .metric
  ) {
    let lines = reference.segments.map {
      PlannedRoute(points: $0.map { TrackWaypoint($0.coordinate) })
    }
    self.init(TrackCollection(tracks: [measured], routes: lines), title: title, units: units)
    profile.comparison = comparison
  }

  /// The picture as an SVG document, in UTF-8. Its colors follow the light or dark scheme of the reader.
  public func svg() -> [UInt8] {
    SVGPlot(profile: profile, title: title, units: units).document()
  }

  /// The picture as lines of text, in UTF-8: dots in the Braille characters of Unicode. The title is written
  /// as it is, so it must not control a terminal.
  ///
  /// - Parameters:
  ///   - columns: the width of the terminal in characters; at least 22 are used.
  ///   - isASCII: whether the dots of a character become a star, for a terminal without Unicode.
  public func text(columns: Int, isASCII: Bool = false) -> [UInt8] {
    TextPlot(profile: profile, title: title, units: units, columns: columns, isASCII: isASCII)
      .text()
  }
}
