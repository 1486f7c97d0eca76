import LocationCore
import Synchronization

/// The time of the last fix of each receiver, kept across connections. A new connection may begin
/// with the last fix of the connection before it.
final class LastFixTimes: Sendable {
  /// The last fixes of all connections so far.
  struct Last {
    fileprivate var times = DeviceTable<Date?>()

    /// Whether the first fix of a receiver on this connection was delivered before.
    mutating func isRepeated(by device: String?, at time: Date?) -> Bool {
      guard !times.isEmpty, let last = times.removeValue(of: device) else { return false }
      return last == time
    }
  }

  private let state = Mutex(Last())

  /// The last fixes of all connections so far.
  var last: Last { state.withLock { $0 } }

  func keep(_ time: Date?, of device: String?) {
    state.withLock { last in
      if !last.times.set(time, of: device) {
        last.times.removeAll()
        last.times.set(time, of: device)
      }
    }
  }
}
