/// A picture of characters with the size of a terminal.
struct ViewFrame: Hashable, Sendable {
  /// A place of one character.
  struct Cell: Hashable, Sendable {
    /// `nil` to the right of a character that is two columns wide.
    var character: Character?
    var style: ViewStyle

    static let blank = Cell(character: " ", style: .plain)
  }

  let size: ViewSize
  let encoding: TextEncoding
  private(set) var cells: [Cell]

  /// Makes an empty frame.
  ///
  /// - Parameter encoding: the characters that the terminal can show.
  init(_ size: ViewSize, encoding: TextEncoding) {
    self.size = size
    self.encoding = encoding
    cells = [Cell](repeating: .blank, count: size.columns * size.rows)
  }

  /// The cell at a place, counted from the top left corner.
  subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

  /// The characters of each row, without spaces at its end.
  var lines: [String] {
    (0..<size.rows).map { row in
      var line = ""
      for column in 0..<size.columns {
        if let character = self[row, column].character { line.append(character) }
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// Writes text. The part beyond the last column is left out.
  ///
  /// - Parameters:
  ///   - area: the row is counted from its top, and nothing is written outside.
  ///   - column: the first column, counted from the left of the area.
  /// - Returns: the column after the text.
  @discardableResult
  mutating func write(
    _ text: String, _ style: ViewStyle = .plain, in area: ViewArea, row: Int, column: Int = 0
  ) -> Int {
    var column = column
    guard row >= 0, row < area.rows, area.row + row < size.rows else { return column }
    let end = min(area.columns, size.columns - area.column)
    for character in ViewText.encoded(text, encoding) {
      let width = ViewText.columns(of: character)
      if column + width > end { break }
      if column >= 0 {
        let index = (area.row + row) * size.columns + area.column + column
        cells[index] = Cell(character: character, style: style)
        if width == 2 { cells[index + 1] = Cell(character: nil, style: style) }
      }
      column += width
    }
    return column
  }

  /// Gives every cell of a row of an area a style.
  mutating func fill(_ style: ViewStyle, in area: ViewArea, row: Int) {
    guard row >= 0, row < area.rows, area.row + row < size.rows else { return }
    for column in area.column..<min(area.column + area.columns, size.columns) {
      cells[(area.row + row) * size.columns + column].style = style
    }
  }
}

/// The columns and rows of a terminal.
struct ViewSize: Hashable, Sendable {
  var columns: Int
  var rows: Int
}

/// A part of a frame.
struct ViewArea: Hashable, Sendable {
  /// The top left corner.
  var row: Int
  var column: Int
  var rows: Int
  var columns: Int
}
