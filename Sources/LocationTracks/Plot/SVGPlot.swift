import LocationCore
import LocationText

/// Draws tracks as SVG: a map, the altitude and the speed over the distance. The colors follow the light or
/// dark scheme of the reader.
struct SVGPlot {
  private static let width = 800.0
  private static let left = 84.0
  private static let right = 24.0
  private static let panelHeight = 150.0
  private static let gap = 56.0
  /// The names of more waypoints would cover each other.
  private static let mostNames = 30

  let profile: TrackProfile
  let title: String
  let units: UnitSystem

  private var plotWidth: Double { Self.width - Self.left - Self.right }

  func document() -> [UInt8] {
    let map = MapProjection(profile.box)
    let mapHeight = min(max(plotWidth * map.height / map.width, 220), 520)
    let charts = PlotChart.all(of: profile, units)
    let top = 60.0
    var bottom = top + mapHeight + Self.gap
    var text = ByteText()
    begin(height: bottom + Double(charts.count) * (Self.panelHeight + Self.gap) - 8, into: &text)
    heading(into: &text)
    draw(map, top: top, height: mapHeight, into: &text)
    for chart in charts {
      draw(chart, top: bottom, into: &text)
      bottom += Self.panelHeight + Self.gap
    }
    text.write("</svg>\n")
    return text.bytes
  }

  // MARK: Frame

  private func begin(height: Double, into text: inout ByteText) {
    text.write(#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 "#)
    text.write(Self.width)
    text.write(" ")
    text.write(height)
    text.write(#"" width=""#)
    text.write(Self.width)
    text.write(#"" height=""#)
    text.write(height)
    text.write(
      """
      ">
      <style>
      svg { color-scheme: light dark; font: 12px system-ui, sans-serif; }
      .paper { fill: #ffffff; } text { fill: #424a53; } .title { fill: #1f2328; font-size: 18px; }
      .frame { fill: none; stroke: #afb8c1; } .grid { stroke: #e4e8ec; }
      .track { fill: none; stroke: #0969da; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
      .area { fill: #0969da; fill-opacity: 0.12; }
      .route { fill: none; stroke: #8250df; stroke-width: 1.5; stroke-dasharray: 6 4; }
      .mark { fill: #bf8700; stroke: #ffffff; }
      .start { fill: #1a7f37; stroke: #ffffff; } .end { fill: #cf222e; stroke: #ffffff; }
      .scale { fill: none; stroke: #424a53; stroke-width: 1.5; }
      @media (prefers-color-scheme: dark) {
      .paper { fill: #0d1117; } text { fill: #9da7b3; } .title { fill: #f0f6fc; }
      .frame { stroke: #4c5560; } .grid { stroke: #232a33; }
      .track { stroke: #58a6ff; } .area { fill: #58a6ff; fill-opacity: 0.18; }
      .start { fill: #3fb950; stroke: #0d1117; } .end { fill: #f85149; stroke: #0d1117; }
      .scale { stroke: #9da7b3; } .route { stroke: #a371f7; } .mark { fill: #d29922; stroke: #0d1117; }
      }
      </style>
      <rect class="paper" width="100%" height="100%"/>

      """)
  }

  private func heading(into text: inout ByteText) {
    text.label(title, x: Self.left, y: 30, kind: "title")
    text.label(
      PlotText.summary(of: profile, units), x: Self.left, y: 48)
  }

  // MARK: Map

  private func draw(
    _ map: MapProjection, top: Double, height: Double, into text: inout ByteText
  ) {
    let scale = min(plotWidth / map.width, height / map.height) * 0.92
    let insetX = (plotWidth - map.width * scale) / 2
    let insetY = (height - map.height * scale) / 2
    func position(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      (Self.left + insetX + x * scale, top + height - insetY - y * scale)
    }
    func position(_ place: Coordinate) -> (x: Double, y: Double) {
      let point = map.point(place)
      return position(point.x, point.y)
    }
    let meridians = PlotAxis(map.longitudes, marks: 4, isWidened: false)
    for degrees in meridians.marks {
      let x = position(map.x(ofMeridian: degrees), 0).x
      text.line("grid", x, top, x, top + height)
      text.label(
        PlotText.longitude(degrees, meridians), x: x, y: top + height + 16, anchor: "middle")
    }
    let parallels = PlotAxis(map.latitudes, marks: 4, isWidened: false)
    for degrees in parallels.marks {
      let y = position(0, degrees - map.latitudes.lowerBound).y
      text.line("grid", Self.left, y, Self.width - Self.right, y)
      text.label(PlotText.latitude(degrees, parallels), x: Self.left - 6, y: y + 4, anchor: "end")
    }
    text.rectangle("frame", Self.left, top, plotWidth, height)
    // A quarter of a pixel is not visible.
    let metersPerPixel = 111_000 / scale
    func draw(_ kind: StaticString, _ line: [Coordinate]) {
      let kept = SimplifiedLine(line, tolerance: metersPerPixel / 4).kept
      text.polyline(kind, kept.map { position(line[$0]) })
    }
    for route in profile.routes { draw("route", route) }
    for segment in profile.segments { draw("track", segment.map(\.place)) }
    if let last = profile.segments.last?.last {
      let (x, y) = position(last.place)
      text.rectangle("end", x - 4.5, y - 4.5, 9, 9)
    }
    if let first = profile.segments.first?.first {
      text.circle("start", position(first.place), radius: 5)
    }
    for mark in profile.waypoints {
      let place = position(mark.coordinate)
      text.circle("mark", place, radius: 4.5)
      guard let name = mark.name, profile.waypoints.count <= Self.mostNames else { continue }
      let isAtRight = place.x > Self.left + plotWidth * 0.75
      text.label(
        name, x: place.x + (isAtRight ? -8 : 8), y: place.y + 4, anchor: isAtRight ? "end" : "start"
      )
    }
    drawScale(pixelsPerMeter: scale / 111_000, bottom: top + height, into: &text)
  }

  /// Draws a bar of a round length.
  private func drawScale(pixelsPerMeter: Double, bottom: Double, into text: inout ByteText) {
    let meters = 120 / pixelsPerMeter
    let unit = PlotUnit(forDistance: meters, units)
    var length = 1e-6
    for digit in [1.0, 2, 5] {
      var power = 1e-6
      while digit * power * 10 <= meters / unit.size { power *= 10 }
      if digit * power <= meters / unit.size { length = max(length, digit * power) }
    }
    let width = length * unit.size * pixelsPerMeter
    let (right, y) = (Self.width - Self.right - 12, bottom - 12)
    text.path("scale", [(right - width, y - 4), (right - width, y), (right, y), (right, y - 4)])
    text.label(
      "\(String(length, places: 6)) \(unit.symbol)", x: right - width / 2, y: y - 6,
      anchor: "middle")
  }

  // MARK: Charts

  private func draw(_ chart: PlotChart, top: Double, into text: inout ByteText) {
    let bottom = top + Self.panelHeight
    let vertical = PlotAxis(chart.range, marks: 3, isWidened: true)
    let horizontal = PlotAxis(0...max(chart.length, 1e-6), marks: 7, isWidened: false)
    func position(_ point: PlotChart.Point) -> (x: Double, y: Double) {
      (
        Self.left + horizontal.share(point.x) * plotWidth,
        bottom - vertical.share(point.y) * Self.panelHeight
      )
    }
    text.label(chart.title, x: Self.left, y: top - 8)
    for mark in vertical.marks {
      let y = bottom - vertical.share(mark) * Self.panelHeight
      text.line("grid", Self.left, y, Self.width - Self.right, y)
      text.label(vertical.text(mark), x: Self.left - 6, y: y + 4, anchor: "end")
    }
    for mark in horizontal.marks {
      let x = Self.left + horizontal.share(mark) * plotWidth
      text.line("grid", x, top, x, bottom)
      text.label(horizontal.text(mark), x: x, y: bottom + 16, anchor: "middle")
    }
    text.label(
      chart.unit, x: Self.width - Self.right, y: bottom + 30, anchor: "end")
    for line in chart.reduced(chart.lines, toColumns: Int(plotWidth)) {
      let points = line.map(position)
      if let first = points.first, let last = points.last {
        text.path("area", [(first.x, bottom)] + points + [(last.x, bottom)], isClosed: true)
      }
      text.polyline("track", points)
    }
    for line in chart.reduced(chart.dashed, toColumns: Int(plotWidth)) {
      text.polyline("route", line.map(position))
    }
    text.rectangle("frame", Self.left, top, plotWidth, Self.panelHeight)
  }
}
