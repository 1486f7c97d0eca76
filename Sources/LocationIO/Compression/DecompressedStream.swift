package import LocationCore

/// The bytes of a compressed stream, which are decompressed while they are read.
///
/// Unchecked, because zlib's state is not `Sendable`. Only one thread reads a `ByteStream`, and ``close()``
/// uses nothing but the compressed stream.
package final class DecompressedStream: PromptByteStream, @unchecked Sendable {
  private let base: any ByteStream
  private var decompressor: any Decompressor

  private init(_ base: any ByteStream, _ decompressor: any Decompressor) {
    self.base = base
    self.decompressor = decompressor
  }

  /// All members of a gzip stream (RFC 1952).
  ///
  /// Reading throws `.badData` if the compressed data is damaged or cut off, after all bytes before the damage.
  ///
  /// - Parameters:
  ///   - base: the compressed bytes. The new stream takes it over.
  ///   - source: the name of its source, for errors.
  /// - Throws: `.sourceUnavailable` if zlib is not installed.
  package static func gzip(
    _ base: any ByteStream, source: String
  ) throws(UserLocationError) -> DecompressedStream {
    DecompressedStream(
      base, GzipMembers(try CompressedInput(base, source: source, wrapping: .gzip)))
  }

  /// The entries in a zip archive whose names have a given ending, one after the other.
  ///
  /// The archive is read from its start, so it may come from a pipe. Stored and
  /// deflated entries are read. Reading throws `.badData` if the archive is damaged, cut off or encrypted, or
  /// has no such entry.
  ///
  /// - Parameters:
  ///   - base: the archive. The new stream takes it over.
  ///   - source: the name of its source, for errors.
  ///   - ending: the ending of the names of the entries, in lower case: ".kml".
  /// - Throws: `.sourceUnavailable` if zlib is not installed.
  package static func zipEntries(
    _ base: any ByteStream, source: String, ending: String
  ) throws(UserLocationError) -> DecompressedStream {
    DecompressedStream(
      base, ZipEntries(try CompressedInput(base, source: source, wrapping: .none), ending: ending))
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(UserLocationError) -> Int {
    try read(into: buffer, timeout: nil) ?? 0
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int? {
    try decompressor.read(into: buffer, timeout: timeout)
  }

  package func close() { base.close() }
}

/// Why reading compressed data ends: the data ends before it is complete. The cause of a `UserLocationError`.
package struct CompressedDataEnd: Error, Hashable {}

/// The layout of compressed bytes, and the place in it.
protocol Decompressor {
  /// Reads as ``ByteStream/read(into:timeout:)`` says.
  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, timeout: Duration?
  ) throws(UserLocationError) -> Int?
}
