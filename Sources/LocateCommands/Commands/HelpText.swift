import ArgumentParser
import LocationText

/// Text that help and messages share.
enum HelpText {
  /// A list of example command lines.
  ///
  /// - Parameter lines: the command lines without the command's name.
  static func examples(_ lines: [String]) -> String {
    (["EXAMPLES:"] + lines.map { "  \(RootCommand.name) \($0)" }).joined(separator: "\n")
  }

  static var noRemember: ArgumentHelp {
    "Do not keep the location of this machine for the source last:."
  }

  static var showRequest: ArgumentHelp {
    ArgumentHelp(
      "Print what the source net:URL would send, and send nothing.",
      discussion: "This scans for access points. It needs no consent.")
  }

  static var follow: ArgumentHelp {
    "At the end of a log file, wait until it grows, as tail -F does."
  }

  static var rate: ArgumentHelp {
    ArgumentHelp("The speed of a recording: 1, 4, 0.5 or max.", valueName: "rate")
  }

  /// The help of `--max-gap`.
  static var maximumGap: ArgumentHelp {
    ArgumentHelp(
      "The longest pause of a recording that is waited for, e.g. 5s.",
      valueName: "duration")
  }

  /// Formats a length in meters: "20 m".
  static func meters(_ value: Double) -> String { String(value, places: 3) + " m" }

  /// Formats a duration in seconds: "1.5 s".
  static func seconds(_ duration: Duration) -> String {
    String(duration / .seconds(1), places: 3) + " s"
  }

  /// A text and spaces, for a column of a table.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// A number of things: "1 update", "2 updates".
  static func count(_ number: Int, _ one: String) -> String {
    "\(number) \(one)\(number == 1 ? "" : "s")"
  }
}
