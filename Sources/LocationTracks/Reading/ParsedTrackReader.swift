import LocationCore
import LocationIO
package import LocationReplay

/// Reads a track file piece by piece, and gives each piece to the parser of the file's format.
package final class ParsedTrackReader: TrackReader {
  /// The items of a chunk fit into the processor's cache. Those of a larger chunk would not.
  private static let chunkSize = 16 * 1024

  /// The parts of the file that were not read.
  package var skipped: SkippedParts { parser.skipped }

  /// The document whose elements the items so far carry; `nil` if they carry none.
  package var original: OriginalDocument? { parser.original }

  /// The error with which the recorded provider ended, after the last item; `nil` if the file states none.
  var recordedFailure: UserLocationError? { parser.recordedFailure }

  private let source: any ByteSource
  private let stream: any ByteStream
  private let now: (@Sendable () -> Date)?
  private var parser: any TrackParser
  /// The items that are parsed and not taken yet begin at `taken`.
  private var items: [TrackItem] = []
  private var taken = 0
  private var isAtEnd = false
  private var failure: UserLocationError?

  /// Opens a file.
  ///
  /// - Throws: what `ByteSource.open()` throws.
  package init(
    _ source: any ByteSource, _ request: TrackRequest, parser: any TrackParser
  ) throws(UserLocationError) {
    self.source = source
    self.parser = parser
    now = request.now
    stream = try source.open()
  }

  deinit { stream.close() }

  /// The next item; `nil` at the end.
  ///
  /// - Throws: `.badData` with a ``TrackFileError`` as its cause, and what `ByteStream.read(into:)`
  ///   throws. All items before the error were returned.
  nonisolated(nonsending) package func next() async throws(UserLocationError) -> TrackItem? {
    while try needsBytes() {
      do throws(UserLocationError) {
        try await stream.readChunk(upTo: Self.chunkSize) { parse($0) }
      } catch {
        try end(after: error)
      }
    }
    return takeBuffered(upTo: 1).first
  }

  /// Does the same as ``next()``, and blocks the calling thread while it waits for bytes.
  package func blockingNext() throws(UserLocationError) -> TrackItem? {
    while try needsBytes() {
      do throws(UserLocationError) {
        try withUnsafeTemporaryAllocation(
          byteCount: Self.chunkSize, alignment: 16
        ) { buffer throws(UserLocationError) in
          let count = try stream.read(into: buffer)
          parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
      } catch {
        try end(after: error)
      }
    }
    return takeBuffered(upTo: 1).first
  }

  package func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    let next = items[taken...].prefix(max(0, limit))
    taken = next.endIndex
    return next
  }

  /// Whether no item is left and the file may have more. Throws the error after the last item.
  private func needsBytes() throws(UserLocationError) -> Bool {
    if taken < items.count { return false }
    taken = 0
    items = parser.takeItems()
    if !items.isEmpty { return false }
    if let failure { throw failure }
    return !isAtEnd
  }

  /// Takes what is whole of a file that is cut off. Throws any other error.
  private func end(after error: UserLocationError) throws(UserLocationError) {
    guard error.isCutOff else { throw error }
    parse(UnsafeRawBufferPointer(start: nil, count: 0))
    failure = error
  }

  /// Parses the next bytes, after all items were taken. No bytes are the end.
  private func parse(_ chunk: UnsafeRawBufferPointer) {
    isAtEnd = chunk.isEmpty
    do throws(TrackFileError) {
      if isAtEnd { try parser.finish() } else { try parser.parse(chunk, receivedAt: now?()) }
    } catch {
      failure = UserLocationError(
        .badData, source: source.name, detail: error.description, cause: error)
    }
  }
}
