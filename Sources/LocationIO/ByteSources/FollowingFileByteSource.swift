public import LocationCore
import LocationPOSIX

/// A file that a logger still writes. At its end the stream waits for more.
///
/// The stream follows the name, as `tail -F` does:
/// - When another file takes the name (a rotated log), the old file is read to its end, and then the
///   new one from its start.
/// - When the file is truncated, it is read from its start again.
/// - While no file has the name, the stream waits for one.
///
/// Such a stream never ends. Close it.
public struct FollowingFileByteSource: ByteSource {
  /// Where in the file to begin.
  public enum Start: Hashable, Sendable {
    /// At the first byte of the file.
    case beginning
    /// At the present end of the file: only later additions are read.
    case end
  }

  /// The file's path, absolute or relative to the working directory.
  public let path: String

  /// Where in the file to begin.
  public let start: Start

  /// Names a file. ``open()`` opens it. For an empty path it throws `.sourceNotFound`.
  public init(path: String, from start: Start = .beginning) {
    self.path = path
    self.start = start
  }

  /// `file:PATH`. A byte of the path that is not UTF-8 looks like `\xE9`.
  public var name: String { "file:\(path.printablePath)" }

  /// `true`: bytes arrive while they are written.
  public var isLive: Bool { true }

  /// Whether only later additions are read. A file that is read from its start begins with a whole cycle.
  public var isJoinedAnywhere: Bool { start == .end }

  /// `.waitsForConsumer`: what is not read yet stays in the file, so nothing need be lost.
  public var delivery: LocationUpdates.Delivery { .waitsForConsumer }

  /// `.denied` if the file exists and this process may not read it.
  public var authorizationStatus: AuthorizationStatus { FileAccess(path).status }

  /// The missing permission and how to get it; `nil` if none is missing.
  public var authorizationRefusal: String? { FileAccess(path).refusal }

  /// Opens the file, which must exist.
  ///
  /// - Throws: the errors of ``FileByteSource/open()``; `.invalidSource` if it is not a regular file.
  public func open() throws(UserLocationError) -> any ByteStream {
    var reader = try FollowingReader(path: path, source: name)
    if start == .end { reader.skipToEnd() }
    return try WakeableStream(reader, source: name)
  }
}
