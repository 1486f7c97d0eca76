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
  private let profile: TrackProfile

  /// Prepares a picture; `nil` if there is no point, no route and no waypoint.
  public init?(_ tracks: TrackCollection, title: String, units: UnitSystem = .metric) {
    guard let profile = TrackProfile(tracks) else { return nil }
    self.profile = profile
    self.title = title
    self.units = units
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
