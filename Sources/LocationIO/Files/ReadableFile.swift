import LocationPOSIX

/// A file that is read at any place.
package protocol ReadableFile: Sendable {
  /// The number of bytes.
  func size() throws(SystemError) -> Int

  /// Reads bytes from an offset on; fewer than `count` at the end of the file.
  func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8]
}

extension OwnedDescriptor: ReadableFile {
  /// Opens a file for reading only. Another process may change it at the same time.
  package convenience init(reading path: String) throws(SystemError) {
    try self.init(open(path, O_RDONLY | O_CLOEXEC), from: "open")
  }

  package func size() throws(SystemError) -> Int {
    var information = stat()
    guard fstat(number, &information) == 0 else { throw .last("fstat") }
    return Int(information.st_size)
  }

  package func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: max(0, count))
    let done = try bytes.withUnsafeMutableBufferPointer { room throws(SystemError) in
      try read(into: UnsafeMutableRawBufferPointer(room), at: offset)
    }
    return Array(bytes[..<done])
  }

  /// Fills `buffer` with the bytes of a file from an offset on; a part of it at the end of the file.
  ///
  /// - Returns: the number of bytes.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = pread(number, rest.baseAddress, rest.count, off_t(offset + done))
      if count == 0 { break }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw .last("read")
      }
    }
    return done
  }
}

/// Reads whole files.
package enum FileContents {
  /// Reads a file from its start to its end.
  ///
  /// - Parameter limit: the largest allowed size in bytes.
  /// - Throws: the error of `open` or `read`; `EFBIG` if the file is larger than `limit`.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try OwnedDescriptor(reading: path)
    var bytes: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    defer { room.deallocate() }
    while let count = try Descriptor.read(file.number, into: room), count > 0 {
      bytes.append(contentsOf: room[..<count])
      if bytes.count > limit { throw SystemError("read", EFBIG) }
    }
    return bytes
  }
}
