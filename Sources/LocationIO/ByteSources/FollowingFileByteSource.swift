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

/// Reads a file and, at its end, waits for it to change.
private struct FollowingReader: StreamReader {
  private let path: String
  private let source: String
  private let watch: FileWatch
  private var file: Int32
  private var offset = 0

  init(path: String, source: String) throws(UserLocationError) {
    self.path = path
    self.source = source
    // The watch comes first, so that no change falls between it and the first read.
    watch = FileWatch()
    watch.add(path)
    do throws(UserLocationError) {
      file = try Self.openRegular(path, source: source)
    } catch {
      watch.release()
      throw error
    }
  }

  mutating func skipToEnd() { offset = Int(lseek(file, 0, SEEK_END)) }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while true {
      if let count = try readOn(into: buffer) { return count }
      if let next = try successor() {
        // The old file may have got its last bytes just before it was replaced.
        if let count = try readOn(into: buffer) {
          _ = close(next)
          return count
        }
        _ = close(file)
        (file, offset) = (next, 0)
      } else if try !rewindIfTruncated() {
        if deadline.isPassed { return nil }
        _ = try wake.wait(for: watch.descriptor, until: deadline.orAfter(watch.interval))
        watch.drain()
      }
    }
  }

  func release() {
    _ = close(file)
    watch.release()
  }

  /// What the file has beyond the place that was reached; `nil` for nothing.
  private mutating func readOn(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int? {
    do throws(SystemError) {
      guard let count = try Descriptor.read(file, into: buffer), count > 0 else { return nil }
      offset += count
      return count
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
  }

  /// The file that has taken the name, opened; `nil` while it is still the same, or none.
  private func successor() throws(UserLocationError) -> Int32? {
    var named = stat()
    var opened = stat()
    guard stat(path, &named) == 0, fstat(file, &opened) == 0 else { return nil }
    if named.st_ino == opened.st_ino && named.st_dev == opened.st_dev { return nil }
    watch.add(path)
    do throws(UserLocationError) {
      return try Self.openRegular(path, source: source)
    } catch {
      if error.code == .sourceNotFound { return nil }  // Replaced, and gone again.
      throw error
    }
  }

  private mutating func rewindIfTruncated() throws(UserLocationError) -> Bool {
    var info = stat()
    guard fstat(file, &info) == 0, info.st_size < offset else { return false }
    guard lseek(file, 0, SEEK_SET) == 0 else {
      throw UserLocationError(.last("lseek"), source: source, code: .inputOutput)
    }
    offset = 0
    return true
  }

  private static func openRegular(
    _ path: String, source: String
  ) throws(UserLocationError) -> Int32 {
    let file = try DescriptorReader.openFile(path, source: source)
    var info = stat()
    if fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG { return file }
    _ = close(file)
    throw UserLocationError(
      .invalidSource, source: source, detail: "only a regular file can be followed")
  }
}

/// Tells when a file may have changed: at once where the system has inotify, else and on file
/// systems that do not tell (a network's) after an interval.
private struct FileWatch: Sendable {
  /// Readable after a change; −1 where there is none.
  let descriptor: Int32

  /// How long to trust in `descriptor`.
  var interval: Duration { descriptor < 0 ? .milliseconds(200) : .seconds(1) }

  init() {
    #if canImport(Glibc)
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    #else
      descriptor = -1
    #endif
  }

  /// Watches the file that has the name now, and for others to take it.
  func add(_ path: String) {
    #if canImport(Glibc)
      guard descriptor >= 0 else { return }
      _ = inotify_add_watch(descriptor, path, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF))
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      _ = inotify_add_watch(descriptor, folder, UInt32(IN_CREATE | IN_MOVED_TO))
    #endif
  }

  /// Forgets the changes so far. What they were does not matter: the file is looked at.
  func drain() {
    guard descriptor >= 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { room in
      while let count = try? Descriptor.read(descriptor, into: room), count > 0 {}
    }
  }

  func release() {
    if descriptor >= 0 { _ = close(descriptor) }
  }
}
