public import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A recorded file, or a named pipe: it is read from its start to its end.
///
/// Opening a named pipe does not wait for a writer; reading does, and the pipe ends when its last
/// writer leaves.
public struct FileByteSource: ByteSource {
  /// The file's path, absolute or relative to the working directory.
  public let path: String

  /// Names a file. Nothing is opened yet.
  public init(path: String) { self.path = path }

  /// `file:PATH`.
  public var name: String { "file:\(path)" }

  /// A recording waits for its consumer.
  public var isLive: Bool { false }

  /// `.denied` when the file is there and this process may not read it.
  public var authorizationStatus: AuthorizationStatus { FileAccess(path).status }

  /// Whose permission is missing, and how to get it.
  public var authorizationRefusal: String? { FileAccess(path).refusal }

  /// Opens the file at its start.
  ///
  /// - Throws: `.sourceNotFound`, `.notAuthorized`, `.invalidSource` for a directory or a serial
  ///   device, `.sourceUnavailable` for a device that is not there, `.inputOutput` for all else.
  public func open() throws(UserLocationError) -> any ByteStream {
    let descriptor = try DescriptorReader.openFile(path, source: name)
    guard isatty(descriptor) == 0 else {
      _ = close(descriptor)
      throw UserLocationError(
        .invalidSource, source: name,
        detail: "it is a serial device or a terminal; a receiver there is given as serial:\(path)")
    }
    return try WakeableStream(DescriptorReader(descriptor, source: name), source: name)
  }
}
