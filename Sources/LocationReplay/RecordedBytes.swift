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

  /// Takes the bytes before a sentence at an offset of the recording. The TAG blocks directly before it stay with it.
  package mutating func take(beforeSentenceAt offset: Int) -> [UInt8] {
    let backslash = UInt8(ascii: "\\")
    var end = min(max(offset - start, 0), bytes.count)
    while end > 0, bytes[end - 1] == backslash,
      let block = bytes[..<(end - 1)].lastIndex(where: { $0 == backslash || $0 == 0x0A }),
      bytes[block] == backslash
    {
      end = block
    }
    return take(upTo: start + end)
  }

  /// Takes the end of a line with which the bytes begin, or as much of it as there is.
  package mutating func takeLineEnd() -> [UInt8] {
    let first = bytes.prefix(2)
    let count = first == [0x0D, 0x0A] ? 2 : first.first == 0x0D || first.first == 0x0A ? 1 : 0
    return take(upTo: start + count)
  }

  package var count: Int { bytes.count }
  package var isEmpty: Bool { bytes.isEmpty }

  /// The bytes in a range of the recording, which stay; empty if some of them were taken.
  package func bytes(from first: Int, upTo end: Int) -> [UInt8] {
    let range = first - start..<max(end, first) - start
    return bytes.indices.contains(range.lowerBound) && range.upperBound <= bytes.count
      ? Array(bytes[range]) : []
  }
}
