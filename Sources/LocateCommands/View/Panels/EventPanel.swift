import LocationDashboard
import LocationText
import LocationTracks

/// What happened, the newest event first.
struct EventPanel: ViewPanel {
  /// The oldest one first.
  let events: [LocationDashboard.Event]
  let presentation: Presentation

  var title: String { "Events" }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    events.isEmpty ? nil : 1...events.count
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    for (row, event) in events.reversed().prefix(area.rows).enumerated() {
      var text = ByteText()
      if text.write(clockOf: event.time, as: presentation) { text.write("  ") }
      text.write(printable: event.text)
      frame.write(text.string, in: area, row: row)
    }
  }
}
