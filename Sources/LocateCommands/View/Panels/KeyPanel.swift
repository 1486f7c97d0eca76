import LocationDashboard

/// What the keys do.
struct KeyPanel: ViewPanel {
  let playback: DashboardPlayback?
  let hasSeveralDevices: Bool

  var title: String { "Keys" }

  private var lines: [String] {
    var lines = ["1 to 5     the pages; Tab the next one"]
    if hasSeveralDevices {
      lines += [
        "d D        the next device, the one before", "down up    the same in the list of page 5",
      ]
    }
    lines += [
      "u          units: metric, nautical, imperial", "c          notation of coordinates",
      "space      pause",
    ]
    if playback != nil { lines.append("+ -        faster, slower") }
    if playback?.canSeek == true {
      lines += [
        "left right 10 s back or on",
        "down up    a minute back or on" + (hasSeveralDevices ? " elsewhere" : ""),
        "Home       the start",
      ]
    }
    return lines + ["Ctrl-L     draw again", "?          these keys, and back", "q Ctrl-C   quit"]
  }

  func rows(in columns: Int) -> ClosedRange<Int>? { 1...lines.count }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    for (row, line) in lines.prefix(area.rows).enumerated() {
      frame.write(line, in: area, row: row)
    }
  }
}
