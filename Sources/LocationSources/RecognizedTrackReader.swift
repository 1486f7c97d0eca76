import LocationCore
import LocationIO
import LocationReplay
import LocationTracks
import NMEALocation

/// Reads a recording in any format that is read: NMEA 0183 or GPX. Its content decides, not its name.
///
/// A recording in another format is an error that names it. A GPX file without a track point is an
/// error too, like a log without a fix.
final class RecognizedTrackReader: TrackReader {
  private static let chunkSize = 64 * 1024

  private let source: any ByteSource
  private let request: TrackRequest
  private let openLog: NMEALogOpening
  private let stream: any ByteStream
  /// `nil` until the format is recognized.
  private var reader: (any TrackReader)?
  private var isGPX = false
  private var hasFix = false
  private var encoder = LocationEncoder()

  /// Opens a recording.
  ///
  /// - Parameter openLog: makes the reader if it is NMEA 0183.
  init(
    _ source: any ByteSource, _ request: TrackRequest, openLog: @escaping NMEALogOpening
  ) throws(UserLocationError) {
    self.source = source
    self.request = request
    self.openLog = openLog
    stream = try source.open()
  }

  deinit { stream.close() }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> TrackItem? {
    var reader: any TrackReader
    if let known = self.reader { reader = known } else { reader = try await recognize() }
    self.reader = nil
    let item = try await reader.next()
    self.reader = reader
    return isGPX ? try checked(item) : item
  }

  func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    guard var reader else { return [] }
    self.reader = nil
    defer { self.reader = reader }
    let items = reader.takeBuffered(upTo: limit)
    guard isGPX else { return items }
    if !hasFix { hasFix = items.contains { $0.isFix } }
    return request.keepsBytes ? items.map(withSentences)[...] : items
  }

  private nonisolated(nonsending) func recognize() async throws(UserLocationError)
    -> any TrackReader
  {
    var head: [UInt8] = []
    var isWhole = false
    while true {
      switch RecordedFormat.recognize(head, isWhole: isWhole) {
      case .undecided: break
      case .other: return try openLog(opened(head), request)
      case .known(.gpx):
        isGPX = true
        return try GPXReader(opened(head), request)
      case .known(let format): throw UserLocationError(unreadable: format, of: source)
      }
      let chunk = try await chunk()
      isWhole = chunk.isEmpty
      head += chunk
    }
  }

  private func opened(_ head: [UInt8]) -> OpenedByteSource {
    OpenedByteSource(source, stream: stream, head: head)
  }

  private nonisolated(nonsending) func chunk() async throws(UserLocationError) -> [UInt8] {
    if let stream = stream as? any PromptByteStream {
      let chunk = try withUnsafeTemporaryAllocation(
        byteCount: Self.chunkSize, alignment: 16
      ) { buffer throws(UserLocationError) -> [UInt8]? in
        try stream.read(into: buffer, timeout: .zero).map { Array(buffer[..<$0]) }
      }
      if let chunk { return chunk }
    }
    return try await stream.chunk(upTo: Self.chunkSize)
  }

  /// Checks an item of a GPX file, and its end.
  private func checked(_ item: TrackItem?) throws(UserLocationError) -> TrackItem? {
    guard let item else {
      if hasFix { return nil }
      throw UserLocationError(
        .sourceEnded, source: source.name, detail: "it is GPX without a track point")
    }
    if item.isFix { hasFix = true }
    return request.keepsBytes ? withSentences(item) : item
  }

  /// The item with NMEA sentences instead of the file's own bytes, because a server's clients expect a
  /// receiver's bytes.
  private func withSentences(_ item: TrackItem) -> TrackItem {
    var item = item
    item.bytes = item.update.map { encoder.encode($0) } ?? []
    return item
  }
}

extension TrackItem {
  fileprivate var isFix: Bool { if case .fix = update { true } else { false } }
}
