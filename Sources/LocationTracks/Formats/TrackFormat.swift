import LocationCore
import LocationReplay

/// A format that ``TrackWriter`` writes.
public struct TrackFormat: Hashable, Sendable {
  /// The description of the format.
  package let file: FileFormat
  /// The pattern of a ``template(_:)``; `nil` for other formats.
  package let template: Template?

  init(_ file: FileFormat, template: Template? = nil) {
    self.file = file
    self.template = template
  }

  /// Finds a format by its name, in upper or lower case; `nil` if there is none.
  public init?(name: String) {
    guard let file = FileFormat.named(name, in: FileFormat.written) else { return nil }
    self.init(file)
  }

  /// All formats except templates, in the order of a list for people.
  package static let all = FileFormat.written.map { TrackFormat($0) }

  /// The names of all formats except templates, in the order of a list for people.
  package static let names = FileFormat.written.compactMap(\.name)

  /// The name; `template` for a ``template(_:)``.
  public var name: String { file.name ?? file.title }

  /// The format of files whose elements are copied into this one; `nil` if there is none.
  package var copiedFormat: FileFormat? { file.copiesElements ? file : nil }

  /// The format of recordings of which a conversion copies what it does not change: elements, or sentences.
  package var convertedUnchanged: FileFormat? { file == .nmea ? file : copiedFormat }

  /// Whether a file is a document with an end; otherwise it is lines, and other lines may follow.
  package var isDocument: Bool { file.writing?.isDocument ?? true }

  func writer(
    _ shape: TrackWriter.Shape, copying original: OriginalDocument? = nil,
    naming recording: String? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> any FormatWriter {
    guard let writing = file.writing else { preconditionFailure("\(file) is not written") }
    return writing.writer(
      FormatWriterSettings(shape: shape, original: original, recording: recording, now: now))
  }
}

/// A format of recordings that is read.
///
/// The content of a recording decides its format. A program that knows better names it, for example for a
/// CSV file whose header is not recognized as one.
public struct TrackInputFormat: Hashable, Sendable {
  /// The description of the format.
  package let file: FileFormat

  init(_ file: FileFormat) { self.file = file }

  /// Finds a format by its name, in upper or lower case; `nil` if there is none.
  public init?(name: String) {
    guard let file = FileFormat.named(name, in: FileFormat.read) else { return nil }
    self.init(file)
  }

  /// The names of all formats, in the order of a list for people.
  package static let names = FileFormat.read.compactMap(\.name)
}

/// A format that ``LocationRecorder`` writes. A file in one of these formats can be continued at its end.
public struct RecordingFormat: Hashable, Sendable {
  /// The description of the format.
  package let file: FileFormat

  init(file: FileFormat) { self.file = file }

  /// Finds the format of a recording; `nil` for a format that is not recorded.
  public init?(_ format: TrackFormat) {
    guard format.file.recording != nil else { return nil }
    file = format.file
  }

  /// Finds a format by its name, in upper or lower case; `nil` if there is none.
  public init?(name: String) {
    guard let file = FileFormat.named(name, in: FileFormat.recorded) else { return nil }
    self.init(file: file)
  }

  /// All formats, in the order of a list for people.
  package static let all = FileFormat.recorded.map { RecordingFormat(file: $0) }

  /// The names of all formats, in the order of a list for people.
  package static let names = FileFormat.recorded.compactMap(\.name)

  /// The name, which is also the extension of files.
  public var name: String { file.name ?? file.title }

  /// The text of a new recording.
  ///
  /// - Parameter now: the host's time of day.
  func newText(now: @escaping @Sendable () -> Date = { Date() }) -> any RecordingText {
    guard let recording = file.recording else { preconditionFailure("\(file) is not recorded") }
    return recording.newText(now)
  }
}
