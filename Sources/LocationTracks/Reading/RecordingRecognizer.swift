package import LocationCore
package import LocationIO

/// Finds out what a recording contains from its first bytes, and decompresses it.
///
/// The caller reads the bytes, because it may wait for them or block:
///
///     while try recognizer.content() == nil { recognizer.append(try stream.chunk(upTo: size)) }
package struct RecordingRecognizer {
  /// What a recording contains.
  package enum Content: Hashable, Sendable {
    /// NMEA 0183, or text of an unknown format.
    case log
    case track(FileFormat)
  }

  /// The most formats around each other in a file, such as a KMZ archive in a gzip file. Without a limit, a
  /// file that contains itself would never end.
  package static let deepestNesting = 2

  /// The stream to read the next bytes from: the recording, or what is compressed in it.
  package private(set) var stream: any ByteStream

  private let source: any ByteSource
  private let format: TrackInputFormat?
  private var head: [UInt8] = []
  private var isWhole = false
  private var depth = 0

  /// - Parameters:
  ///   - source: the recording.
  ///   - stream: its stream, from the first byte.
  ///   - format: the format if it is known; `nil` if the content decides.
  package init(_ source: any ByteSource, _ stream: any ByteStream, as format: TrackInputFormat?) {
    self.source = source
    self.stream = stream
    self.format = format
  }

  /// Appends the next bytes of ``stream``. No bytes are its end.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    isWhole = bytes.isEmpty
    head += bytes
  }

  /// The content; `nil` if more bytes are needed.
  ///
  /// - Throws: `.sourceUnavailable` if the recording is compressed and zlib is not installed.
  package mutating func content() throws(UserLocationError) -> Content? {
    switch recognition {
    case .undecided: return nil
    case .other: return .log
    case .known(let format):
      guard depth < Self.deepestNesting, case .unpacking(let unpack)? = format.reading else {
        return .track(format)
      }
      let content = try unpack(opened.open(), source.name)
      depth += 1
      (stream, head, isWhole) = (content, [], false)
      return nil
    }
  }

  /// The content from its first byte, after ``content()`` returned what it is.
  package var opened: OpenedByteSource { OpenedByteSource(source, stream: stream, head: head) }

  private var recognition: FileFormat.Recognition {
    let found = FileFormat.recognize(head, isWhole: isWhole)
    // A file of any format may be compressed, and an archive contains a file of another format.
    guard let format, found != .known(.gzip), format != .kmz || depth == 0 else { return found }
    // One byte may be the first one of a compressed file.
    if head.count < 2, !isWhole { return .undecided }
    return format.file == .nmea ? .other : .known(format.file)
  }
}
