import Logging
import Synchronization

/// The counters and the log of a replay, shared by all its readers.
final class ReplayMonitor: Sendable {
  private struct State {
    var openings = 0
    var counters = NMEACounters()
  }

  let log: SourceLog
  private let state = Mutex(State())

  init(source: String, logger: Logger?) { log = SourceLog(source: source, logger: logger) }

  /// The counters of the last opening.
  var counters: NMEACounters { state.withLock { $0.counters } }

  /// Notes that the log was opened, and counts from zero. Returns the number of this opening.
  func open() -> Int {
    log.opened()
    return state.withLock { state in
      state.openings += 1
      state.counters = NMEACounters()
      return state.openings
    }
  }

  /// Sets the counters, unless the log was opened again since this opening.
  func count(_ counters: NMEACounters, of opening: Int) {
    state.withLock { state in
      if state.openings == opening { state.counters = counters }
    }
  }
}
