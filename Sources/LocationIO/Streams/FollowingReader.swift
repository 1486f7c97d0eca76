import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a file and, at its end, waits for it to change.
struct FollowingReader: StreamReader {
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
