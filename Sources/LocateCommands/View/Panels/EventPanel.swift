import LocationText
import LocationTracks

/// What happened, the newest event first.
struct EventPanel: ViewPanel {
  let events: ViewEvents
  let presentation: Presentation

  var title: String { "Events" }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    events.all.isEmpty ? nil : 1...events.all.count
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    for (row, event) in events.all.prefix(area.rows).enumerated() {
      var text = ByteText()
      if text.write(clockOf: event.time, as: presentation) { text.write("  ") }
      text.write(printable: event.text)
      frame.write(text.string, in: area, row: row)
    }
  }
}
