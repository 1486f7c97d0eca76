/// Values over the distance or over the time, in the units of the reader.
struct PlotChart {
  /// A distance or a time, and a value.
  struct Point {
    let x, y: Double
  }

  /// The value and its unit, such as "Speed, m/s".
  let title: String
  /// The unit of the distance or the time.
  let unit: String
  /// The length of the tracks or of the time, in ``unit``.
  let length: Double
  /// The lines of values. A line ends at the end of a segment, and where values are missing.
  let lines: [[Point]]
  /// Lines to compare the values with.
  var dashed: [[Point]] = []
  /// The smallest and the greatest value.
  let range: ClosedRange<Double>

  /// The charts of a profile that have values.
  static func all(of profile: TrackProfile, _ units: UnitSystem) -> [PlotChart] {
    if let comparison = profile.comparison { return errors(of: comparison, units) }
    return [altitudes(of: profile, units), speeds(of: profile, units)].compactMap { $0 }
  }

  /// The chart of the altitudes; `nil` if no point has one.
  private static func altitudes(of profile: TrackProfile, _ units: UnitSystem) -> PlotChart? {
    let above = profile.numbers.isEllipsoidal ? " above the ellipsoid" : ""
    return PlotChart(
      "Altitude\(above), \(units.length.symbol)", profile, units
    ) { $0.altitude.map { $0 * units.length.factor } }
  }

  /// The chart of the speeds; `nil` if no point has one.
  private static func speeds(of profile: TrackProfile, _ units: UnitSystem) -> PlotChart? {
    let origin = profile.isSpeedDerived ? " from positions" : ""
    return PlotChart(
      "Speed\(origin), \(units.speed.symbol)", profile, units, startsAtZero: true
    ) { $0.speed.map { $0 * units.speed.factor } }
  }

  private init?(
    _ title: String, _ profile: TrackProfile, _ units: UnitSystem, startsAtZero: Bool = false,
    _ value: (TrackProfile.Point) -> Double?
  ) {
    let unit = PlotUnit(forDistance: profile.numbers.distance, units)
    let lines = profile.segments.flatMap { segment in
      segment.map { point in value(point).map { Point(x: point.distance / unit.size, y: $0) } }
        .split { $0 == nil }.map { $0.compactMap(\.self) }
    }
    let values = lines.lazy.joined().map(\.y)
    guard let least = values.min(), let greatest = values.max() else { return nil }
    self.title = title
    self.lines = lines
    self.unit = unit.symbol
    length = profile.numbers.distance / unit.size
    range = (startsAtZero ? min(0, least) : least)...greatest
  }

  /// The lines with at most four points in each column of a picture: the first, the extremes and the last.
  func reduced(_ lines: [[Point]], toColumns columns: Int) -> [[Point]] {
    let width = max(length, 1e-9) / Double(max(columns, 1))
    return lines.map { line in
      var reduced: [Point] = []
      var start = 0
      while start < line.count {
        let column = (line[start].x / width).rounded(.down)
        var end = start
        var (low, high) = (start, start)
        while end + 1 < line.count, (line[end + 1].x / width).rounded(.down) == column {
          end += 1
          if line[end].y < line[low].y { low = end }
          if line[end].y > line[high].y { high = end }
        }
        var last = -1
        for index in [start, min(low, high), max(low, high), end] where index > last {
          reduced.append(line[index])
          last = index
        }
        start = end + 1
      }
      return reduced
    }
  }
}
