public import LocationCore
public import LocationIO
public import LocationReplay
public import Logging
public import NMEA0183

/// Reads a recorded NMEA log as a track; ``NMEAReplayProvider`` plays it.
///
/// Positions come from the times of day, and from dates where the log has any, so a log without
/// dates is a track too. The places of WPL sentences are waypoints, each once. Damaged sentences are skipped
/// and counted. A log that held neither a fix nor a waypoint says so by an error at its end: an empty one and
/// one without any sentence by `.badData`, any other by `.sourceEnded`.
public final class NMEATrackReader: TrackReader {
  private static let chunkSize = 64 * 1024

  private let source: any ByteSource
  private let request: TrackRequest
  private var stream: any ByteStream
  private let monitor: ReplayMonitor
  private let opening: Int
  private var decoder: NMEALocationDecoder
  /// Looks for the first dates before anything is decoded; `nil` after that.
  private var search: DateSearch?
  private var isAtEnd = false
  /// Why a compressed log ends early.
  private var cut: UserLocationError?
  private var waypoints = LogWaypoints()
  private var decoded: DecodedItems
  /// The number of decoded items that were taken.
  private var taken = 0

  /// Opens a log.
  ///
  /// - Parameters:
  ///   - source: where the log is.
  ///   - request: what the consumer needs.
  ///   - dates: what is known about its dates.
  ///   - decoders: for sentences of your own.
  ///   - logger: receives openings and ends at `debug`, and each bad sentence at `trace`; `nil` for
  ///     no log.
  /// - Throws: what `ByteSource.open()` throws.
  public convenience init(
    _ source: any ByteSource, _ request: TrackRequest = TrackRequest(),
    dates: KnownDates = KnownDates(), decoders: SentenceDecoders = [:], logger: Logger? = nil
  ) throws(UserLocationError) {
    try self.init(
      source, request, dates: dates, decoders: decoders,
      monitor: ReplayMonitor(source: source.name, logger: logger))
  }

  init(
    _ source: any ByteSource, _ request: TrackRequest, dates: KnownDates, looksAhead: Bool = true,
    decoders: SentenceDecoders, monitor: ReplayMonitor
  ) throws(UserLocationError) {
    self.source = source
    self.request = request
    self.monitor = monitor
    decoded = DecodedItems(keepsBytes: request.keepsBytes)
    stream = try source.open()
    opening = monitor.open()
    search = looksAhead && dates.first == nil ? DateSearch(dates) : nil
    decoder = NMEALocationDecoder(
      source: FixSource(kind: .replayed, name: source.name), dates: dates,
      decoders: decoders)
  }

  deinit {
    stream.close()
    if !isAtEnd { monitor.log.closed(decoder.counters) }
  }

  /// What went through the decoder so far.
  public var counters: NMEACounters { decoder.counters }

  /// The next item; `nil` at the end.
  ///
  /// - Throws: what `ByteStream.read(into:)` throws, and at the end that the log held nothing.
  nonisolated(nonsending) public func next() async throws(UserLocationError) -> TrackItem? {
    if let search = search.take() {
      let found = await search.finished(of: source, stream)
      stream = found.stream
      decoder.expect(found.starts)
    }
    while true {
      if let item = takeBuffered(upTo: 1).first { return item }
      if isAtEnd {
        if let cut { throw cut }
        if waypoints.isEmpty, let failure = decoder.counters.failure(of: source.name) {
          throw failure
        }
        return nil
      }
      do throws(UserLocationError) {
        try await stream.readChunk(upTo: Self.chunkSize) { decode($0) }
      } catch {
        guard error.cause is CompressedDataEnd else { throw error }
        cut = error
        decode(UnsafeRawBufferPointer(start: nil, count: 0))
      }
    }
  }

  /// Takes the next items that are decoded already.
  public func takeBuffered(upTo limit: Int) -> ArraySlice<TrackItem> {
    let next = decoded.items[taken...].prefix(max(0, limit))
    taken = next.endIndex
    return next
  }

  /// Decodes the next bytes, after all decoded items were taken. An empty chunk is the end.
  private func decode(_ chunk: UnsafeRawBufferPointer) {
    taken = 0
    let (log, receipt) = (monitor.log, request.now?())
    let wantsSatellites = request.wantsSatellites
    // A local variable: every access to an object's member is checked for exclusivity.
    var decoded = DecodedItems(keepsBytes: false)
    swap(&decoded, &self.decoded)
    decoded.begin(chunk)
    if chunk.isEmpty {
      isAtEnd = true
      decoder.finishEpochs(
        inspect: { frame, kind, fault in
          decoded.giveBytes(beforeSentenceAt: frame.offset)
          log.inspect(frame, kind, fault)
        },
        { decoded.append($0, wantsSatellites ? $1 : nil, from: $2, receipt) })
      decoded.end(at: decoder.counters.bytes)
      log.ended(decoder.counters)
    } else {
      for piece in request.keepsBytes ? chunk.sentences : [chunk] {
        // An epoch ends where the sentence begins that shows its end.
        var end = 0
        decoder.decodeEpochs(
          piece,
          inspect: { frame, kind, fault in
            end = frame.offset
            decoded.giveBytes(beforeSentenceAt: end)
            if let waypoint = waypoints.take(frame, of: kind) { decoded.append(waypoint) }
            log.inspect(frame, kind, fault)
          },
          {
            decoded.append($0, wantsSatellites ? $1 : nil, from: $2, receipt)
            decoded.giveBytes(beforeSentenceAt: end)
          })
      }
    }
    swap(&decoded, &self.decoded)
    monitor.count(decoder.counters, of: opening)
  }
}

extension UnsafeRawBufferPointer {
  /// Its parts, each from one start of a sentence to the next, so that the epochs of each sentence are handed on
  /// before the next one.
  package var sentences: [UnsafeRawBufferPointer] {
    var parts: [UnsafeRawBufferPointer] = []
    var start = startIndex
    for index in indices.dropFirst() where self[index] == 0x24 || self[index] == 0x21 {
      parts.append(UnsafeRawBufferPointer(rebasing: self[start..<index]))
      start = index
    }
    return parts + [UnsafeRawBufferPointer(rebasing: self[start...])]
  }
}
