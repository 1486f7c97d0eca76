import LocationCore
import LocationPOSIX

/// The sky as seen from below: north is at the top, the zenith in the middle, the horizon outside.
struct SkyPanel: ViewPanel {
  private static let leastRows = 9
  private static let greatestRows = 27

  let list: SatelliteList

  var title: String { "Sky, used in capitals" }

  private var seen: [Satellite] {
    list.entries.filter { $0.elevation != nil && $0.azimuth != nil }
  }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    guard !seen.isEmpty else { return nil }
    // Two columns are about as wide as a row is high. The letters of the compass need room outside the horizon.
    let most = min((columns - 8) / 2 + 3, Self.greatestRows)
    return most < Self.leastRows ? nil : Self.leastRows...most
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    let radius = min(Double(area.rows - 3) / 2, Double(area.columns - 8) / 4)
    let middle = (row: Double(area.rows - 1) / 2, column: Double(area.columns - 1) / 2)
    func place(_ azimuth: Double, _ elevation: Double) -> (row: Int, column: Int) {
      let distance = radius * (90 - min(max(elevation, 0), 90)) / 90
      let angle = azimuth * .pi / 180
      return (
        Int((middle.row - distance * cos(angle)).rounded()),
        Int((middle.column + 2 * distance * sin(angle)).rounded())
      )
    }
    let dot = ViewGlyphs(frame.encoding).dot
    for elevation in radius >= 5 ? [0.0, 45] : [0] {
      for azimuth in stride(from: 0.0, to: 360, by: 6) {
        let (row, column) = place(azimuth, elevation)
        frame.write(dot, .dim, in: area, row: row, column: column)
      }
    }
    // Beyond the labels of satellites at the horizon, because satellites have letters too.
    for (name, azimuth, down, right) in [
      ("N", 0.0, -1, 0), ("E", 90, 0, 3), ("S", 180, 1, 0), ("W", 270, 0, -3),
    ] {
      let (row, column) = place(azimuth, 0)
      frame.write(name, .bold, in: area, row: row + down, column: column + right)
    }
    // A column is left free between labels. Where there is no room for a number, the letter remains, if there
    // is room for it; used satellites come first.
    var taken = Set<[Int]>()
    let ordered =
      seen.filter { $0.isUsed != false } + seen.filter { $0.isUsed == false }
    for satellite in ordered {
      guard let elevation = satellite.elevation, let azimuth = satellite.azimuth else { continue }
      let (row, column) = place(azimuth, elevation)
      let isUsed = satellite.isUsed != false
      let text = isUsed ? satellite.label : satellite.label.lowercased()
      for label in [text, String(text.prefix(1))] {
        let start = min(max(column - label.count / 2, 0), area.columns - label.count)
        guard taken.isDisjoint(with: (start - 1...start + label.count).map { [row, $0] }) else {
          continue
        }
        taken.formUnion((start..<start + label.count).map { [row, $0] })
        let style = isUsed ? ViewStyle(color: .green, isBold: true) : .plain
        frame.write(label, style, in: area, row: row, column: start)
        break
      }
    }
  }
}
