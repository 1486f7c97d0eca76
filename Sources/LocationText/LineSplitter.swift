/// Assembles lines from pieces of a stream, such as a socket returns them. It holds at most one
/// incomplete line.
public struct LineSplitter {
  /// One line of the stream.
  public enum Line {
    /// A line without its end. The bytes are valid during the call only.
    case whole(UnsafeRawBufferPointer)
    /// The first bytes of a line that is longer than allowed. The rest of it is dropped. The bytes
    /// are valid during the call only.
    case tooLong(UnsafeRawBufferPointer)
  }

  /// The start of the line that has not ended yet.
  public private(set) var incomplete: [UInt8] = []

  private let limit: Int
  private var isSkipping = false

  /// Makes a splitter for lines of up to `limit` bytes.
  public init(limit: Int) { self.limit = limit }

  /// Whether a line has begun and not ended.
  public var isWithinLine: Bool { isSkipping || !incomplete.isEmpty }

  /// Takes a piece, and calls `body` with each line that it completes. Empty lines are left out.
  public mutating func split(_ piece: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
    var start = 0
    while let end = Self.lineFeed(in: piece, from: start) {
      complete(with: UnsafeRawBufferPointer(rebasing: piece[start..<end]), body)
      start = end + 1
    }
    guard !isSkipping, start < piece.count else { return }
    if incomplete.count + piece.count - start <= limit {
      incomplete.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[start...]))
    } else {
      isSkipping = true
      drop(UnsafeRawBufferPointer(rebasing: piece[start...]), body)
    }
  }

  private mutating func complete(with tail: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
    if isSkipping {
      isSkipping = false
    } else if incomplete.count + tail.count > limit {
      drop(tail, body)
    } else if incomplete.isEmpty {
      Self.deliver(tail, body)
    } else {
      incomplete.append(contentsOf: tail)
      incomplete.withUnsafeBytes { Self.deliver($0, body) }
      incomplete.removeAll(keepingCapacity: true)
    }
  }

  /// Reports a line that is too long, and forgets it.
  private mutating func drop(_ tail: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
    if incomplete.isEmpty {
      body(.tooLong(tail))
    } else {
      incomplete.withUnsafeBytes { body(.tooLong($0)) }
      incomplete.removeAll()
    }
  }

  private static func deliver(_ line: UnsafeRawBufferPointer, _ body: (Line) -> Void) {
    let length = line.last == UInt8(ascii: "\r") ? line.count - 1 : line.count
    if length > 0 { body(.whole(UnsafeRawBufferPointer(rebasing: line[..<length]))) }
  }

  /// The offset of the next line feed; `nil` if there is none.
  ///
  /// It looks at eight bytes at once: one at a time took longer than to decode the line.
  public static func lineFeed(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var index = start
    while index + 8 <= bytes.count {
      // A byte of `word` is zero where the text has a line feed. The subtraction borrows from the
      // highest bit of the first such byte.
      let word =
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        ^ 0x0A0A_0A0A_0A0A_0A0A
      let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
      if zeros != 0 { return index + zeros.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      if bytes[index] == 0x0A { return index }
      index += 1
    }
    return nil
  }
}
