public import LocationCore
import LocationPOSIX

/// A recorded file or a named pipe, read from its start to its end.
///
/// Opening a named pipe does not wait for a writer, but reading does. The pipe ends when its last
/// writer closes it.
public struct FileByteSource: ByteSource {
  /// The file's path, absolute or relative to the working directory.
  public let path: String

  /// Names a file. ``open()`` opens it. For an empty path it throws `.sourceNotFound`.
  public init(path: String) { self.path = path }

  /// `file:PATH`. A byte of the path that is not UTF-8 looks like `\xE9`.
  public var name: String { "file:\(path.printablePath)" }

  /// `false`: a recording waits for its consumer.
  public var isLive: Bool { false }

  /// `.denied` if the file exists and this process may not read it.
  public var authorizationStatus: AuthorizationStatus { FileAccess(path).status }

  /// The missing permission and how to get it; `nil` if none is missing.
  public var authorizationRefusal: String? { FileAccess(path).refusal }

  /// Opens the file at its start.
  ///
  /// - Throws: `.sourceNotFound`, also for a directory; `.notAuthorized`; `.invalidSource` for a serial
  ///   device; `.sourceUnavailable` for a device that is not connected; `.inputOutput` otherwise.
  public func open() throws(UserLocationError) -> any ByteStream {
    let descriptor = try OwnedDescriptor(reading: path, source: name)
    guard isatty(descriptor.number) == 0 else {
      throw UserLocationError(
        .invalidSource, source: name,
        detail: "it is a serial device or a terminal; a receiver there is given as serial:\(path)")
    }
    return try WakeableStream(DescriptorReader(descriptor, source: name), source: name)
  }
}
