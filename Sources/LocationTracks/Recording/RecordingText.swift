import LocationCore
import LocationIO
import LocationText

/// The text of a recording: how it begins, what each update appends, how it ends, and how a file is recognized
/// and continued. It writes nothing itself.
protocol RecordingText {
  /// The whole text of a recording without updates.
  var empty: [UInt8] { get }

  /// The text after the last update, which makes the recording a complete document.
  var footer: [UInt8] { get }

  /// Whether a file may have no location, because everything that the provider delivers has a place in it.
  var recordsEverything: Bool { get }

  /// Notes where the points of each device are; `nil` where the format has no tracks.
  var newRuns: GPXTrackRuns? { get }

  /// Whether a file with these first bytes is a recording in this format.
  func begins(_ head: [UInt8]) -> Bool

  /// Where and how a file that ``begins(_:)`` so is continued; `nil` if it has other content.
  ///
  /// - Parameters:
  ///   - end: the last bytes of the file.
  ///   - start: the offset of `end`.
  func continuation(
    of file: any WritableFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingContinuation?

  /// The text that an update appends; empty if the format has no place for it.
  mutating func text(of update: LocationUpdate) -> [UInt8]

  /// The text that says that a recording starts, and with which authorization.
  func start(_ status: AuthorizationStatus) -> [UInt8]

  /// The text that says that the provider ended, with an error or without.
  func end(_ error: UserLocationError?) -> [UInt8]

  /// Begins a new segment with the next fix, where the format has segments.
  mutating func interrupt()
}

extension RecordingText {
  var footer: [UInt8] { [] }
  var recordsEverything: Bool { false }
  var newRuns: GPXTrackRuns? { nil }

  func begins(_ head: [UInt8]) -> Bool { head.starts(with: empty) }

  func continuation(
    of file: any WritableFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingContinuation? { continuationAfterLines(end, from: start) }

  /// Continues after the last complete line.
  func continuationAfterLines(_ end: [UInt8], from start: Int) -> RecordingContinuation? {
    // A line without an end is incomplete: the power failed, or the process was killed. A zero is a page that
    // was not stored before the power failed.
    let complete = end.prefix { $0 != 0 }
    guard let last = complete.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    return RecordingContinuation(size: start + last + 1, text: self, isCutOff: last + 1 < end.count)
  }

  func start(_ status: AuthorizationStatus) -> [UInt8] { [] }
  func end(_ error: UserLocationError?) -> [UInt8] { [] }
  mutating func interrupt() {}
}

/// The text of a format whose items are lines, so that it has no footer.
struct LinesRecordingText: RecordingText {
  let empty: [UInt8]
  private var writer: any FormatWriter
  private let keepsCutLine: Bool
  private let recognize: (@Sendable ([UInt8]) -> Bool)?

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - keepsCutLine: whether an incomplete last line stays, because readers recognize it.
  ///   - begins: tells a recording by its first bytes; `nil` if ``empty`` does.
  init(
    _ writer: any FormatWriter, keepsCutLine: Bool = false,
    begins: (@Sendable ([UInt8]) -> Bool)? = nil
  ) {
    var writer = writer
    empty = ByteText.bytes { writer.begin(into: &$0) }
    self.writer = writer
    self.keepsCutLine = keepsCutLine
    recognize = begins
  }

  func begins(_ head: [UInt8]) -> Bool { recognize?(head) ?? head.starts(with: empty) }

  func continuation(
    of file: any WritableFile, _ end: [UInt8], from start: Int
  ) throws(SystemError) -> RecordingContinuation? {
    guard keepsCutLine else { return continuationAfterLines(end, from: start) }
    return RecordingContinuation(
      size: start + end.count, text: self, needsLineEnd: end.last != UInt8(ascii: "\n"))
  }

  mutating func text(of update: LocationUpdate) -> [UInt8] {
    ByteText.bytes { writer.write(update, into: &$0) }
  }
}
