public import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Standard input, to its end.
///
/// There is one per process: streams opened from it share its bytes. Closing a stream leaves
/// standard input itself open.
public struct StandardInputByteSource: ByteSource {
  /// Nothing is read yet.
  public init() {}

  /// `-`.
  public var name: String { "-" }

  /// A log on standard input waits for its consumer.
  public var isLive: Bool { false }

  /// Opens a stream on standard input.
  ///
  /// - Throws: `.sourceUnavailable` when the process was started without one.
  public func open() throws(UserLocationError) -> any ByteStream {
    let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    guard descriptor >= 0 else {
      throw UserLocationError(
        SystemError.last("fcntl"), source: name, code: .sourceUnavailable,
        detail: "there is no standard input")
    }
    return try WakeableStream(DescriptorReader(descriptor, source: name), source: name)
  }
}
