import Foundation
import LocationCore
import LocationIO
import Synchronization

/// A source that sends some bytes and is then silent until it is closed.
final class BlockingSource: ByteSource {
  let name = "-"
  let isLive = false
  private let stream: Stream

  init(first: String) { stream = Stream(Array(first.utf8)) }

  func open() throws(UserLocationError) -> any ByteStream { stream }

  /// Returns when a read waits.
  func waits() async {
    for await _ in stream.waiting { return }
  }

  private final class Stream: ByteStream {
    let waiting: AsyncStream<Void>
    private let isWaiting: AsyncStream<Void>.Continuation
    private let bytes: Mutex<[UInt8]>
    private let closed = DispatchSemaphore(value: 0)

    init(_ bytes: [UInt8]) {
      self.bytes = Mutex(bytes)
      (waiting, isWaiting) = AsyncStream.makeStream()
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
      let bytes = bytes.withLock { bytes in
        defer { bytes = [] }
        return bytes
      }
      if !bytes.isEmpty {
        buffer.copyBytes(from: bytes)
        return bytes.count
      }
      isWaiting.yield()
      closed.wait()
      throw .cancelled
    }

    func close() { closed.signal() }
  }
}
