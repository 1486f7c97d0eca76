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

/// Reads a file, a pipe or a terminal to its end.
package struct DescriptorReader: StreamReader {
  private let descriptor: Int32
  private let source: String

  /// Takes the descriptor over. It may be a blocking one: it is read only when there is something.
  package init(_ descriptor: Int32, source: String) {
    self.descriptor = descriptor
    self.source = source
  }

  /// Opens for reading without waiting for anything, and refuses directories.
  package static func openFile(_ path: String, source: String) throws(UserLocationError) -> Int32 {
    #if canImport(Glibc)
      let opened = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    #elseif canImport(Musl)
      let opened = Musl.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    #else
      let opened = Darwin.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    #endif
    guard opened >= 0 else {
      let error = SystemError.last("open")
      let advice = error.code == .notAuthorized ? FileAccess(path).advice : nil
      throw UserLocationError(error, source: source, detail: advice)
    }
    var info = stat()
    if fstat(opened, &info) == 0, info.st_mode & S_IFMT == S_IFDIR {
      _ = close(opened)
      throw UserLocationError(
        SystemError("open", EISDIR), source: source, detail: "it is a directory, not a file")
    }
    return opened
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while true {
      guard try wake.wait(for: descriptor, until: deadline) != nil else { return nil }
      do throws(SystemError) {
        if let count = try Descriptor.read(descriptor, into: buffer) { return count }
      } catch {
        throw UserLocationError(error, source: source, code: .inputOutput)
      }
    }
  }

  package func release() { _ = close(descriptor) }
}
