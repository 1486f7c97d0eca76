import LocationCore
import LocationIO
import NMEA0183

/// Reads a recording from its start to its end, item by item.
final class TrackReader {
  /// How much to read at once.
  static let chunkSize = 64 * 1024

  /// What comes next.
  enum Next {
    case item(ReplayItem)
    /// Nothing, before the next bytes of this were read and decoded.
    case read(any ByteStream)
    /// The end of a recording that held a fix.
    case end
  }

  /// How what is read becomes items.
  struct Reading: Sendable {
    /// Whether satellites may be left out.
    var withoutSky = false
    /// When it counts as received; `nil` for what waits for its time first.
    var receipt: Date?
  }

  private let source: any ByteSource
  private let stream: any ByteStream
  private let promptStream: (any PromptByteStream)?
  private let monitor: ReplayMonitor
  private let opening: Int
  private var decoder: NMEALocationDecoder
  private var isAtEnd = false
  /// What was decoded, and not yet taken from `taken` on.
  private var decoded: DecodedItems
  private var taken = 0

  init(
    _ source: any ByteSource, decoders: SentenceDecoders, keepsBytes: Bool,
    monitor: ReplayMonitor
  ) throws(UserLocationError) {
    self.source = source
    self.monitor = monitor
    decoded = DecodedItems(keepsBytes: keepsBytes)
    stream = try source.open()
    promptStream = stream as? any PromptByteStream
    opening = monitor.open()
    decoder = NMEALocationDecoder(
      source: FixSource(kind: .replayed, name: source.name), decoders: decoders)
  }

  deinit {
    stream.close()
    if !isAtEnd { monitor.log.closed(decoder.counters) }
  }

  /// Takes the next item, if there is one.
  ///
  /// - Throws: at the end, that the recording held nothing of use.
  func next() throws(UserLocationError) -> Next {
    if let item = takeRead(atMost: 1).first { return .item(item) }
    guard isAtEnd else { return .read(stream) }
    if let failure = decoder.counters.failure(of: source.name) { throw failure }
    return .end
  }

  /// Takes of the next items those that have been decoded already.
  func takeRead(atMost count: Int) -> ArraySlice<ReplayItem> {
    let next = decoded.items[taken...].prefix(count)
    taken = next.endIndex
    return next
  }

  /// Reads and decodes the next bytes, if it surely need not wait for them; `false` if it might.
  func readAtOnce(_ reading: Reading) throws(UserLocationError) -> Bool {
    guard let stream = promptStream else { return false }
    return try withUnsafeTemporaryAllocation(
      byteCount: Self.chunkSize, alignment: 16
    ) { buffer throws(UserLocationError) in
      guard let count = try stream.read(into: buffer, timeout: .zero) else { return false }
      decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]), reading)
      return true
    }
  }

  /// Decodes the next bytes, all items before which have been taken; none are the end.
  func decode(_ chunk: [UInt8], _ reading: Reading) {
    chunk.withUnsafeBytes { decode($0, reading) }
  }

  private func decode(_ chunk: UnsafeRawBufferPointer, _ reading: Reading) {
    taken = 0
    decoder.leavesOutSky = reading.withoutSky
    let (source, log) = (decoder.source, monitor.log)
    // Taken out for the call: a member of an object is guarded at each access, a variable is not.
    var decoded = DecodedItems(keepsBytes: false)
    swap(&decoded, &self.decoded)
    decoded.begin(chunk)
    if chunk.isEmpty {
      isAtEnd = true
      decoder.finishEpochs(
        inspect: { frame, fault in
          decoded.giveBytes(upTo: frame.offset)
          log.inspect(frame, fault)
        },
        { epoch, satellites in decoded.append(epoch, satellites, from: source, reading.receipt) })
      decoded.end(at: decoder.counters.bytes)
      log.ended(decoder.counters)
    } else {
      decoder.decodeEpochs(
        chunk,
        // An epoch has ended where the sentence begins that shows it.
        inspect: { frame, fault in
          decoded.giveBytes(upTo: frame.offset)
          log.inspect(frame, fault)
        },
        { epoch, satellites in decoded.append(epoch, satellites, from: source, reading.receipt) })
    }
    swap(&decoded, &self.decoded)
    monitor.count(decoder.counters, of: opening)
  }
}

/// What the last bytes that were read came to.
private struct DecodedItems {
  private(set) var items: [ReplayItem] = []
  private var timeline = TrackTimeline()
  private var hasTime = false
  /// What has been read and belongs to no item yet; `nil` where the bytes are not kept.
  private var bytes: RecordedBytes?
  /// How many items have been given their bytes.
  private var given = 0

  init(keepsBytes: Bool) { bytes = keepsBytes ? RecordedBytes() : nil }

  /// Begins with the next bytes; all items before them have been taken.
  mutating func begin(_ chunk: UnsafeRawBufferPointer) {
    items.removeAll(keepingCapacity: true)
    given = 0
    bytes?.append(chunk)
  }

  /// Appends what an epoch has to tell.
  mutating func append(
    _ epoch: NavigationEpoch, _ satellites: [EpochSatellite], from source: FixSource,
    _ receipt: Date?
  ) {
    let position = move(to: epoch)
    epoch.tell(
      satellites, from: source, receivedAt: receipt,
      sky: { items.append(ReplayItem(update: .sky($0), position: position)) },
      fix: { items.append(ReplayItem(update: .fix($0), position: position)) },
      loss: { items.append(ReplayItem(update: .fixLost($0), position: position)) })
  }

  /// Moves on the track to where an epoch is; where that is, if it is known.
  private mutating func move(to epoch: borrowing NavigationEpoch) -> Duration? {
    if let time = epoch.time {
      hasTime = true
      timeline.move(to: time, day: epoch.date.map(\.daysSince1970))
    }
    return hasTime ? timeline.position : nil
  }

  /// Has the first of the items that are new take the bytes before an offset.
  mutating func giveBytes(upTo offset: Int) {
    guard bytes != nil, given < items.count else { return }
    if let recorded = bytes?.take(upTo: offset) { items[given].recorded = recorded }
    given = items.count
  }

  /// Hands out the bytes that are left, up to the end of the recording.
  mutating func end(at offset: Int) {
    giveBytes(upTo: offset)
    if let rest = bytes?.take(upTo: offset), !rest.isEmpty {
      items.append(ReplayItem(position: hasTime ? timeline.position : nil, recorded: rest))
    }
  }
}

/// The end of what has been read of a recording.
private struct RecordedBytes {
  private var bytes: [UInt8] = []
  /// Where in the recording `bytes` begins.
  private var start = 0

  mutating func append(_ chunk: UnsafeRawBufferPointer) { bytes += chunk }

  /// Takes what lies before an offset of the recording.
  mutating func take(upTo offset: Int) -> [UInt8] {
    let count = min(max(offset - start, 0), bytes.count)
    defer {
      bytes.removeFirst(count)
      start += count
    }
    return Array(bytes[..<count])
  }
}
