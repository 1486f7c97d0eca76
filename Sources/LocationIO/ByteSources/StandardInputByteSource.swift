public import LocationCore
import LocationPOSIX

/// Standard input, read to its end.
///
/// A process has one standard input, so all streams of this source share its bytes. Closing a stream
/// leaves standard input open.
public struct StandardInputByteSource: ByteSource {
  /// Makes the source. ``open()`` starts to read.
  public init() {}

  /// `-`.
  public var name: String { "-" }

  /// `false`: a log on standard input waits for its consumer.
  public var isLive: Bool { false }

  /// Whether it is a pipe, a socket or a terminal, so that the data may be a receiver's present output.
  package var mayBeLive: Bool {
    var information = stat()
    return fstat(STDIN_FILENO, &information) == 0 && information.st_mode & S_IFMT != S_IFREG
  }

  /// Opens a stream on standard input.
  ///
  /// - Throws: `.sourceUnavailable` if the process was started without standard input.
  public func open() throws(UserLocationError) -> any ByteStream {
    let descriptor: OwnedDescriptor
    do throws(SystemError) {
      let flags = fcntl(STDIN_FILENO, F_GETFL)
      guard flags >= 0, flags & O_ACCMODE != O_WRONLY else { throw SystemError("read", EBADF) }
      descriptor = try OwnedDescriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), from: "fcntl")
    } catch {
      throw UserLocationError(
        error, source: name, code: .sourceUnavailable, detail: "there is no standard input")
    }
    return try WakeableStream(DescriptorReader(descriptor, source: name), source: name)
  }
}
