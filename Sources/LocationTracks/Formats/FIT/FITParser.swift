import LocationCore
import LocationReplay

/// Parses FIT (Garmin's Flexible and Interoperable Data Transfer protocol), in which watches and bicycle
/// computers record.
///
/// A `record` message with a position is a fix. A sport is a track. A `location` and a `course_point` message are waypoints, and so
/// is the end of a `lap`, if the message states its place. A timer that starts again begins a segment. Other
/// messages and the fields of developers are skipped. The checksums are verified. Several files in a row, which
/// the protocol allows, are one track if their sport is the same.
struct FITParser: TrackParser {
  private enum Stage {
    case header
    /// Messages, and how many of their bytes are missing.
    case messages(remaining: Int)
    case checksum
  }

  private var items: ParsedItems
  private var messages: FITMessages
  private var stage = Stage.header
  /// The bytes that are not parsed yet, and their offset in the file.
  private var rest: [UInt8] = []
  private var offset = 0
  private var checksum = FITChecksum()
  private var hasFile = false
  private var isAtEnd = false

  /// The largest number of messages whose items are taken at once.
  private static let portion = 4096

  init(source: FixSource, items: ParsedItems) {
    self.items = items
    messages = FITMessages(source: source)
  }

  mutating func parse(
    _ bytes: UnsafeRawBufferPointer, receivedAt receipt: Date?
  ) throws(TrackFileError) {
    items.receive(bytes, at: receipt)
    rest += bytes
    var pending: [UInt8] = []
    swap(&pending, &rest)
    var start = 0
    defer {
      // After an error the rest does not matter.
      pending.removeFirst(start)
      offset += start
      swap(&pending, &rest)
    }
    do throws(TrackFileError) {
      try pending.withUnsafeBufferPointer { buffer throws(TrackFileError) in
        let bytes = UnsafeRawBufferPointer(buffer)
        while let count = try step(
          UnsafeRawBufferPointer(rebasing: bytes[start...]), at: offset + start)
        {
          start += count
        }
      }
    } catch {
      messages.endFile()
      throw error
    }
  }

  mutating func finish() throws(TrackFileError) {
    messages.endFile()
    messages.noteSkipped(in: &items)
    switch stage {
    case .header where hasFile && rest.isEmpty: isAtEnd = true
    case .header:
      throw TrackFileError(offset: offset, problem: "expected the header of a FIT file")
    case .messages(let remaining):
      throw TrackFileError(
        offset: offset + rest.count,
        problem: "\(TrackFileError.cutOff); "
          + "\(remaining - rest.count) bytes of messages are missing", isCutOff: true)
    case .checksum:
      throw TrackFileError(
        offset: offset + rest.count,
        problem: "\(TrackFileError.cutOff); the checksum is missing", isCutOff: true)
    }
  }

  mutating func takeItems() -> [TrackItem] {
    while messages.isReleasing {
      messages.release(upTo: Self.portion, into: &items)
      let portion = items.take()
      if !portion.isEmpty { return portion }
    }
    if isAtEnd {
      isAtEnd = false
      items.end(at: offset)
    }
    return items.take()
  }

  var skipped: SkippedParts { items.skipped }

  /// Parses the next part: a header, a message or a checksum.
  ///
  /// - Returns: the number of bytes of the part; `nil` if more bytes are needed.
  private mutating func step(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(TrackFileError) -> Int? {
    switch stage {
    case .header: return try header(bytes, at: offset)
    case .messages(remaining: 0):
      stage = .checksum
      return 0
    case .messages(let remaining): return try message(bytes, remaining, at: offset)
    case .checksum: return try endOfFile(bytes, at: offset)
    }
  }

  /// A header: its size, two versions, the number of bytes of all messages, `.FIT`, and a checksum, which
  /// old files do not have.
  private mutating func header(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(TrackFileError) -> Int? {
    guard let first = bytes.first else { return nil }
    let size = Int(first)
    guard size >= 12 else {
      throw TrackFileError(
        offset: offset, problem: "expected a FIT header of 12 bytes or more, not of \(size)")
    }
    guard bytes.count >= size else { return nil }
    guard bytes[8..<12].elementsEqual(".FIT".utf8) else {
      throw TrackFileError(offset: offset + 8, problem: "expected .FIT in the header")
    }
    checksum = FITChecksum()
    if size >= 14 {
      let stated = UInt16(bytes[12]) | UInt16(bytes[13]) << 8
      checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<12]))
      // Zero means that the header has no checksum.
      if stated != 0, stated != checksum.value {
        throw TrackFileError(
          offset: offset + 12, problem: "the header's checksum is wrong: \(checksum) expected")
      }
      checksum.add(UnsafeRawBufferPointer(rebasing: bytes[12..<size]))
    } else {
      checksum.add(UnsafeRawBufferPointer(rebasing: bytes[..<size]))
    }
    if hasFile {
      messages.beginFile(&items)
      items.beginSegment()
    }
    hasFile = true
    stage = .messages(remaining: (0..<4).reduce(0) { $0 | Int(bytes[4 + $1]) << (8 * $1) })
    return size
  }

  private mutating func message(
    _ bytes: UnsafeRawBufferPointer, _ remaining: Int, at offset: Int
  ) throws(TrackFileError) -> Int? {
    guard let count = try messages.size(of: bytes, at: offset) else {
      // A message that cannot be complete within the data is an error as soon as the data is complete.
      if bytes.count >= remaining { throw tooLong(offset) }
      return nil
    }
    guard count <= remaining else { throw tooLong(offset) }
    guard count <= bytes.count else { return nil }
    let message = UnsafeRawBufferPointer(rebasing: bytes[..<count])
    checksum.add(message)
    stage = .messages(remaining: remaining - count)
    try messages.read(message, at: offset, into: &items)
    return count
  }

  private func tooLong(_ offset: Int) -> TrackFileError {
    TrackFileError(
      offset: offset, problem: "the message is longer than the rest of the data in the file")
  }

  private mutating func endOfFile(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(TrackFileError) -> Int? {
    guard bytes.count >= 2 else { return nil }
    guard UInt16(bytes[0]) | UInt16(bytes[1]) << 8 == checksum.value else {
      throw TrackFileError(
        offset: offset, problem: "the checksum is wrong: \(checksum) expected")
    }
    messages.endFile()
    stage = .header
    return 2
  }
}

/// The checksum of FIT: CRC-16 with the reversed polynomial 0xA001, which begins with 0.
struct FITChecksum {
  private(set) var value: UInt16 = 0

  private static let table: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xA001 : rest >> 1 }
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var value = value
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
    }
    self.value = value
  }
}

extension FITChecksum: CustomStringConvertible {
  var description: String { "0x" + String(value, radix: 16, uppercase: true) }
}

extension FileFormat {
  /// Garmin's Flexible and Interoperable Data Transfer. The header of a file is 12 or 14 bytes long, and names
  /// the format in the bytes 8 … 11.
  package static let fit = FileFormat(
    "fit", title: "FIT",
    signature: .header([12, 14]) { head in
      head.count >= 12 && head[8..<12].elementsEqual(Array(".FIT".utf8))
    },
    reading: .parser { FITParser(source: $0.fixSource, items: $0.items) },
    help: .gpsbabel("garmin_fit"))
}

extension TrackInputFormat {
  /// Garmin's Flexible and Interoperable Data Transfer.
  public static let fit = TrackInputFormat(.fit)
}
