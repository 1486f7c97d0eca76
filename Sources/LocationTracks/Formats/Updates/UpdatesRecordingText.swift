import LocationCore
import LocationText

/// The text of a recording of everything that a provider delivers.
struct UpdatesRecordingText: RecordingText {
  private var writer: UpdatesWriter

  init(now: @escaping @Sendable () -> Date) { writer = UpdatesWriter(now: now) }

  var empty: [UInt8] { Array(UpdatesWriter.header.utf8) }

  var recordsEverything: Bool { true }

  mutating func text(of update: LocationUpdate) -> [UInt8] {
    ByteText.bytes { writer.write(update, into: &$0) }
  }

  func start(_ status: AuthorizationStatus) -> [UInt8] {
    ByteText.bytes { writer.writeStart(status, into: &$0) }
  }

  func end(_ error: UserLocationError?) -> [UInt8] {
    ByteText.bytes { writer.writeEnd(error, into: &$0) }
  }
}
