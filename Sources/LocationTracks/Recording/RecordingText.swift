import LocationCore
import LocationText

/// The text of a recording: how it begins, what each update appends, and how it ends. It does no input and
/// output.
protocol RecordingText {
  /// The whole text of a recording without updates.
  var empty: [UInt8] { get }

  /// The text after the last update, which makes the recording a complete document.
  var footer: [UInt8] { get }

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
  func start(_ status: AuthorizationStatus) -> [UInt8] { [] }
  func end(_ error: UserLocationError?) -> [UInt8] { [] }
}

/// The text of a format whose items are lines, so that it has no footer.
struct LinesRecordingText: RecordingText {
  let empty: [UInt8]
  private var writer: any FormatWriter

  init(_ format: TrackFormat) {
    var writer = format.writer(.stream)
    empty = ByteText.bytes { writer.begin(into: &$0) }
    self.writer = writer
  }

  var footer: [UInt8] { [] }

  mutating func text(of update: LocationUpdate) -> [UInt8] {
    ByteText.bytes { writer.write(update, into: &$0) }
  }

  mutating func interrupt() {}
}

extension ByteText {
  /// The bytes that `body` writes.
  static func bytes(_ body: (inout ByteText) -> Void) -> [UInt8] {
    var text = ByteText()
    body(&text)
    return text.bytes
  }
}
