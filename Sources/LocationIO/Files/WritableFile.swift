import LocationPOSIX

/// A file that a recorder changes in place. Tests inject one that remembers all calls.
package protocol WritableFile: ReadableFile {
  /// Writes all bytes at an offset. After an error a part of them may be in the file.
  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError)

  /// Removes everything after the first `size` bytes.
  func truncate(to size: Int) throws(SystemError)

  /// Returns when the content is on the disk, so that a power failure cannot lose it.
  func sync() throws(SystemError)
}

/// A file on the disk that one process at a time may record to.
package final class LockedFile: WritableFile {
  private let file: OwnedDescriptor

  /// Opens a file, and locks it.
  ///
  /// - Parameter creates: whether to create an empty file, which only its owner may read, if there is none.
  /// - Throws: the error of `open` or `flock`; `EWOULDBLOCK` if another recorder has the file.
  package init(path: String, creates: Bool = false) throws(SystemError) {
    let flags = O_RDWR | O_CLOEXEC | (creates ? O_CREAT : 0)
    file = try OwnedDescriptor(open(path, flags, 0o600), from: "open")
    while flock(file.number, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { throw .last("flock") }
    }
  }

  package func size() throws(SystemError) -> Int { try file.size() }

  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try file.read(count, at: offset)
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        return pwrite(file.number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count >= 0 {
        done += count
      } else if errno != EINTR {
        throw .last("write")
      }
    }
  }

  package func truncate(to size: Int) throws(SystemError) {
    while ftruncate(file.number, off_t(size)) != 0 {
      guard errno == EINTR else { throw .last("ftruncate") }
    }
  }

  package func sync() throws(SystemError) {
    guard synchronizeData(file.number) == 0 else { throw .last("fdatasync") }
  }
}

/// Darwin's `fdatasync` is not declared in its headers.
private func synchronizeData(_ descriptor: Int32) -> Int32 {
  #if canImport(Darwin)
    fsync(descriptor)
  #else
    fdatasync(descriptor)
  #endif
}
