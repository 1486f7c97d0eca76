import LocationCore
import LocationIO
import LocationReplay

/// A format of files: its names, how its first bytes tell it, and what can be done with it.
///
/// Each format is described once, by a static member in its folder, and ``all`` lists these members. Help,
/// completion, errors, recognition, readers, writers and recorders choose from that list.
package struct FileFormat: Sendable {
  /// How messages name it: "it is GPX".
  package let title: String
  /// The name on a command line; `nil` for a format that is only recognized.
  package let name: String?
  /// The extension of files that are written in it; `nil` if none names it.
  package let fileExtension: String?
  /// How its first bytes tell it; `nil` for a format that is not recognized.
  let signature: FileSignature?
  let reading: Reading?
  let writing: Writing?
  let recording: Recording?
  /// Whether a writer copies the elements of a file that was read.
  package let copiesElements: Bool
  /// How a person gets sentences, or a format that is read, out of it.
  let help: ReadingHelp

  /// How a file becomes items.
  enum Reading: Sendable {
    /// A decoder of sentences reads it.
    case sentences
    case parser(@Sendable (TrackParserSettings) throws(UserLocationError) -> any TrackParser)
    /// It contains a file in another format. The closure also gets the name of the source, for errors.
    case unpacking(
      @Sendable (any ByteStream, String) throws(UserLocationError) -> any ByteStream)
  }

  /// How locations become a file.
  struct Writing: Sendable {
    /// The place in the list of formats that are written.
    let rank: Int
    /// Whether a file is a document with an end; otherwise it is lines, and other lines may follow.
    var isDocument = false
    let writer: @Sendable (FormatWriterSettings) -> any FormatWriter
  }

  /// How a file is continued at its end.
  struct Recording: Sendable {
    /// The place in the list of formats that are recorded.
    let rank: Int
    /// Makes the text of a new recording with the host's time of day.
    let newText: @Sendable (@escaping @Sendable () -> Date) -> any RecordingText
  }

  /// Describes a format.
  ///
  /// - Parameter hasExtension: whether the extension of a file is the name of the format.
  init(
    _ name: String? = nil, title: String, hasExtension: Bool = true,
    signature: FileSignature? = nil, reading: Reading? = nil, writing: Writing? = nil,
    recording: Recording? = nil, copiesElements: Bool = false, help: ReadingHelp = ReadingHelp()
  ) {
    self.name = name
    self.title = title
    fileExtension = hasExtension ? name : nil
    self.signature = signature
    self.reading = reading
    self.writing = writing
    self.recording = recording
    self.copiesElements = copiesElements
    self.help = help
  }
}

extension FileFormat: Hashable, CustomStringConvertible {
  package static func == (one: FileFormat, other: FileFormat) -> Bool { one.title == other.title }

  package func hash(into hasher: inout Hasher) { hasher.combine(title) }

  package var description: String { title }
}

extension FileFormat {
  /// The formats that are read, in the order of a list for people.
  static let read = all.filter(\.isRead)

  /// Whether it has a name and is read.
  package var isRead: Bool { name != nil && reading != nil }

  /// The formats that are written, in the order of a list for people.
  static let written = ranked { $0.writing?.rank }

  /// The formats that are recorded, in the order of a list for people.
  static let recorded = ranked { $0.recording?.rank }

  private static func ranked(by rank: (FileFormat) -> Int?) -> [FileFormat] {
    all.compactMap { format in rank(format).map { ($0, format) } }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The format in a list with a name, in upper or lower case; `nil` if there is none.
  static func named(_ name: String, in formats: [FileFormat]) -> FileFormat? {
    let wanted = name.lowercased()
    return formats.first { $0.name == wanted }
  }
}

/// What a ``TrackParser`` has to know of a file and of what is wanted.
struct TrackParserSettings {
  /// The name of the file, for the source of its fixes and for errors.
  let source: String
  /// Whether items carry their original bytes.
  let keepsBytes: Bool
  /// The elements that items carry.
  let keptElements: KeptElements
  /// Whether live fixes of a recording stay live; otherwise they are replayed ones.
  let keepsKinds: Bool

  var fixSource: FixSource { FixSource(kind: .replayed, name: source) }

  var items: ParsedItems { ParsedItems(keepsBytes: keepsBytes, keptElements: keptElements) }
}

/// What a ``FormatWriter`` has to know of the output.
struct FormatWriterSettings {
  let shape: TrackWriter.Shape
  /// The document whose elements are copied; `nil` if everything is written anew.
  var original: OriginalDocument?
  /// The name of the recording, if lines with columns state it; `nil` if they do not.
  var recording: String?
  /// The current time.
  let now: @Sendable () -> Date
}

extension FileFormat {
  /// All formats. Lists for people show those that are read in this order. Recognition tries them in this
  /// order, too, so KMZ comes before any other zip archive.
  package static let all: [FileFormat] = [
    .nmea, .gpx, .kml, .kmz, .tcx, .gpsdJSON, .geoJSON, .geoJSONPoints, .igc, .fit, .ownTracks,
    .srt, .timeline, .csv, .updates, .geoURI, .html, .xml, .json, .utf16, .zip, .gzip, .bzip2, .xz,
    .zstandard,
  ]
}
