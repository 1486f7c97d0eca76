import GPSDProtocol
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes to a file descriptor that somebody else opened and closes.
package struct DescriptorSink: OutputSink {
  private let descriptor: Int32
  private let name: String

  /// Writes to `descriptor`; `name` is what errors call it.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  package var terminalWidth: Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try bytes.withUnsafeBufferPointer { bytes throws(OutputError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    var start = 0
    while start < bytes.count {
      let count = systemWrite(descriptor, bytes[start...])
      if count >= 0 {
        start += count
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntilWritable()
      case EPIPE: throw .closedPipe
      case let code: throw .failed(name: name, reason: SystemError("write", code).clause)
      }
    }
  }

  /// Somebody who shares the descriptor may have made it non-blocking.
  private func waitUntilWritable() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&request, 1, -1)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
  let rest = UnsafeRawBufferPointer(rebasing: bytes)
  return write(descriptor, rest.baseAddress, rest.count)
}
