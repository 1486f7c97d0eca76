package import LocationCore
package import LocationIO

extension RecordedFormat {
  /// The most formats around each other in a file, such as a KMZ archive in a gzip file. Without a limit, a
  /// file that contains itself would never end.
  package static let deepestNesting = 2

  /// Decompresses a file while it is read.
  ///
  /// - Parameters:
  ///   - stream: the file, from its first byte.
  ///   - source: its name, for errors.
  /// - Returns: the content, whose format is still to be recognized; `nil` if this format is not compressed, or
  ///   not read.
  /// - Throws: `.sourceUnavailable` if zlib is not installed.
  package func decompressed(
    _ stream: any ByteStream, source: String
  ) throws(UserLocationError) -> (any ByteStream)? {
    switch self {
    case .gzip: try DecompressedStream.gzip(stream, source: source)
    case .kmz: try DecompressedStream.zipEntry(stream, source: source, ending: ".kml")
    default: nil
    }
  }
}
