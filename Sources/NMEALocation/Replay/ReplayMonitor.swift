import Logging
import Synchronization

/// What a replay tells of its work: counters to whoever asks its provider, and a log.
final class ReplayMonitor: Sendable {
  private struct State {
    var openings = 0
    var counters = NMEACounters()
  }

  let log: SourceLog
  private let state = Mutex(State())

  /// Logs what is worth it to `logger`.
  init(source: String, logger: Logger?) { log = SourceLog(source: source, logger: logger) }

  /// What went through since the recording was last opened.
  var counters: NMEACounters { state.withLock { $0.counters } }

  /// The recording is open: counting starts over. Returns what to call this opening.
  func open() -> Int {
    log.opened()
    return state.withLock { state in
      state.openings += 1
      state.counters = NMEACounters()
      return state.openings
    }
  }

  /// So much has gone through an opening by now; it counts if that is the last one.
  func count(_ counters: NMEACounters, of opening: Int) {
    state.withLock { state in
      if state.openings == opening { state.counters = counters }
    }
  }
}
