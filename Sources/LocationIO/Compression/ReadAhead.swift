import LocationCore
import LocationText

/// The bytes that were read from a stream and not used yet.
struct ReadAhead {
  enum Outcome {
    case more
    /// The stream has no further bytes.
    case end
    /// No bytes came in time.
    case silent
  }

  private static let chunkSize = 64 * 1024

  private var bytes: [UInt8] = []
  private var start = 0
  /// The number of bytes that were used.
  private(set) var offset = 0

  /// The number of bytes that are not used yet.
  var count: Int { bytes.count - start }

  /// Calls `body` with the bytes that are not used yet.
  func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try bytes.withBytes { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
  }

  /// Uses the first bytes.
  mutating func drop(_ count: Int) {
    start += count
    offset += count
  }

  /// Reads more bytes. The timeout is that of ``ByteStream/read(into:timeout:)``.
  mutating func fill(
    from stream: any ByteStream, timeout: Duration?
  ) throws(UserLocationError) -> Outcome {
    bytes.removeFirst(start)
    start = 0
    return try withUnsafeTemporaryAllocation(
      byteCount: Self.chunkSize, alignment: 16
    ) { buffer throws(UserLocationError) -> Outcome in
      guard let count = try stream.read(into: buffer, timeout: timeout) else { return .silent }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count == 0 ? .end : .more
    }
  }
}
