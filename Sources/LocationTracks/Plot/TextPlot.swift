import LocationCore
import LocationText

/// Draws tracks with the characters of a terminal: a map, the altitude and the speed over the distance.
struct TextPlot {
  private static let labelWidth = 11
  private static let chartRows = 6
  private static let greatestMapRows = 24

  let profile: TrackProfile
  let title: String
  let units: UnitSystem
  /// The columns of the terminal.
  let columns: Int
  /// Whether the terminal can show only ASCII.
  let isASCII: Bool

  func text() -> [UInt8] {
    var text = ByteText()
    text.write(text: title)
    text.write("\n")
    text.write(text: PlotText.summary(of: profile, units))
    text.write("\n\n")
    map(into: &text)
    for chart in PlotChart.all(of: profile, units) { draw(chart, into: &text) }
    return text.bytes
  }

  private var plotColumns: Int { max(columns - Self.labelWidth - 1, 10) }

  private func map(into text: inout ByteText) {
    let map = MapProjection(profile.box)
    // A dot is about as wide as it is high.
    let aspect = map.height / map.width
    let rows = min(
      max(Int((Double(plotColumns) * aspect / 2).rounded(.up)), 4), Self.greatestMapRows)
    var canvas = DotCanvas(columns: plotColumns, rows: rows)
    let (width, height) = (Double(canvas.width - 1), Double(canvas.height - 1))
    let scale = min(width / map.width, height / map.height)
    func position(_ place: Coordinate) -> (x: Double, y: Double) {
      let (x, y) = map.point(place)
      return (x * scale, height - y * scale)
    }
    for segment in profile.segments { canvas.draw(segment.map { position($0.place) }) }
    for route in profile.routes { canvas.draw(route.map(position)) }
    for mark in profile.waypoints {
      // A single dot is hard to see.
      let (x, y) = position(mark.coordinate)
      canvas.draw([(x - 1, y), (x + 1, y)])
      canvas.draw([(x, y - 1), (x, y + 1)])
    }
    let latitudes = PlotAxis(map.latitudes, marks: 4, isWidened: false)
    let used = map.latitudes.upperBound
    write(canvas, into: &text) { row in
      switch row {
      case 0: PlotText.latitude(used, latitudes)
      case rows - 1: PlotText.latitude(used - height / scale, latitudes)
      default: ""
      }
    }
    let longitudes = PlotAxis(map.longitudes, marks: 4, isWidened: false)
    let span = map.longitudes.upperBound - map.longitudes.lowerBound
    let last = map.longitudes.lowerBound + width / scale * (span / map.width)
    write(
      ends: PlotText.longitude(map.longitudes.lowerBound, longitudes),
      PlotText.longitude(last, longitudes), into: &text)
  }

  private func draw(_ chart: PlotChart, into text: inout ByteText) {
    text.write("\n")
    text.write(text: chart.title)
    text.write("\n")
    var canvas = DotCanvas(columns: plotColumns, rows: Self.chartRows)
    let vertical = PlotAxis(chart.range, marks: 3, isWidened: true)
    let (width, height) = (Double(canvas.width - 1), Double(canvas.height - 1))
    for line in chart.reduced(chart.lines, toColumns: canvas.width) {
      canvas.draw(
        line.map {
          ($0.x / max(chart.length, 1e-9) * width, height - vertical.share($0.y) * height)
        })
    }
    write(canvas, into: &text) { row in
      switch row {
      case 0: vertical.text(vertical.range.upperBound)
      case Self.chartRows - 1: vertical.text(vertical.range.lowerBound)
      default: ""
      }
    }
    let horizontal = PlotAxis(0...max(chart.length, 1e-6), marks: 20, isWidened: false)
    write(
      ends: "0", "\(horizontal.text(chart.length)) \(chart.unit)", into: &text)
  }

  /// Writes a picture with labels at its left.
  private func write(_ canvas: DotCanvas, into text: inout ByteText, label: (Int) -> String) {
    for (row, line) in canvas.lines(isASCII: isASCII).enumerated() {
      let label = label(row)
      guard !label.isEmpty || !line.isEmpty else {
        text.write("\n")
        continue
      }
      text.write(spaces: max(Self.labelWidth - label.count, 0))
      text.write(text: label)
      if !line.isEmpty {
        text.write(" ")
        text.write(text: line)
      }
      text.write("\n")
    }
  }

  /// Writes the labels below a picture.
  private func write(ends first: String, _ last: String, into text: inout ByteText) {
    text.write(spaces: Self.labelWidth + 1)
    text.write(text: first)
    text.write(spaces: max(plotColumns - first.count - last.count, 1))
    text.write(text: last)
    text.write("\n")
  }
}
