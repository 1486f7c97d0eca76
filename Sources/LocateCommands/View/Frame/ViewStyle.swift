/// How a character of a ``ViewFrame`` looks.
struct ViewStyle: Hashable, Sendable {
  /// A color of the terminal's palette. The raw value is its number in an escape sequence.
  enum Color: UInt8, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan
  }

  var color: Color?
  var isBold = false
  var isDim = false
  var isReversed = false

  static let plain = ViewStyle()
  static let bold = ViewStyle(isBold: true)
  static let dim = ViewStyle(isDim: true)
  static let reversed = ViewStyle(isReversed: true)

  /// The escape sequence that selects the style (ECMA-48, SGR).
  ///
  /// - Parameter usesColor: whether the terminal shows colors.
  func sequence(usesColor: Bool) -> String {
    var numbers = "0"
    if isBold { numbers += ";1" }
    if isDim { numbers += ";2" }
    if isReversed { numbers += ";7" }
    if usesColor, let color { numbers += ";\(color.rawValue)" }
    return "\u{1B}[\(numbers)m"
  }
}
