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

  /// Opens a stream on standard input.
  ///
  /// - Throws: `.sourceUnavailable` if the process was started without standard input.
  public func open() throws(UserLocationError) -> any ByteStream {
    let descriptor: OwnedDescriptor
    do throws(SystemError) {
      descriptor = try OwnedDescriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), from: "fcntl")
    } catch {
      throw UserLocationError(
        error, source: name, code: .sourceUnavailable, detail: "there is no standard input")
    }
    return try WakeableStream(DescriptorReader(descriptor, source: name), source: name)
  }
}
