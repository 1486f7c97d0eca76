import LocationCore
import NMEA0183

/// Reads a recording from its start to its end, item by item.
final class TrackReader {
  private static let chunkSize = 64 * 1024

  private let source: any ByteSource
  private let stream: any ByteStream
  private let monitor: ReplayMonitor
  private let opening: Int
  private var decoder: NMEALocationDecoder
  private var timeline = TrackTimeline()
  private var hasTime = false
  private var isAtEnd = false
  /// What was decoded and not yet taken, from `taken` on.
  private var items: [ReplayItem] = []
  private var taken = 0

  init(
    _ source: any ByteSource, decoders: SentenceDecoders, monitor: ReplayMonitor
  ) throws(UserLocationError) {
    self.source = source
    self.monitor = monitor
    stream = try source.open()
    opening = monitor.open()
    decoder = NMEALocationDecoder(
      source: FixSource(kind: .replayed, name: source.name), decoders: decoders)
  }

  deinit {
    stream.close()
    if !isAtEnd { monitor.log.closed(decoder.counters) }
  }

  /// The next item; `nil` at the end of a recording that held a fix.
  ///
  /// - Throws: what reading threw, or that the recording held nothing of use.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> ReplayItem? {
    while taken == items.count {
      if isAtEnd {
        if let failure = decoder.counters.failure(of: source.name) { throw failure }
        return nil
      }
      items.removeAll(keepingCapacity: true)
      taken = 0
      decode(try await stream.chunk(upTo: Self.chunkSize))
    }
    defer { taken += 1 }
    return items[taken]
  }

  private func decode(_ chunk: [UInt8]) {
    let collect = { (update: LocationUpdate, epoch: borrowing NavigationEpoch) in
      if let time = epoch.time {
        self.hasTime = true
        self.timeline.move(
          to: .nanoseconds(time.nanoseconds), day: epoch.date.map(\.daysSince1970))
      }
      self.items.append(
        ReplayItem(update: update, position: self.hasTime ? self.timeline.position : nil))
    }
    if chunk.isEmpty {
      isAtEnd = true
      decoder.finish(inspect: monitor.log.inspect, collect)
      monitor.log.ended(decoder.counters)
    } else {
      chunk.withUnsafeBytes { decoder.decode($0, inspect: monitor.log.inspect, collect) }
    }
    monitor.count(decoder.counters, of: opening)
  }
}
