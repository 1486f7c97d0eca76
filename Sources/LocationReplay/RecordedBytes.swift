/// The bytes of a recording that were read and belong to no item yet.
package struct RecordedBytes {
  private var bytes: [UInt8] = []
  /// The offset in the recording at which `bytes` begins.
  private var start = 0

  package init() {}

  /// Appends the next bytes of the recording.
  package mutating func append(_ chunk: UnsafeRawBufferPointer) { bytes += chunk }

  /// Takes the bytes before an offset of the recording.
  package mutating func take(upTo offset: Int) -> [UInt8] {
    let count = min(max(offset - start, 0), bytes.count)
    defer {
      bytes.removeFirst(count)
      start += count
    }
    return Array(bytes[..<count])
  }

  /// The bytes in a range of the recording, which stay; empty if some of them were taken.
  package func bytes(from first: Int, upTo end: Int) -> [UInt8] {
    let range = first - start..<max(end, first) - start
    return bytes.indices.contains(range.lowerBound) && range.upperBound <= bytes.count
      ? Array(bytes[range]) : []
  }
}
