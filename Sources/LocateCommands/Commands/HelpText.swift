import LocationText

/// Text that help and messages share.
enum HelpText {
  /// A list of example command lines.
  ///
  /// - Parameter lines: the command lines without the command's name.
  static func examples(_ lines: [String]) -> String {
    (["EXAMPLES:"] + lines.map { "  \(RootCommand.name) \($0)" }).joined(separator: "\n")
  }

  /// Formats a length in meters: "20 m".
  static func meters(_ value: Double) -> String { number(value) + " m" }

  /// Formats a duration in seconds: "1.5 s".
  static func seconds(_ duration: Duration) -> String { number(duration / .seconds(1)) + " s" }

  private static func number(_ value: Double) -> String {
    var text = ByteText()
    if let number = FixedPoint(value, places: 3) { text.write(trimming: number) }
    return text.string
  }
}
