import ArgumentParser
import LocationSources

/// A format of the commands that print reports or lists, such as `decode`, `doctor` and `places`.
enum ReportFormat: String, CaseIterable {
  case json, text

  static let names = allCases.map(\.rawValue)

  init(argument: String) throws(InvalidOptionValue) {
    guard let format = ReportFormat(rawValue: argument.lowercased()) else {
      throw InvalidOptionValue("formats are json and text")
    }
    self = format
  }

  /// Refuses `--json` together with another format of an option.
  static func check(_ json: Bool, isOther: Bool, option: String = "--format") throws {
    if json, isOther {
      throw ValidationError("--json and \(option) say two things; give one of them")
    }
  }
}

/// The options that choose a ``ReportFormat``.
struct ReportFormatOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("text or json.", discussion: "Default: text.", valueName: "format"),
    completion: .list(ReportFormat.names), transform: ReportFormat.init(argument:))
  var format: ReportFormat?

  @Flag(help: "Short for --format json.") var json = false

  func validate() throws { try ReportFormat.check(json, isOther: format == .text) }

  /// The chosen format; `nil` for the default.
  var chosen: ReportFormat? { json ? .json : format }

  /// Whether JSON is chosen, where the default is text.
  var isJSON: Bool { chosen == .json }
}
