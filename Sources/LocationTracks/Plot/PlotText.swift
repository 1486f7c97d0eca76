import LocationText

/// The words and numbers of plots.
enum PlotText {
  /// The length, the duration and the climbs of the tracks in a line; without a track, the numbers of
  /// waypoints and routes.
  static func summary(of profile: TrackProfile, _ units: UnitSystem) -> String {
    if let comparison = profile.comparison { return summary(of: comparison, units) }
    guard profile.segments.isEmpty else { return summary(of: profile.numbers, units) }
    let counts = [(profile.waypoints.count, "waypoint"), (profile.routes.count, "route")]
    return counts.filter { $0.0 > 0 }.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }
      .joined(separator: ", ")
  }

  private static func summary(of comparison: TrackComparison, _ units: UnitSystem) -> String {
    var text = ByteText()
    if let horizontal = comparison.horizontal {
      text.member("Horizontal error: RMS ", horizontal.rms, in: units.length)
      text.member(", 95 % ", horizontal.percent95, in: units.length)
      text.member(", largest ", horizontal.greatest, in: units.length)
    } else if let distance = comparison.crossTrack {
      text.member("Distance from the line: RMS ", distance.rms, in: units.length)
      text.member(", largest ", distance.greatest, in: units.length)
    }
    return text.string
  }

  private static func summary(of numbers: TrackStatistics, _ units: UnitSystem) -> String {
    var text = ByteText()
    let unit = PlotUnit(forDistance: numbers.distance, units)
    if let length = FixedPoint(numbers.distance / unit.size, places: unit.size == 1 ? 0 : 2) {
      text.write(length)
      text.write(" ")
      text.write(text: unit.symbol)
    }
    if let duration = numbers.duration {
      text.write(" in ")
      text.write(seconds: duration)
    }
    if let ascent = numbers.ascent, let descent = numbers.descent {
      text.member(", up ", ascent, in: units.length, places: 0)
      text.member(", down ", descent, in: units.length, places: 0)
    }
    return text.string
  }

  /// A meridian: `11.55° E`.
  static func longitude(_ degrees: Double, _ axis: PlotAxis) -> String {
    let east = degrees > 180 ? degrees - 360 : degrees
    return axis.text(abs(east)) + (east < 0 ? "° W" : "° E")
  }

  /// A parallel: `48.12° N`.
  static func latitude(_ degrees: Double, _ axis: PlotAxis) -> String {
    axis.text(abs(degrees)) + (degrees < 0 ? "° S" : "° N")
  }
}
