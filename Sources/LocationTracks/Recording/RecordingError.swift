import LocationIO
import LocationPOSIX

/// Why a file cannot be recorded to.
public struct RecordingError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Code: Hashable, Sendable {
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

  /// What is wrong.
  public var code: Code
  /// The path of the file.
  public var path: String
  /// What happened, and what to do about it.
  public var detail: String

  /// Makes an error.
  public init(_ code: Code, path: String, detail: String) {
    self.code = code
    self.path = path
    self.detail = detail
  }
}

extension RecordingError: CustomStringConvertible {
  /// One line: the path, then the detail.
  public var description: String { "\(path): \(detail)" }
}

extension RecordingError {
  /// An error of opening a file.
  init(opening path: String, _ error: SystemError) {
    if error.call == "flock", error.number == EWOULDBLOCK {
      self.init(.inUse, path: path, detail: "another recorder writes to it; name another file")
    } else {
      self.init(
        error.isFullDisk ? .diskFull : .cannotCreate, path: path,
        detail: "cannot be created: \(error.clause)")
    }
  }

  /// An error of writing to an open file.
  init(writing path: String, _ error: SystemError) {
    self.init(
      error.isFullDisk ? .diskFull : .failed, path: path,
      detail: "cannot be written: \(error.clause)")
  }
}

extension SystemError {
  /// Whether the disk, or the user's share of it, is full.
  var isFullDisk: Bool { number == ENOSPC || number == EDQUOT }
}
