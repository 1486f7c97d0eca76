import LocationCore
import Synchronization

/// What was told last of each receiver, across connections: the first words of a new one may be the
/// last of the one before.
final class FixMemory: Sendable {
  /// What the connections so far told last.
  struct Last {
    fileprivate var times = DeviceTable<Date?>()

    /// Whether a fix of that time, the first of its receiver on this connection, was told already.
    mutating func isRepeated(by device: String?, at time: Date?) -> Bool {
      guard !times.isEmpty, let last = times.removeValue(of: device) else { return false }
      return last == time
    }
  }

  private let state = Mutex(Last())

  /// What the connections so far told last.
  var last: Last { state.withLock { $0 } }

  /// Keeps when a fix was valid.
  func keep(_ time: Date?, of device: String?) {
    state.withLock { last in
      if !last.times.set(time, of: device) {
        last.times.removeAll()
        last.times.set(time, of: device)
      }
    }
  }
}
