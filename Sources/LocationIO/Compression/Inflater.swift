/// Decompresses deflated bytes (RFC 1951) with zlib.
final class Inflater {
  /// What is around the deflated bytes.
  enum Wrapping: CInt {
    /// The header and the checksum of gzip (RFC 1952), which zlib checks. The number is zlib's `windowBits`.
    case gzip = 31
    /// Nothing.
    case none = -15
  }

  /// What one call did.
  struct Step {
    /// The number of compressed bytes that it used.
    let consumed: Int
    /// The number of bytes that it wrote.
    let produced: Int
    /// Whether the compressed data is complete.
    let isAtEnd: Bool
    /// Whether the next call has a result even without more input: more output, or the damage.
    let hasMore: Bool
  }

  /// The compressed data is damaged, in zlib's words.
  struct Damage: Error {
    let words: String
  }

  private let zlib: Zlib
  private let stream: UnsafeMutablePointer<Zlib.Stream>

  init(_ wrapping: Wrapping) throws(SystemLibraryError) {
    zlib = try Zlib.shared.get()
    stream = .allocate(capacity: 1)
    stream.initialize(to: Zlib.Stream())
    // zlib compares the size with the size of its own struct.
    let status = zlib.inflateInit(
      stream, wrapping.rawValue, zlib.version(), CInt(MemoryLayout<Zlib.Stream>.size))
    precondition(status == Zlib.ok, "inflateInit2 failed with \(status)")
  }

  deinit {
    _ = zlib.inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses the beginning of `input`.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(Damage) -> Step {
    let given = min(input.count, Int(CInt.max))
    let room = min(output.count, Int(CInt.max))
    stream.pointee.nextIn = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.availableIn = CUnsignedInt(given)
    stream.pointee.nextOut = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    stream.pointee.availableOut = CUnsignedInt(room)
    let status = zlib.inflate(stream, 0)
    let produced = room - Int(stream.pointee.availableOut)
    // Without enough input or room, zlib makes no progress and says so. The caller then has more.
    let isDamaged = status != Zlib.ok && status != Zlib.streamEnd && status != Zlib.bufferError
    // The bytes before the damage are good. zlib repeats its error in the next call.
    if isDamaged, produced == 0 {
      throw Damage(
        words: stream.pointee.message.map { String(cString: $0) } ?? "zlib's error \(status)")
    }
    let isAtEnd = status == Zlib.streamEnd
    return Step(
      consumed: given - Int(stream.pointee.availableIn), produced: produced, isAtEnd: isAtEnd,
      hasMore: isDamaged || (produced == room && !isAtEnd))
  }

  /// Begins with new compressed data.
  func reset() { _ = zlib.inflateReset(stream) }

  /// Continues the CRC-32 of `checksum` with more bytes. The checksum of no bytes is 0.
  func checksum(_ checksum: UInt32, of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var checksum = CUnsignedLong(checksum)
    for start in stride(from: 0, to: bytes.count, by: Int(CInt.max)) {
      let part = bytes[start..<min(start + Int(CInt.max), bytes.count)]
      let pointer = UnsafeRawBufferPointer(rebasing: part).baseAddress
      checksum = zlib.crc32(
        checksum, pointer?.assumingMemoryBound(to: UInt8.self), CUnsignedInt(part.count))
    }
    return UInt32(truncatingIfNeeded: checksum)
  }
}
