import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// Pieces of help and of messages.
enum HelpText {
  /// An indented list of command lines, each without the command's name.
  static func examples(_ lines: [String]) -> String {
    (["EXAMPLES:"] + lines.map { "  \(RootCommand.name) \($0)" }).joined(separator: "\n")
  }

  /// A length in meters as people write it.
  static func meters(_ value: Double) -> String { number(value) + " m" }

  /// A duration in seconds as people write it.
  static func seconds(_ duration: Duration) -> String { number(duration / .seconds(1)) + " s" }

  private static func number(_ value: Double) -> String {
    var text = ByteText()
    if let number = FixedPoint(value, places: 3) { text.write(trimming: number) }
    return text.string
  }
}
