public import LocationCore
import Synchronization

/// Bytes in memory, read like a recorded file.
public struct DataByteSource: ByteSource {
  /// The bytes of each stream.
  public let bytes: [UInt8]

  /// The source's name in errors and logs.
  public let name: String

  /// `false`: a recording waits for its consumer.
  public var isLive: Bool { false }

  /// Makes a source of bytes.
  public init(bytes: some Sequence<UInt8>, name: String = "memory") {
    self.bytes = Array(bytes)
    self.name = name
  }

  /// Opens a stream at the first byte. Never throws.
  public func open() throws(UserLocationError) -> any ByteStream { DataByteStream(bytes) }
}

private final class DataByteStream: PromptByteStream {
  private let bytes: [UInt8]
  /// The start of the next read; `nil` after closing.
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
