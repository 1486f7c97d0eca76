import Logging
import NMEA0183
import Synchronization

/// What a replay tells of its work: counters to whoever asks its provider, and a log.
final class ReplayMonitor: Sendable {
  private struct State {
    var openings = 0
    var counters = NMEACounters()
  }

  private let logger: Logger?
  private let state = Mutex(State())

  /// Logs to `logger`, each message with the source's name; `nil` keeps quiet.
  init(source: String, logger: Logger?) {
    var logger = logger
    logger?[metadataKey: "source"] = "\(source)"
    self.logger = logger
  }

  /// What went through since the recording was last opened.
  var counters: NMEACounters { state.withLock { $0.counters } }

  /// The recording is open: counting starts over. Returns what to call this opening.
  func open() -> Int {
    logger?.debug("opened")
    return state.withLock { state in
      state.openings += 1
      state.counters = NMEACounters()
      return state.openings
    }
  }

  /// So much has gone through an opening, by now or at its end.
  func count(_ counters: NMEACounters, of opening: Int, isAtEnd: Bool) {
    state.withLock { state in
      if state.openings == opening { state.counters = counters }
    }
    if isAtEnd { logger?.debug("ended", metadata: counters.metadata) }
  }

  /// The recording was closed before its end.
  func leave(_ counters: NMEACounters) { logger?.debug("closed", metadata: counters.metadata) }

  /// A sentence was no good.
  func note(_ fault: SentenceFault, inLine line: Int) {
    logger?.trace("bad sentence", metadata: ["line": "\(line)", "reason": "\(fault)"])
  }
}

extension NMEACounters {
  /// The sums, for a log.
  var metadata: Logger.Metadata {
    [
      "bytes": "\(bytes)", "sentences": "\(sentences)", "bad": "\(badSentences)",
      "epochs": "\(epochs)", "fixes": "\(fixes)",
    ]
  }
}
