import LocationCore
import LocationTracks

/// A map of the way to the last location, with a scale.
struct TrackPanel: ViewPanel {
  private static let leastRows = 4
  /// Meters of a degree of latitude.
  private static let degree = 111_195.0

  let state: ViewState
  let units: UnitSystem

  var title: String { "Track" }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    state.fix == nil ? nil : Self.leastRows...200
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    let trail = state.trail
    guard let box = trail.box, let last = trail.last else { return }
    let glyphs = ViewGlyphs(frame.encoding)
    let map = MapProjection(box)
    // The last row has the scale.
    var canvas = DotCanvas(columns: area.columns, rows: area.rows - 1)
    let (width, height) = (Double(canvas.width - 1), Double(canvas.height - 1))
    let scale = min(width / map.width, height / map.height)
    let margins = ((width - map.width * scale) / 2, (height - map.height * scale) / 2)
    func position(_ place: Coordinate) -> (x: Double, y: Double) {
      let (x, y) = map.point(place)
      return (margins.0 + x * scale, height - margins.1 - y * scale)
    }
    for piece in trail.pieces { canvas.draw(piece.map(position)) }
    for (row, line) in canvas.lines(isASCII: frame.encoding == .ascii).enumerated() {
      frame.write(line, ViewStyle(color: .cyan), in: area, row: row)
    }
    let here = position(last)
    frame.write(
      glyphs.place, ViewStyle(color: state.hasFix ? .green : .red, isBold: true), in: area,
      row: Int(here.y) / 4, column: Int(here.x) / 2)
    // A column has two dots.
    drawScale(metersPerColumn: 2 * Self.degree / scale, glyphs, into: &frame, area)
  }

  private func drawScale(
    metersPerColumn: Double, _ glyphs: ViewGlyphs, into frame: inout ViewFrame, _ area: ViewArea
  ) {
    let longest = metersPerColumn * Double(area.columns / 3)
    let unit = PlotUnit(forDistance: longest, units)
    let length = Self.round(longest / unit.size)
    let columns = max(Int((length * unit.size / metersPerColumn).rounded()), 2)
    let bar =
      glyphs.left + String(repeating: glyphs.horizontal, count: columns - 2) + glyphs.right
    let text = PlotAxis(0...length, marks: 1, isWidened: false).text(length)
    frame.write("\(bar) \(text) \(unit.symbol)", .dim, in: area, row: area.rows - 1)
  }

  /// The largest of 1, 2 and 5 times a power of ten that is not above a number.
  private static func round(_ number: Double) -> Double {
    var unit = 1.0
    while unit > number, unit > 1e-6 { unit /= 10 }
    while unit * 10 <= number { unit *= 10 }
    return ([5.0, 2].first { $0 * unit <= number } ?? 1) * unit
  }
}
