import GPSDProtocol
import LocationIO
import LocationText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes on their way to somebody who may take them slowly.
package struct OutgoingBytes {
  private var bytes: [UInt8] = []
  private var sent = 0

  /// How many have not gone out yet.
  package var count: Int { bytes.count - sent }

  package var isEmpty: Bool { count == 0 }

  package mutating func append(_ more: [UInt8]) { bytes += more }

  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: false)
    sent = 0
  }

  /// Writes what `write` takes at once: it gets what is left, and returns how much it took, or
  /// less than zero and `errno`.
  ///
  /// - Throws: when the other side is gone.
  package mutating func flush(
    _ write: (UnsafeRawBufferPointer) -> Int
  ) throws(SystemError) {
    while !isEmpty {
      let count = bytes.withUnsafeBytes { write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      if count >= 0 {
        sent += count
        continue
      }
      if errno == EINTR { continue }
      guard errno == EAGAIN else { throw .last("write") }
      // What went out is given back, lest a slow reader keep it in memory.
      bytes.removeFirst(sent)
      sent = 0
      return
    }
    bytes.removeAll(keepingCapacity: true)
    sent = 0
  }
}
