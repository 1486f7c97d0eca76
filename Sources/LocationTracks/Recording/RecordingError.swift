public import LocationCore
import LocationIO
import LocationPOSIX

/// Why a file cannot be recorded to. The subject is the path of the file.
public typealias RecordingError = CodedError<RecordingErrorCode>

/// The codes of a ``RecordingError``.
public enum RecordingErrorCode: String, ErrorCode {
  /// The file cannot be created or opened.
  case cannotCreate
  /// There is a file with other content, which is not changed.
  case notRecordable
  /// The disk has no space to begin or continue a file.
  case diskFull
  /// Another recorder writes to the file.
  case inUse
  /// Writing failed for another reason than a full disk.
  case failed
}

extension RecordingError {
  /// An error of opening a file.
  init(opening path: String, _ error: SystemError) {
    if error.call == "flock", error.number == EWOULDBLOCK {
      self.init(.inUse, subject: path, detail: "another recorder writes to it; name another file")
    } else {
      self.init(
        error.isFullDisk ? .diskFull : .cannotCreate, subject: path,
        detail: "cannot be created: \(error.clause)")
    }
  }

  /// An error of writing to an open file.
  init(writing path: String, _ error: SystemError) {
    self.init(
      error.isFullDisk ? .diskFull : .failed, subject: path,
      detail: "cannot be written: \(error.clause)")
  }
}

extension SystemError {
  /// Whether the disk, or the user's share of it, is full.
  var isFullDisk: Bool { number == ENOSPC || number == EDQUOT }
}
