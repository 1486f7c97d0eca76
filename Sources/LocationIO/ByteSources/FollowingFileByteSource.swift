public import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that still grows, as a logger writes it: at its end the stream waits for more.
///
/// It follows the name, as `tail -F` does: when the file is replaced by another of its name
/// (a rotated log), the old one is read to its end and then the new one from its start; when it is
/// truncated, it is read from its start again. While there is no file of that name it waits for
/// one to appear. So such a stream has no end; it is closed.
public struct FollowingFileByteSource: ByteSource {
  /// Where in the file to begin.
  public enum Start: Hashable, Sendable {
    /// With all that was recorded so far.
    case beginning
    /// With what is added from now on.
    case end
  }

  /// The file's path, absolute or relative to the working directory.
  public let path: String

  /// Where in the file to begin.
  public let start: Start

  /// Names a file. Nothing is opened yet.
  public init(path: String, from start: Start = .beginning) {
    self.path = path
    self.start = start
  }

  /// `file:PATH`.
  public var name: String { "file:\(path)" }

  /// Bytes arrive as they are written.
  public var isLive: Bool { true }

  /// `.denied` when the file is there and this process may not read it.
  public var authorizationStatus: AuthorizationStatus { FileAccess(path).status }

  /// Whose permission is missing, and how to get it.
  public var authorizationRefusal: String? { FileAccess(path).refusal }

  /// Opens the file, which must be there at the start.
  ///
  /// - Throws: as ``FileByteSource/open()``; `.invalidSource` for anything but a regular file.
  public func open() throws(UserLocationError) -> any ByteStream {
    var reader = try FollowingReader(path: path, source: name)
    if start == .end { reader.skipToEnd() }
    return try WakeableStream(reader, source: name)
  }
}
