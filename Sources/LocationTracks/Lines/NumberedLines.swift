import LocationText

/// Splits a text file that arrives in pieces into its lines, and counts them.
///
/// `LineSplitter` leaves out empty lines and does not count, so it cannot say where an error is.
struct NumberedLines {
  struct Line {
    /// The line without its end, valid during the call only.
    let bytes: UnsafeRawBufferPointer
    /// The number of the line, from 1.
    let number: Int
    /// The offset in the file of the first byte after the line.
    let end: Int
    /// Whether the line has an end. The last line of a file may have none.
    var isEnded = true
  }

  /// A longer line is an error, so that no file can fill the memory.
  private static let longest = 1 << 20

  /// The start of the line that has not ended yet.
  private var incomplete: [UInt8] = []
  /// The number of lines that have ended.
  private(set) var count = 0
  /// The number of bytes so far.
  private(set) var offset = 0

  /// Takes a piece, and calls `body` with each line that ends in it. The lines are without a byte order
  /// mark and without a carriage return at their ends.
  mutating func split(
    _ piece: UnsafeRawBufferPointer, _ body: (Line) throws(TrackFileError) -> Void
  ) throws(TrackFileError) {
    var start = 0
    while let end = LineSplitter.lineFeed(in: piece, from: start) {
      try complete(
        UnsafeRawBufferPointer(rebasing: piece[start..<end]), end: offset + end + 1, body)
      start = end + 1
    }
    incomplete += piece[start...]
    offset += piece.count
    if incomplete.count > Self.longest { throw tooLong }
  }

  /// Calls `body` with the last line if the file does not end with the end of a line.
  mutating func finish(
    _ body: (Line) throws(TrackFileError) -> Void
  ) throws(TrackFileError) {
    guard !incomplete.isEmpty else { return }
    try complete(UnsafeRawBufferPointer(start: nil, count: 0), end: offset) {
      line throws(TrackFileError) in
      var line = line
      line.isEnded = false
      try body(line)
    }
  }

  private mutating func complete(
    _ tail: UnsafeRawBufferPointer, end: Int,
    _ body: (Line) throws(TrackFileError) -> Void
  ) throws(TrackFileError) {
    guard incomplete.count + tail.count <= Self.longest else { throw tooLong }
    count += 1
    let number = count
    if incomplete.isEmpty {
      try body(Line(bytes: Self.trimmed(tail, isFirst: number == 1), number: number, end: end))
    } else {
      var line: [UInt8] = []
      swap(&line, &incomplete)
      line += tail
      try line.withUnsafeBufferPointer { buffer throws(TrackFileError) in
        let bytes = Self.trimmed(UnsafeRawBufferPointer(buffer), isFirst: number == 1)
        try body(Line(bytes: bytes, number: number, end: end))
      }
      // The storage is used again for the next line.
      line.removeAll(keepingCapacity: true)
      swap(&line, &incomplete)
    }
  }

  private var tooLong: TrackFileError {
    TrackFileError(line: count + 1, problem: "the line is longer than 1 MB")
  }

  private static func trimmed(
    _ line: UnsafeRawBufferPointer, isFirst: Bool
  ) -> UnsafeRawBufferPointer {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let start = isFirst && line.starts(with: mark) ? mark.count : 0
    let end = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    return UnsafeRawBufferPointer(rebasing: line[start..<max(start, end)])
  }
}
