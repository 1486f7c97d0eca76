/// A part of the screen with a title.
protocol ViewPanel {
  /// The title, and what it says about the content.
  var title: String { get }

  /// The fewest rows that are useful, and the most that have content; `nil` if there is nothing to show.
  ///
  /// - Parameter columns: the width of the panel.
  func rows(in columns: Int) -> ClosedRange<Int>?

  /// Draws the content, without the title.
  func draw(into frame: inout ViewFrame, _ area: ViewArea)
}

/// The characters of lines and marks.
struct ViewGlyphs {
  let horizontal, block, used, unused, dot, place, left, right: String
  /// The eighths of ``block``, without the empty one; empty if there are none.
  let eighths: [String]

  init(_ encoding: TextEncoding) {
    switch encoding {
    case .unicode:
      (horizontal, block, used, unused) = ("─", "█", "●", "○")
      (dot, place, left, right) = ("·", "◆", "├", "┤")
      eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    case .ascii:
      (horizontal, block, used, unused) = ("-", "#", "*", "-")
      (dot, place, left, right) = (".", "@", "|", "|")
      eighths = []
    }
  }
}
