import LocationCore
import LocationReplay
import LocationSources
import LocationTracks

/// A format of locations: the argument of `--format` and `--to`.
enum OutputFormat: Hashable, Sendable {
  /// Text for people, with their units and notations.
  case people(Presentation)
  /// A format of LocationTracks.
  case track(TrackFormat)

  /// Text for people, in metric units and decimal degrees.
  static let text = OutputFormat.people(.standard)

  /// The format that `--json` chooses.
  static let json = OutputFormat.track(.json)

  /// The format that a receiver's own sentences have.
  static let nmea = OutputFormat.track(.nmea)

  /// The names of the formats, in the order in which the help lists them.
  static let names = ["text"] + TrackFormat.names

  /// The names and an example of a template, for the help and for errors.
  static let list = listed(names)

  /// A list of names, and an example of a template.
  static func listed(_ names: [String]) -> String {
    names.joined(separator: ", ") + ", or a template such as '{latitude},{longitude}'"
  }

  /// The extensions of files and their formats.
  private static let extensions =
    [(name: "txt", format: OutputFormat.text)]
    + TrackFormat.all.compactMap { format in
      format.file.fileExtension.map { (name: $0, format: OutputFormat.track(format)) }
    }

  /// The extensions, for the help and for errors.
  static let extensionList = extensions.map { ".\($0.name)" }.joined(separator: ", ")

  /// The format of a file by its extension; `nil` if it has none, or an unknown one.
  init?(path: String) {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let wanted = path[name.index(after: dot)...].lowercased()
    guard let format = Self.extensions.first(where: { $0.name == wanted })?.format else {
      return nil
    }
    self = format
  }

  /// Parses the name of a format, or a template.
  init(argument: String) throws(InvalidOptionValue) {
    if argument.lowercased() == "text" {
      self = .text
    } else if let format = TrackFormat(name: argument) {
      self = .track(format)
    } else if let template = try Self.template(argument) {
      self = .track(.template(template))
    } else {
      throw InvalidOptionValue("the formats are \(Self.list)")
    }
  }

  /// An argument with braces is a template; `nil` for any other one.
  static func template(_ argument: String) throws(InvalidOptionValue) -> Template? {
    guard argument.contains(where: { $0 == "{" || $0 == "}" }) else { return nil }
    do {
      return try Template(argument)
    } catch {
      throw InvalidOptionValue(error.description)
    }
  }

  /// The format of files whose elements are copied into this one; `nil` if there is none.
  var convertedUnchanged: FileFormat? {
    if case .track(let format) = self { format.convertedUnchanged } else { nil }
  }

  /// The format of the recordings whose elements this one copies; `nil` for no copy.
  var copiedFormat: FileFormat? {
    if case .track(let format) = self { format.copiedFormat } else { nil }
  }

  /// Whether it is text for people, in any units.
  var isText: Bool { if case .people = self { true } else { false } }

  /// Whether a file is a document with an end; otherwise it is lines, and other lines may follow.
  var isDocument: Bool { if case .track(let format) = self { format.isDocument } else { false } }

  /// The format with other units and notations; `nil` for a format that programs read.
  func presented(as presentation: Presentation) -> OutputFormat? {
    switch self {
    case .people: return .people(presentation)
    case .track(let format):
      guard var template = format.template else { return nil }
      template.presentation = presentation
      return .track(.template(template))
    }
  }

  /// Makes a writer of this format.
  ///
  /// - Parameters:
  ///   - shape: how much the output contains.
  ///   - original: the document whose elements are copied; `nil` if there is none.
  ///   - recording: the name that each line of CSV states; `nil` for no such column.
  ///   - terminalWidth: the columns of the terminal that shows the output; `nil` if it is no terminal.
  ///   - encoding: the encoding of the terminal's text.
  ///   - namesReceivers: whether each line of text names its receiver, also if there is only one.
  ///   - now: the current time, for the age of live fixes.
  func writer(
    _ shape: TrackWriter.Shape, copying original: OriginalDocument? = nil,
    naming recording: String? = nil, terminalWidth: @escaping @Sendable () -> Int?,
    encoding: TextEncoding = .unicode, namesReceivers: Bool = false,
    now: @escaping @Sendable () -> Date
  ) -> TrackWriter {
    switch self {
    case .people(let presentation) where shape == .single:
      TrackWriter(TextWriter(presentation: presentation, now: now))
    case .people(let presentation):
      TrackWriter(
        TextLineWriter(
          presentation, terminalWidth: terminalWidth, encoding: encoding,
          namesReceivers: namesReceivers, now: now))
    case .track(let format):
      TrackWriter(format, as: shape, copying: original, naming: recording, now: now)
    }
  }
}
