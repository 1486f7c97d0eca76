/// How much the source delivered.
struct CounterPanel: ViewPanel {
  let state: ViewState
  /// Whether the decoder's counters are shown in full.
  var isDetailed = false

  var title: String { "Counters" }

  func rows(in columns: Int) -> ClosedRange<Int>? {
    let count = lines(columns).count
    return 1...count
  }

  func draw(into frame: inout ViewFrame, _ area: ViewArea) {
    for (row, line) in lines(area.columns).prefix(area.rows).enumerated() {
      frame.write(line, in: area, row: row)
    }
  }

  private func lines(_ columns: Int) -> [String] {
    let counts = state.dashboard.counts
    var own = "\(counts.fixes) locations, \(counts.losses) losses, \(counts.skies) sky views"
    if counts.leftOut > 0 { own += ", \(counts.leftOut) of too many devices" }
    guard let decoder = state.decoder else { return [own] }
    // The parts of each number follow a colon.
    let parts = decoder.split(separator: ";").map { part in
      let words = part.drop { $0 == " " }
      return String(isDetailed ? words : words.prefix { $0 != ":" })
    }
    guard isDetailed else { return [own, parts.joined(separator: ", ")] }
    return ([own] + parts).flatMap { Self.wrapped($0, columns) }
  }

  /// The text in lines of whole words.
  private static func wrapped(_ text: String, _ columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((lines.isEmpty ? "" : "  ") + word)
      }
    }
    return lines
  }
}
