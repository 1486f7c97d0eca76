/// Divides the rows of a column among panels.
enum ViewLayout {
  /// A panel, and the rows of its content.
  struct Panel {
    let content: any ViewPanel
    /// With the row of the title.
    let area: ViewArea
  }

  /// Places the panels below each other. Panels for which there is no room are left out, the last ones of
  /// `ranks` first.
  ///
  /// - Parameters:
  ///   - panels: from top to bottom.
  ///   - ranks: the indices of the panels from the most to the least important one.
  static func stack(_ panels: [any ViewPanel], ranks: [Int], in area: ViewArea) -> [Panel] {
    let wanted = panels.map { $0.rows(in: area.columns) }
    var rows = [Int](repeating: 0, count: panels.count)
    var rest = area.rows
    for index in ranks {
      // A panel has a title too.
      guard let least = wanted[index]?.lowerBound, least + 1 <= rest else { continue }
      rows[index] = least
      rest -= least + 1
    }
    // Each panel gets one row more in turn.
    var isGrowing = true
    while rest > 0, isGrowing {
      isGrowing = false
      for index in ranks where rest > 0 && rows[index] > 0 {
        guard let most = wanted[index]?.upperBound, rows[index] < most else { continue }
        rows[index] += 1
        rest -= 1
        isGrowing = true
      }
    }
    var row = area.row
    return panels.indices.filter { rows[$0] > 0 }.map { index in
      defer { row += rows[index] + 1 }
      return Panel(
        content: panels[index],
        area: ViewArea(
          row: row, column: area.column, rows: rows[index] + 1, columns: area.columns))
    }
  }
}
