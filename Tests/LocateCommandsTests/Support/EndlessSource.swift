import LocationCore
import LocationIO
import Synchronization

/// A file almost without an end, such as `/dev/zero`: each read returns at once.
struct EndlessSource: ByteSource {
  let name = "file:endless"
  let isLive = false
  /// What is read again and again.
  let bytes: [UInt8]
  /// Called by the tenth read. A reader that goes on for ten thousand reads sees the end, so no test hangs.
  let interrupt: @Sendable () -> Void

  func open() throws(UserLocationError) -> any ByteStream { Stream(source: self) }

  private final class Stream: PromptByteStream {
    let source: EndlessSource
    let reads = Mutex(0)

    init(source: EndlessSource) { self.source = source }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
      let number = reads.withLock { reads in
        reads += 1
        return reads
      }
      if number == 10 { source.interrupt() }
      if number > 10_000 { return 0 }
      let count = min(buffer.count, source.bytes.count)
      buffer.copyBytes(from: source.bytes[..<count])
      return count
    }

    func close() {}
  }
}
