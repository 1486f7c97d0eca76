import LocationPOSIX

/// A file that is read at any place.
package protocol ReadableFile: Sendable {
  /// The number of bytes.
  func size() throws(SystemError) -> Int

  /// Reads bytes from an offset on; fewer than `count` at the end of the file.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8]
}

/// A file on the disk that another process may change at the same time.
package final class SharedFile: ReadableFile {
  private let file: OwnedDescriptor

  /// Opens a file for reading only.
  package init(path: String) throws(SystemError) {
    file = try OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC), from: "open")
  }

  package func size() throws(SystemError) -> Int { try file.size() }

  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    try file.read(count, at: offset)
  }
}

extension OwnedDescriptor {
  /// The number of bytes of a file.
  func size() throws(SystemError) -> Int {
    var information = stat()
    guard fstat(number, &information) == 0 else { throw .last("fstat") }
    return Int(information.st_size)
  }

  /// Reads bytes of a file from an offset on; fewer than `count` at its end.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeMutableBytes { room in
        let rest = UnsafeMutableRawBufferPointer(rebasing: room[done...])
        return pread(number, rest.baseAddress, rest.count, off_t(offset + done))
      }
      if count == 0 { break }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw .last("read")
      }
    }
    return Array(bytes[..<done])
  }
}
