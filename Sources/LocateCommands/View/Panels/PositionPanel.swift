import LocationCore
import LocationDashboard
import LocationText
import LocationTracks

/// The values of the last location, as `once` prints them.
struct PositionPanel: ViewPanel {
  /// The values from the most to the least important one.
  private static let importance = [
    "Latitude", "Longitude", "Position", "Fix", "Caution", "Accuracy", "Speed", "Course", "Time",
    "Altitude", "Access", "Source", "Climb", "Heading", "Place",
  ]

  let state: ViewState
  let presentation: Presentation

  var title: String {
    state.fix != nil && state.loss != nil ? "Last known location" : "Location"
  }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    let count = lines.count
    return min(count, 6)...count
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    let style = state.loss != nil ? ViewStyle.dim : .plain
    for (row, line) in chosen(area.rows).enumerated() {
      let isCaution = line.hasPrefix("Caution")
      frame.write(
        ViewText.fitted(line, into: area.columns, frame.encoding),
        isCaution ? ViewStyle(color: .yellow) : style, in: area, row: row)
    }
  }

  /// The most important lines, in their usual order.
  private func chosen(_ count: Int) -> [String] {
    let lines = lines
    let ranks = lines.map { line in
      let name = line.prefix { $0 != " " }
      return Self.importance.firstIndex { $0 == name } ?? Self.importance.count
    }
    let last = ranks.sorted().prefix(count).last ?? 0
    return zip(lines, ranks).filter { $0.1 <= last }.map(\.0)
  }

  private var lines: [String] {
    guard let fix = state.fix else {
      return [
        "Waiting    \(state.waiting ?? "no data yet")", "Source     \(state.source)",
        "Access     \(state.dashboard.authorization.words)",
      ]
    }
    var text = ByteText()
    TextWriter(presentation: presentation, now: { [now = state.now] in now })
      .write(.fix(fix), into: &text)
    return text.string.split(separator: "\n").map(String.init)
      + ["Access     \(state.dashboard.authorization.words)"]
  }
}
