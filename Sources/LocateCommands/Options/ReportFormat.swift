import ArgumentParser
import LocationSources

/// A format of the commands that print no locations: `decode` and `doctor`.
enum ReportFormat: String, CaseIterable {
  case json, text

  /// The names of the formats.
  static let names = allCases.map(\.rawValue)

  init(argument: String) throws(InvalidOptionValue) {
    guard let format = ReportFormat(rawValue: argument.lowercased()) else {
      throw InvalidOptionValue("formats are json and text")
    }
    self = format
  }

  /// Refuses `--json` together with another format.
  static func check(_ json: Bool, _ format: ReportFormat?) throws {
    if json, format == .text {
      throw ValidationError("--json and --format say two things; give one of them")
    }
  }
}
