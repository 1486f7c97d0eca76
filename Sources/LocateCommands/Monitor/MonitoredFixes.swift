import LocationCore
import Synchronization

/// What a monitored source has delivered.
final class MonitoredFixes: Sendable {
  private struct State {
    var hasFix = false
    var hasTime = false
  }

  private let state = Mutex(State())

  /// Whether there was a fix.
  var hasFix: Bool { state.withLock { $0.hasFix } }

  /// Whether there was a fix with a date and a time.
  var hasTime: Bool { state.withLock { $0.hasTime } }

  func note(_ fix: Fix) {
    state.withLock { state in
      state.hasFix = true
      if fix.timestamp != nil { state.hasTime = true }
    }
  }
}
