import LocationCore
import Synchronization

/// What was told last of each receiver, across connections: the first words of a new one may be the
/// last of the one before.
final class FixMemory: Sendable {
  /// What the connections so far told last.
  struct Last {
    fileprivate var times: [String?: Date] = [:]

    /// Whether a fix, the first of its receiver on this connection, was told already.
    mutating func isRepeated(by fix: Fix) -> Bool {
      guard let time = times.removeValue(forKey: fix.source.device) else { return false }
      return time == fix.timestamp
    }
  }

  private let state = Mutex(Last())

  /// What the connections so far told last.
  var last: Last { state.withLock { $0 } }

  /// Keeps when a fix was valid.
  func keep(_ fix: Fix) {
    state.withLock { last in
      if last.times.count > 64 { last.times.removeAll() }
      last.times[fix.source.device] = fix.timestamp
    }
  }
}
