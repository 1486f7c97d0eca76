import LocationIO
import LocationPOSIX

/// Bytes that wait until their reader takes them.
struct OutgoingBytes {
  private var bytes: [UInt8] = []
  private var sent = 0

  /// How many bytes have not been sent yet.
  var count: Int { bytes.count - sent }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: false)
    sent = 0
  }

  /// Sends as many bytes as the reader takes at once. `write` gets the unsent bytes; it returns the
  /// number that it sent, or a negative number and `errno`.
  ///
  /// - Throws: if the reader has gone.
  mutating func flush(
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
      // Frees the sent bytes: otherwise a slow reader keeps them in memory.
      bytes.removeFirst(sent)
      sent = 0
      return
    }
    bytes.removeAll(keepingCapacity: true)
    sent = 0
  }
}
