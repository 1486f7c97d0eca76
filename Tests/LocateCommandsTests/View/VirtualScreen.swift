@testable import LocateCommands

/// The screen of a terminal that understands what ``FrameDifference`` writes: the place of the cursor, styles
/// and erasing everything.
struct VirtualScreen {
  let size: ViewSize
  private(set) var cells: [[Character?]]
  private var row = 0
  private var column = 0
  private var style = "0"
  /// The style of each cell, as the numbers of its escape sequence.
  private(set) var styles: [[String]]

  init(_ size: ViewSize) {
    self.size = size
    cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
    styles = Array(repeating: Array(repeating: "0", count: size.columns), count: size.rows)
  }

  /// The lines without spaces at their ends.
  var lines: [String] {
    cells.map { row in
      var line = String(row.compactMap(\.self))
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  mutating func write(_ bytes: [UInt8]) {
    var text = Substring(String(decoding: bytes, as: UTF8.self))
    while let character = text.popFirst() {
      guard character == "\u{1B}" else {
        put(character)
        continue
      }
      text.removeFirst()
      let numbers = text.prefix { !$0.isLetter }
      text.removeFirst(numbers.count)
      switch text.popFirst() {
      case "H":
        let place = numbers.split(separator: ";").compactMap { Int($0) }
        (row, column) = (place[0] - 1, place[1] - 1)
      case "J": self = VirtualScreen(size)
      case "m": style = String(numbers)
      default: break
      }
    }
  }

  private mutating func put(_ character: Character) {
    let width = ViewText.columns(of: character)
    // The program may draw for the size before a resize, until it learns of the resize.
    for offset in 0..<width where row < size.rows && column + offset < size.columns {
      cells[row][column + offset] = offset == 0 ? character : nil
      styles[row][column + offset] = style
    }
    column += width
  }
}
