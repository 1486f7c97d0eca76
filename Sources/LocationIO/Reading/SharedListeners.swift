package import LocationCore
import Synchronization

/// The subscriptions to a ``SharedReader``, and its present activity: the state inside its lock.
///
/// It is separate from the reader because the reader is generic. Every update passes through here, and
/// looking up generic types at run time would cost more than everything else.
package final class SharedListeners: Sendable {
  struct Listener {
    let id: Int
    let continuation: LocationUpdates.Continuation
  }

  enum Activity {
    case idle
    /// A thread is reading. The closure closes the stream; `nil` before the stream is open.
    case reading((@Sendable () -> Void)?)
    /// The reader waits before it tries again.
    case pausing(Task<Void, Never>)
  }

  struct State {
    var listeners: [Listener] = []
    var lastID = 0
    var activity = Activity.idle
    var failures = 0
    var hasSpoken = false
    var isOutageTold = false

    /// There are no listeners, and no thread reads.
    mutating func rest() {
      activity = .idle
      failures = 0
      hasSpoken = false
      isOutageTold = false
    }

    mutating func remove(_ id: Int) { listeners.removeAll { $0.id == id } }
  }

  let state = Mutex(State())
  private let waits: Bool

  /// - Parameter waits: whether the reading thread waits for slow listeners.
  init(waits: Bool) { self.waits = waits }

  func newID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// What at least one listener is interested in.
  package var interests: LocationInterests {
    let listeners = state.withLock { $0.listeners }
    return listeners.reduce(into: []) { $0.formUnion($1.continuation.interests) }
  }

  /// Yields the source's updates to all listeners, on the reading thread. An empty array only shows
  /// that the source is alive.
  package func tell(_ updates: [LocationUpdate]) {
    let listeners = state.withLock { state in
      (state.failures, state.hasSpoken, state.isOutageTold) = (0, true, false)
      return state.listeners
    }
    for listener in listeners { listener.continuation.yield(updates) }
    let slow = waits ? listeners.filter { !$0.continuation.hasRoom } : []
    if !slow.isEmpty { waitForRoom(of: slow) }
  }

  /// Blocks the reading thread until every listener has room or has left.
  private func waitForRoom(of listeners: [Listener]) {
    guard let wake = try? WakeChannel() else { return }
    Task {
      for listener in listeners { await listener.continuation.waitForRoom() }
      wake.signal()
    }
    _ = try? wake.wait(for: -1, until: Deadline(after: nil))
  }

  /// Yields an update that the source did not send, from any thread.
  package func notify(_ update: LocationUpdate) {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners { listener.continuation.yield(update) }
  }
}
