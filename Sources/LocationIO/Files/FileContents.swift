import LocationPOSIX

/// Reads whole files.
package enum FileContents {
  /// Reads a file from its start to its end.
  ///
  /// - Parameter limit: the largest allowed size in bytes.
  /// - Throws: the error of `open` or `read`; `EFBIG` if the file is larger than `limit`.
  package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    let file = try OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC), from: "open")
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
