public import LocationCore
import Synchronization

/// Bytes in memory, as if they were a recorded file.
public struct DataByteSource: ByteSource {
  /// What a stream gives, from first to last.
  public let bytes: [UInt8]

  /// What the source calls itself.
  public let name: String

  /// A recording waits for its consumer.
  public var isLive: Bool { false }

  /// Makes a source of bytes.
  public init(bytes: some Sequence<UInt8>, name: String = "memory") {
    self.bytes = Array(bytes)
    self.name = name
  }

  /// Opens a stream at the first byte. Never fails.
  public func open() throws(UserLocationError) -> any ByteStream { DataByteStream(bytes) }
}

/// Copies bytes out of memory.
private final class DataByteStream: PromptByteStream {
  private let bytes: [UInt8]
  /// Where the next read starts; `nil` once closed.
  private let position = Mutex<Int?>(0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    let range = position.withLock { position -> Range<Int>? in
      guard let start = position else { return nil }
      let end = min(bytes.count, start + buffer.count)
      position = end
      return start..<end
    }
    guard let range else { throw .cancelled }
    buffer.copyBytes(from: bytes[range])
    return range.count
  }

  func close() { position.withLock { $0 = nil } }
}
