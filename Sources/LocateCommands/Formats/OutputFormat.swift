import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

/// What comes out: the argument of `--format` and `--to`.
enum OutputFormat: Hashable, Sendable {
  case text, json, csv, gpx, geojson, nmea, geo
  case template(Template)

  /// The names that can be said, in the order in which they are listed.
  static let names = ["text", "json", "csv", "gpx", "geojson", "nmea", "geo"]

  /// What can be said, for people.
  static let list =
    names.joined(separator: ", ") + ", or a template such as '{latitude},{longitude}'"

  /// Reads a format's name, or a template.
  init(argument: String) throws(FormatError) {
    switch argument.lowercased() {
    case "text": self = .text
    case "json": self = .json
    case "csv": self = .csv
    case "gpx": self = .gpx
    case "geojson": self = .geojson
    case "nmea": self = .nmea
    case "geo": self = .geo
    case _ where argument.contains(where: { $0 == "{" || $0 == "}" }):
      do {
        self = .template(try Template(argument))
      } catch {
        throw .template(error)
      }
    default: throw .unknown
    }
  }

  /// Makes a writer of this format.
  ///
  /// - Parameters:
  ///   - shape: what the output is going to be.
  ///   - terminalWidth: the columns of the terminal that is written to; `nil` when it is none.
  ///   - now: the time of day, for the age of live fixes.
  func writer(
    _ shape: OutputShape, terminalWidth: @escaping @Sendable () -> Int?,
    now: @escaping @Sendable () -> Date
  ) -> any LocationWriter {
    switch self {
    case .text where shape == .single: TextWriter(now: now)
    case .text: TextLineWriter(terminalWidth: terminalWidth, now: now)
    case .json: JSONWriter()
    case .csv: CSVWriter()
    case .gpx: GPXWriter(isWaypoint: shape == .single)
    case .geojson: GeoJSONWriter(shape: shape)
    case .nmea: NMEAWriter()
    case .geo: GeoURIWriter()
    case .template(let template): TemplateWriter(template: template, now: now)
    }
  }
}

/// Why a text is not an ``OutputFormat``.
enum FormatError: Error, Hashable, CustomStringConvertible {
  case unknown
  case template(TemplateError)

  var description: String {
    switch self {
    case .unknown:
      "formats are \(OutputFormat.list)"
    case .template(let error): error.description
    }
  }
}
