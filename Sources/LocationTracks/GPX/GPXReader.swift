public import LocationCore
public import LocationIO
public import LocationReplay

/// Reads a GPX file (1.0 or 1.1) as a track, in pieces and with a fixed amount of memory.
///
///     let source = FileByteSource(path: "walk.gpx")
///     let walk = TrackPlayer { request throws(UserLocationError) in try GPXReader(source, request) }
///     for try await update in walk.startUpdatingLocation() { print(update) }
///
/// The items come in the order of the file:
/// - A `trkpt` is an update: a fix, or a lost fix if it says `<fix>none</fix>`.
/// - The first point of each later segment or track follows a segment start.
/// - A `rtept` is a route point, and a `wpt` is a waypoint.
///
/// Elevations are altitudes above mean sea level. Values that a point does not state are `nil`, also
/// values that are malformed or out of range; only a wrong coordinate is an error. Positions are counted
/// from the first `trkpt` with a time.
///
/// Expat parses the XML. It is Debian's package `libexpat1`, which nearly every system has, and is
/// loaded with the first reader. Document type declarations are refused.
public final class GPXReader: TrackReader {
  private static let chunkSize = 64 * 1024

  private let source: any ByteSource
  private let stream: any ByteStream
  private let promptStream: (any PromptByteStream)?
  private let now: (@Sendable () -> Date)?
  private var parser: GPXParser
  /// The items that are parsed and not taken yet begin at `taken`.
  private var items: [TrackItem] = []
  private var taken = 0
  private var isAtEnd = false
  private var failure: UserLocationError?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - source: where the file is.
  ///   - request: what the consumer needs.
  /// - Throws: `.sourceUnavailable` if Expat is not installed, and what `ByteSource.open()` throws.
  public init(
    _ source: any ByteSource, _ request: TrackRequest = TrackRequest()
  ) throws(UserLocationError) {
    do throws(SystemLibraryError) {
      parser = try GPXParser(source: source.name, keepsBytes: request.keepsBytes)
    } catch {
      throw UserLocationError(error, source: source.name)
    }
    self.source = source
    now = request.now
    stream = try source.open()
    promptStream = stream as? any PromptByteStream
  }

  deinit { stream.close() }

  /// The next item; `nil` at the end.
  ///
  /// - Throws: `.badData` with a ``TrackFileError`` as its cause if the file is not GPX, and what
  ///   `ByteStream.read(into:)` throws. All items before the error were returned.
  nonisolated(nonsending) public func next() async throws(UserLocationError) -> TrackItem? {
    while try needsBytes() {
      // Bytes that are at hand need no other thread.
      if let promptStream, try read(from: promptStream, timeout: .zero) { continue }
      let chunk = try await stream.chunk(upTo: Self.chunkSize)
      chunk.withUnsafeBytes { parse($0) }
    }
    return takeBuffered(upTo: 1).first
  }

  /// Does the same as ``next()``, and blocks the calling thread while it waits for bytes.
  public func blockingNext() throws(UserLocationError) -> TrackItem? {
    while try needsBytes() { _ = try read(from: stream, timeout: nil) }
    return takeBuffered(upTo: 1).first
  }

  /// Takes the next items that are parsed already.
  public func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    let next = items[taken...].prefix(max(0, limit))
    taken = next.endIndex
    return next
  }

  /// Whether no item is left and the file may have more. Throws the error after the last item.
  private func needsBytes() throws(UserLocationError) -> Bool {
    if taken < items.count { return false }
    if let failure { throw failure }
    return !isAtEnd
  }

  /// Reads and parses the next bytes; `false` if none came in time.
  private func read(
    from stream: any ByteStream, timeout: Duration?
  ) throws(UserLocationError) -> Bool {
    try withUnsafeTemporaryAllocation(
      byteCount: Self.chunkSize, alignment: 16
    ) { buffer throws(UserLocationError) in
      guard let count = try stream.read(into: buffer, timeout: timeout) else { return false }
      parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return true
    }
  }

  /// Parses the next bytes, after all items were taken. No bytes are the end.
  private func parse(_ chunk: UnsafeRawBufferPointer) {
    isAtEnd = chunk.isEmpty
    taken = 0
    do throws(TrackFileError) {
      if isAtEnd { try parser.finish() } else { try parser.parse(chunk, receivedAt: now?()) }
    } catch {
      failure = UserLocationError(
        .badData, source: source.name, detail: error.description, cause: error)
    }
    items = parser.takeItems()
  }
}
