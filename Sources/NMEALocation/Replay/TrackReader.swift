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
    if !isAtEnd { monitor.leave(decoder.counters) }
  }

  /// The next item; `nil` at the end of a recording that held a fix.
  ///
  /// - Throws: what reading threw, or that the recording held nothing of use.
  func next(
    isolation: isolated any Actor
  ) async throws(UserLocationError) -> ReplayItem? {
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
    let source = decoder.source
    let inspect: NMEALocationDecoder.Inspection = { frame, fault in
      if let fault { self.monitor.note(fault, inLine: frame.line) }
    }
    let collect = { (epoch: NavigationEpoch, satellites: [EpochSatellite]) in
      LocationUpdate.forEach(of: epoch, satellites, from: source, self.append)
    }
    if chunk.isEmpty {
      isAtEnd = true
      decoder.finishEpochs(inspect: inspect, collect)
    } else {
      chunk.withUnsafeBytes { decoder.decodeEpochs($0, inspect: inspect, collect) }
    }
    monitor.count(decoder.counters, of: opening, isAtEnd: isAtEnd)
  }

  private func append(_ update: LocationUpdate, _ epoch: NavigationEpoch) {
    if let time = epoch.time {
      hasTime = true
      timeline.move(to: .nanoseconds(time.nanoseconds), day: epoch.date.map(\.daysSince1970))
    }
    items.append(ReplayItem(update: update, position: hasTime ? timeline.position : nil))
  }
}
