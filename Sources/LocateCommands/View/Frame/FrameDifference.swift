import LocationText

/// Turns the difference of two frames into the bytes that change a terminal from one to the other.
struct FrameDifference {
  /// Unchanged cells between two changes are written again if there are at most this many, because moving
  /// the cursor takes as many bytes.
  private static let gap = 4

  /// Whether the terminal shows colors.
  let usesColor: Bool

  /// The bytes that change the terminal.
  ///
  /// - Parameter old: what the terminal shows; `nil` if it is not known. Everything is drawn then, and also
  ///   if the size differs.
  func bytes(from old: ViewFrame?, to new: ViewFrame) -> [UInt8] {
    var text = ByteText()
    var shown = old
    if shown?.size != new.size {
      text.write("\u{1B}[0m\u{1B}[2J")
      shown = ViewFrame(new.size, encoding: new.encoding)
    }
    guard let shown else { return text.bytes }
    var style = ViewStyle.plain
    for row in 0..<new.size.rows {
      for run in runs(of: row, from: shown, to: new) {
        move(to: row, run.lowerBound, &text)
        for column in run {
          let cell = new[row, column]
          guard let character = cell.character else { continue }
          if cell.style != style {
            style = cell.style
            text.write(text: style.sequence(usesColor: usesColor))
          }
          text.write(text: String(character))
        }
      }
    }
    if style != .plain { text.write(text: ViewStyle.plain.sequence(usesColor: usesColor)) }
    return text.bytes
  }

  /// The columns of a row that are written.
  private func runs(of row: Int, from old: ViewFrame, to new: ViewFrame) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for column in 0..<new.size.columns where old[row, column] != new[row, column] {
      var start = column
      // A wide character is written as a whole.
      while start > 0, new[row, start].character == nil { start -= 1 }
      var end = column + 1
      while end < new.size.columns, new[row, end].character == nil { end += 1 }
      if let last = runs.last, start - last.upperBound <= Self.gap {
        runs[runs.count - 1] = last.lowerBound..<max(end, last.upperBound)
      } else {
        runs.append(start..<end)
      }
    }
    return runs
  }

  private func move(to row: Int, _ column: Int, _ text: inout ByteText) {
    text.write("\u{1B}[")
    text.write(integer: row + 1)
    text.write(";")
    text.write(integer: column + 1)
    text.write("H")
  }
}
