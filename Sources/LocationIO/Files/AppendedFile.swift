import LocationPOSIX
import Synchronization

/// A file or a named pipe to which whole records are appended. Only its owner may read a new file.
package final class AppendedFile: Sendable {
  private let path: String
  /// `nil` before the first record and after an error.
  private let file = Mutex<OwnedDescriptor?>(nil)

  /// Names the file. The first record opens it, or creates it.
  package init(path: String) { self.path = path }

  /// Appends a record as a whole.
  ///
  /// It does not wait for the reader of a pipe: without a reader the error is `ENXIO` or `EPIPE`, and
  /// `EAGAIN` if the reader is behind. After an error nothing of the record is in a file.
  ///
  /// - Throws: the error of `open` or `write`. The next record opens the file again.
  package func append(_ record: [UInt8]) throws(SystemError) {
    try file.withLock { file throws(SystemError) in
      let open: OwnedDescriptor
      if let file { open = file } else { open = try Self.open(path) }
      file = nil
      try Self.append(record, to: open.number)
      file = open
    }
  }

  private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
    // Without O_NONBLOCK, this would wait until somebody reads the pipe.
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC
    return try OwnedDescriptor(LocationPOSIX.open(path, flags, 0o600), from: "open")
  }

  private static func append(_ record: [UInt8], to file: Int32) throws(SystemError) {
    var information = stat()
    guard fstat(file, &information) == 0 else { throw .last("fstat") }
    var done = 0
    while done < record.count {
      let count = record.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        return LocationPOSIX.write(file, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        done += count
        continue
      }
      let error = SystemError.last("write")
      switch error.number {
      case EINTR: continue
      // A pipe takes at most 4096 bytes at once. The rest of a longer record waits for its reader.
      case EAGAIN where done > 0:
        var request = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      default:
        // The disk is full. Without the beginning of the record, the next one begins a new line.
        if done > 0 { _ = ftruncate(file, information.st_size) }
        throw error
      }
    }
  }
}
