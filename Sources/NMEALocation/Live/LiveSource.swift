import LocationCore
import LocationIO
import NMEA0183
import Synchronization

/// Connects a source of NMEA to a `SharedReader`: it decodes each stream with a ``LiveSession`` and
/// publishes the counters.
final class LiveSource: ReadableSource {
  private let source: any ByteSource
  private let fixSource: FixSource
  private let keepsSentences: Bool
  private let timing: LiveTiming
  private let dates: KnownDates
  private let decoders: SentenceDecoders
  private let log: SourceLog
  private let clock: any LocationClock
  private let latest = Mutex(NMEACounters())

  init(
    _ source: any ByteSource, keepsSentences: Bool, timing: LiveTiming, dates: KnownDates,
    decoders: SentenceDecoders, log: SourceLog, clock: any LocationClock
  ) {
    self.source = source
    fixSource = FixSource(kind: source.isLive ? .live : .replayed, name: source.name)
    self.keepsSentences = keepsSentences
    self.timing = timing
    self.dates = dates
    self.decoders = decoders
    self.log = log
    self.clock = clock
  }

  /// The decoder's counters since the source was last opened.
  var counters: NMEACounters { latest.withLock { $0 } }

  var name: String { source.name }

  var delivery: LocationUpdates.Delivery { source.delivery }

  func open() throws(UserLocationError) -> any ByteStream {
    let stream = try source.open()
    latest.withLock { $0 = NMEACounters() }
    return stream
  }

  func read(
    _ stream: any ByteStream, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError? {
    log.opened()
    var session = LiveSession(
      source: fixSource, isJoined: source.isJoinedAnywhere, keepsSentences: keepsSentences,
      timing: timing, dates: dates, decoders: decoders, log: log, clock: clock)
    do throws(UserLocationError) {
      try session.run(stream) { updates, counters in
        latest.withLock { $0 = counters }
        if counters.bytes > 0 {
          listeners.tell(updates)
        } else {
          for update in updates { listeners.notify(update) }
        }
      }
    } catch {
      if error.code == .cancelled { log.closed(counters) }
      throw error
    }
    log.ended(counters)
    return source.isLive ? counters.endingOfLive(name) : counters.failure(of: name)
  }

  func close(_ stream: any ByteStream) { stream.close() }

  func outage() -> LocationUpdate {
    var loss = FixLoss(reason: .deviceRemoved, source: fixSource)
    loss.receivedAt = clock.date
    loss.sentences = keepsSentences ? [] : nil
    return .fixLost(loss)
  }
}

extension NMEACounters {
  /// The error of a live source that ended: a receiver has no end.
  fileprivate func endingOfLive(_ name: String) -> UserLocationError {
    if bytes > 0, let error = absence(in: name) { return error }
    let when = bytes == 0 ? " before it sent anything" : fixes == 0 ? " before it had a fix" : ""
    return UserLocationError(
      .sourceUnavailable, source: name, detail: "the other side closed the connection\(when)")
  }
}
