import LocationCore
import LocationIO

/// Bytes that are read in pieces of a fixed size.
struct Pieces: ByteSource {
  let bytes: [UInt8]
  let size: Int
  var name: String { "fuzz" }
  var isLive: Bool { false }

  func open() throws(UserLocationError) -> any ByteStream {
    Stream(try DataByteSource(bytes: bytes).open(), size)
  }

  private final class Stream: ByteStream {
    private let base: any ByteStream
    private let size: Int

    init(_ base: any ByteStream, _ size: Int) {
      self.base = base
      self.size = size
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
      try base.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size)))
    }

    func close() { base.close() }
  }
}
