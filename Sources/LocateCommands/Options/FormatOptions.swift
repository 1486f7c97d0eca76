import ArgumentParser
import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// The options for the output's format.
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

  @OptionGroup(title: "What comes out") var presentation: PresentationOptions

  func validate() throws {
    try ReportFormat.check(json, isOther: format != nil && format != .json)
    _ = try presentation.apply(to: json ? .json : format ?? .text)
  }

  /// The format that the user chose; `nil` if the user chose none.
  var explicit: OutputFormat? {
    (json ? .json : format).map { (try? presentation.apply(to: $0)) ?? $0 }
  }

  /// The format that the user chose with an option or in the configuration, else text.
  func chosen(in environment: LocateEnvironment) throws -> OutputFormat {
    let configuration = try environment.configuration()
    do {
      let format = try presentation.apply(
        to: json ? .json : format ?? configuration.format ?? .text, defaults: configuration)
      return try environment.namingPlaces(format)
    } catch let error as ValidationError {
      throw CommandFailure(.usage, error.message)
    }
  }
}
