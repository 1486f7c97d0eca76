import LocationCore
import LocationText

/// A bar for the signal of each satellite, and which ones the fix uses.
struct SatellitePanel: ViewPanel {
  /// dB-Hz of a full bar. Receivers on the ground see no stronger signals.
  private static let fullBar = 55.0
  private static let leastColumnWidth = 16
  private static let greatestColumnWidth = 44

  let list: SatelliteList
  /// Whether elevation and azimuth are shown too.
  var isDetailed = false

  var title: String {
    if list.entries.isEmpty { return "Satellites" }
    let used = list.used.map { "\($0) used of " } ?? ""
    return "Satellites: \(used)\(list.entries.count)"
  }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    guard !list.entries.isEmpty else { return 1...1 }
    return 1...(1 + list.entries.count)
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    guard !list.entries.isEmpty else {
      frame.write("none in view", .dim, in: area, row: 0)
      return
    }
    let names = list.constellations.joined(separator: ", ")
    frame.write(ViewText.fitted(names, into: area.columns, frame.encoding), in: area, row: 0)
    let rows = area.rows - 1
    guard rows > 0 else { return }
    let least = isDetailed ? Self.leastColumnWidth + 8 : Self.leastColumnWidth
    let room = max(area.columns / least, 1)
    let columns = min(room, (list.entries.count + rows - 1) / rows)
    let width = min(area.columns / columns, Self.greatestColumnWidth)
    var shown = list.entries
    if shown.count > rows * columns {
      // The strongest ones are shown, and the last place says how many are missing.
      let kept = rows * columns - 1
      let strong = Set(
        shown.sorted {
          ($0.signalStrength ?? -1) > ($1.signalStrength ?? -1)
        }.prefix(kept))
      shown = shown.filter { strong.contains($0) }
      let cell = area.part(row: 1 + kept % rows, column: kept / rows * width, columns: width)
      frame.write("\(list.entries.count - kept) more", .dim, in: cell, row: 0)
    }
    for (index, satellite) in shown.enumerated() {
      let cell = area.part(
        row: 1 + index % rows, column: index / rows * width,
        columns: columns == 1 ? width : width - 2)
      draw(satellite, into: &frame, cell)
    }
  }

  private func draw(
    _ satellite: Satellite, into frame: inout ViewFrame, _ area: ViewArea
  ) {
    let glyphs = ViewGlyphs(frame.encoding)
    let style = style(of: satellite)
    frame.write(
      satellite.isUsed == true ? glyphs.used : satellite.isUsed == false ? glyphs.unused : " ",
      style, in: area, row: 0)
    frame.write(satellite.label, style, in: area, row: 0, column: 2)
    var end = area.columns
    if isDetailed {
      end -= 12
      var text = ByteText()
      text.write(angle: satellite.elevation, width: 4)
      text.write(angle: satellite.azimuth, width: 6)
      frame.write(text.string, .dim, in: area, row: 0, column: end)
    }
    let strength = satellite.signalStrength.map { String(Int($0.rounded())) } ?? "-"
    frame.write(strength, style, in: area, row: 0, column: end - strength.count)
    let length = end - 3 - 6
    guard let value = satellite.signalStrength, length > 0 else { return }
    let eighths = Int((min(value / Self.fullBar, 1) * Double(length * 8)).rounded())
    var bar = String(repeating: glyphs.block, count: eighths / 8)
    if eighths % 8 > 0, !glyphs.eighths.isEmpty { bar += glyphs.eighths[eighths % 8 - 1] }
    frame.write(bar, style, in: area, row: 0, column: 6)
  }

  private func style(of satellite: Satellite) -> ViewStyle {
    guard satellite.isUsed != false else { return .dim }
    switch satellite.signalStrength {
    case .some(40...): return ViewStyle(color: .green)
    case .some(30..<40): return ViewStyle(color: .yellow)
    case .some: return ViewStyle(color: .red)
    case nil: return .plain
    }
  }
}

extension ViewArea {
  func part(row: Int, column: Int, columns: Int) -> ViewArea {
    ViewArea(
      row: self.row + row, column: self.column + column, rows: 1,
      columns: max(min(columns, self.columns - column), 0))
  }
}

extension ByteText {
  /// Writes whole degrees at the right of a column; spaces if there is no value.
  fileprivate mutating func write(angle: Double?, width: Int) {
    let text = angle.map { "\(Int($0.rounded()))°" } ?? ""
    write(spaces: max(width - text.count, 1))
    write(text: text)
  }
}
