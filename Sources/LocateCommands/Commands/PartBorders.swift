import LocationIO

/// Finds the places at which a log can be divided: lines that begin with the sentence that begins epochs.
struct PartBorders: Sendable {
  private static let step = 1 << 12

  private let file: any SeekableByteStream
  /// The end of the line before, `$`, the address and the comma.
  private let pattern: [UInt8]
  private let searchLimit: Int

  init(_ file: any SeekableByteStream, address: String, searchLimit: Int) {
    self.file = file
    self.searchLimit = searchLimit
    pattern = Array("\n$\(address),".utf8)
  }

  /// The offset of the first such line from an offset on; `nil` if there is none near.
  func first(from offset: Int) -> Int? {
    withUnsafeTemporaryAllocation(byteCount: Self.step, alignment: 16) { room in
      var start = offset - 1
      while start >= 0, start < offset + searchLimit,
        let count = try? file.read(into: room, at: start), count >= pattern.count
      {
        for index in 0...(count - pattern.count)
        where room[index] == pattern[0] && room[index...].starts(with: pattern) {
          return start + index + 1
        }
        start += count - (pattern.count - 1)
      }
      return nil
    }
  }
}
