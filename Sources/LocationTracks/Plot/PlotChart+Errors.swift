import LocationCore

extension PlotChart {
  /// The charts of the errors of a comparison over the time; none if no fix has a reference.
  static func errors(of comparison: TrackComparison, _ units: UnitSystem) -> [PlotChart] {
    let length = units.length
    let charts = [
      PlotChart(
        "Horizontal error, \(length.symbol)"
          + (comparison.statedHorizontal == nil ? "" : "; dashed: stated"), comparison,
        { $0.horizontal * length.factor },
        comparedWith: { $0.statedHorizontal.map { $0 * length.factor } }),
      PlotChart(
        "Error of the altitude, \(length.symbol)", comparison,
        { $0.vertical.map { $0 * length.factor } }),
    ]
    return charts.compactMap { $0 }
  }

  private init?(
    _ title: String, _ comparison: TrackComparison,
    _ value: (TrackComparison.PointError) -> Double?,
    comparedWith other: (TrackComparison.PointError) -> Double? = { _ in nil }
  ) {
    guard let start = comparison.errors.first?.time, let end = comparison.errors.last?.time else {
      return nil
    }
    let duration = end.timeIntervalSince(start)
    let (unit, size) =
      duration < 600 ? ("s", 1.0) : duration < 3 * 3600 ? ("min", 60) : ("h", 3600)
    func lines(_ value: (TrackComparison.PointError) -> Double?) -> [[Point]] {
      var lines: [[Point]] = [[]]
      for error in comparison.errors {
        if error.isAfterGap { lines.append([]) }
        if let y = value(error) {
          let x = error.time.timeIntervalSince(start) / size
          lines[lines.count - 1].append(Point(x: x, y: y))
        } else {
          lines.append([])
        }
      }
      return lines.filter { !$0.isEmpty }
    }
    let values = lines(value)
    guard !values.isEmpty else { return nil }
    let dashed = lines(other)
    let all = [values, dashed].joined().joined().map(\.y)
    self.title = title
    self.unit = unit
    length = duration / size
    self.lines = values
    self.dashed = dashed
    range = min(0, all.min() ?? 0)...max(0, all.max() ?? 0)
  }
}
