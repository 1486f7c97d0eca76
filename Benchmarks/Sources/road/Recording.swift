import CYardsticks
import Glibc

/// A file in memory. It returns chunks like a reader of the file.
struct Recording {
  /// The number of bytes of a chunk.
  static let chunkSize = 64 * 1024

  let path: String
  let bytes: [UInt8]

  init(path: String) throws {
    self.path = path
    guard let file = fopen(path, "rb") else { throw Failure("\(path): it can not be opened") }
    defer { fclose(file) }
    var size = stat()
    guard fstat(fileno(file), &size) == 0, size.st_size > 0 else {
      throw Failure("\(path): it is empty")
    }
    bytes = [UInt8](unsafeUninitializedCapacity: Int(size.st_size)) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
  }

  /// Whether these are gpsd's lines.
  var isJSON: Bool { bytes.first == UInt8(ascii: "{") }

  /// Calls `body` with each chunk. Returns the number of memory blocks that were allocated meanwhile,
  /// and the sum of the results of `body`. Both leave out the first tenth of the chunks, the warm-up.
  func forEachChunk(_ body: (UnsafeRawBufferPointer) -> Int) -> (allocations: Int, items: Int) {
    bytes.withUnsafeBytes { bytes in
      let chunks = (bytes.count + Self.chunkSize - 1) / Self.chunkSize
      var atStart = 0
      var items = 0
      for index in 0..<chunks {
        if index == chunks / 10 {
          atStart = Int(yardstick_allocations())
          items = 0
        }
        let start = index * Self.chunkSize
        let end = min(start + Self.chunkSize, bytes.count)
        items += body(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
      }
      return (Int(yardstick_allocations()) - atStart, items)
    }
  }
}
