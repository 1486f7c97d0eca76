/// A picture of dots in the characters of a terminal.
///
/// A Braille character has two columns and four rows of dots. Where only ASCII can be shown, a character is a
/// star if it has any dot.
package struct DotCanvas {
  /// The size in characters.
  package let columns, rows: Int
  /// The dots of each character, as the bits of a Braille character.
  private var cells: [UInt8]

  package init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    cells = [UInt8](repeating: 0, count: self.columns * self.rows)
  }

  /// The size in dots.
  package var width: Int { columns * 2 }
  package var height: Int { rows * 4 }

  /// Draws a line between two points.
  ///
  /// - Parameter points: dots from the left and from the top.
  package mutating func draw(_ points: [(x: Double, y: Double)]) {
    guard let first = points.first else { return }
    set(first)
    for (from, to) in zip(points, points.dropFirst()) {
      let steps = Int(max(abs(to.x - from.x), abs(to.y - from.y)).rounded(.up))
      guard steps > 0, steps < 100_000 else {
        set(to)
        continue
      }
      for step in 1...steps {
        let share = Double(step) / Double(steps)
        set((from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share))
      }
    }
  }

  private mutating func set(_ point: (x: Double, y: Double)) {
    let x = min(max(Int(point.x.rounded(.down)), 0), width - 1)
    let y = min(max(Int(point.y.rounded(.down)), 0), height - 1)
    let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    cells[y / 4 * columns + x / 2] |= bits[y % 4 * 2 + x % 2]
  }

  /// The lines of characters, without spaces at their ends.
  ///
  /// - Parameter isASCII: whether only ASCII can be shown.
  package func lines(isASCII: Bool) -> [String] {
    (0..<rows).map { row in
      var line = ""
      for cell in cells[row * columns..<(row + 1) * columns] {
        line += character(cell, isASCII)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  private func character(_ cell: UInt8, _ isASCII: Bool) -> String {
    if cell == 0 { return " " }
    guard !isASCII, let scalar = Unicode.Scalar(0x2800 + UInt32(cell)) else {
      return "*"
    }
    return String(Character(scalar))
  }
}
