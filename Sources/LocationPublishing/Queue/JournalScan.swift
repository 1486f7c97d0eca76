import LocationIO

/// The whole messages of a journal, in their order. What is between them is damaged.
struct JournalScan {
  private let file: any ReadableFile
  private let version: JournalHeader.Version
  private let end: Int
  /// Where the last whole message ends.
  private(set) var offset: Int
  /// About how many messages are damaged. An incomplete one at the end, as a power loss leaves it, is none.
  private(set) var damaged = 0

  init(
    _ file: any ReadableFile, from offset: Int, end: Int, version: JournalHeader.Version = .present
  ) {
    (self.file, self.offset, self.end, self.version) = (file, offset, end, version)
  }

  /// The next whole message; `nil` at the end.
  mutating func next() throws(SystemError) -> JournalRecord? {
    if let record = try record(at: offset) { return record }
    // A message begins after a line feed, and has two of its own.
    var feeds = 0
    var block = offset
    while block < end {
      let bytes = try file.read(min(1 << 16, end - block), at: block)
      guard !bytes.isEmpty else { break }
      for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
        feeds += 1
        guard let record = try record(at: block + index + 1) else { continue }
        damaged += (feeds + 1) / 2
        return record
      }
      block += bytes.count
    }
    if offset < end, try !isIncomplete() { damaged += max(1, (feeds + 1) / 2) }
    return nil
  }

  private mutating func record(at offset: Int) throws(SystemError) -> JournalRecord? {
    guard let record = try JournalRecord(file, at: offset, end: end, version: version) else {
      return nil
    }
    self.offset = offset + record.size
    return record
  }

  /// Whether the rest may be the start of a message: it lacks the last line feed, or is the line before the payload.
  private func isIncomplete() throws(SystemError) -> Bool {
    guard try file.read(1, at: end - 1) == [UInt8(ascii: "\n")] else { return true }
    let rest = try file.read(min(JournalLine.longest, end - offset), at: offset)
    return JournalLine(rest, version)?.size == end - offset
  }
}
