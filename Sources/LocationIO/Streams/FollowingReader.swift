import LocationCore
import LocationPOSIX

/// Reads a file and, at its end, waits for a change.
struct FollowingReader: StreamReader {
  private let path: String
  private let source: String
  private let watch: FileWatch
  private var file: OwnedDescriptor
  /// How many bytes of the file were read.
  private var offset = 0

  init(path: String, source: String) throws(UserLocationError) {
    self.path = path
    self.source = source
    // The watch starts first, so that it sees every change after the first read.
    watch = FileWatch()
    watch.add(path)
    file = try Self.openRegular(path, source: source)
  }

  mutating func skipToEnd() { offset = Int(lseek(file.number, 0, SEEK_END)) }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while true {
      if let count = try readNew(into: buffer) { return count }
      if let next = try successor() {
        // A writer may have added the last bytes just before the file was replaced.
        if let count = try readNew(into: buffer) { return count }
        (file, offset) = (next, 0)
      } else if try !rewindIfTruncated() {
        if deadline.isPassed { return nil }
        _ = try wake.wait(for: watch.descriptor, until: deadline.orAfter(watch.interval))
        watch.drain()
      }
    }
  }

  /// Reads what follows the current offset; `nil` if there is nothing yet.
  private mutating func readNew(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(UserLocationError) -> Int? {
    do throws(SystemError) {
      guard let count = try Descriptor.read(file.number, into: buffer), count > 0 else {
        return nil
      }
      offset += count
      return count
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
  }

  /// Opens the file that now has the name; `nil` if it is the same file, or if no file has the name.
  private func successor() throws(UserLocationError) -> OwnedDescriptor? {
    var opened = stat()
    guard let named = stat(path: path), fstat(file.number, &opened) == 0 else { return nil }
    if named.st_ino == opened.st_ino && named.st_dev == opened.st_dev { return nil }
    watch.add(path)
    do throws(UserLocationError) {
      return try Self.openRegular(path, source: source)
    } catch {
      // The new file can already be gone.
      if error.code == .sourceNotFound { return nil }
      throw error
    }
  }

  private mutating func rewindIfTruncated() throws(UserLocationError) -> Bool {
    var info = stat()
    guard fstat(file.number, &info) == 0, info.st_size < offset else { return false }
    guard lseek(file.number, 0, SEEK_SET) == 0 else {
      throw UserLocationError(.last("lseek"), source: source, code: .inputOutput)
    }
    offset = 0
    return true
  }

  private static func openRegular(
    _ path: String, source: String
  ) throws(UserLocationError) -> OwnedDescriptor {
    let file = try OwnedDescriptor(reading: path, source: source)
    if file.fileType == S_IFREG { return file }
    throw UserLocationError(
      .invalidSource, source: source, detail: "only a regular file can be followed")
  }
}
