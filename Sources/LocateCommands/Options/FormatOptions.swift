import ArgumentParser
import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// What comes out.
struct FormatOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "\(OutputFormat.list).",
      discussion: "Default: text.", valueName: "format"),
    completion: .list(OutputFormat.names), transform: OutputFormat.init(argument:))
  var format: OutputFormat?

  @Flag(help: "Short for --format json.")
  var json = false

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format say two things; give one of them")
    }
  }

  /// The format that was asked for, if one was.
  var explicit: OutputFormat? { json ? .json : format }

  /// The format that was asked for, or text.
  var chosen: OutputFormat { explicit ?? .text }
}
