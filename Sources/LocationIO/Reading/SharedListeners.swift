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
    /// Whether it was told that the source is gone, and waits for its return.
    var isWaiting = false
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
    /// Whether the present stream sent data.
    var hasSpoken = false
    /// The receivers of the present stream that are gone or silent, by their paths. They are told once, so
    /// a new listener would hear nothing of them.
    var absences: [String?: LocationUpdate] = [:]

    /// There are no listeners, and no thread reads.
    mutating func rest() {
      activity = .idle
      failures = 0
      begin()
    }

    /// A new stream is opened.
    mutating func begin() {
      hasSpoken = false
      absences = [:]
    }

    mutating func remove(_ id: Int) { listeners.removeAll { $0.id == id } }

    /// Notes which receivers are absent after an update.
    mutating func note(_ update: LocationUpdate) {
      if case .fixLost(let loss) = update, loss.reason.isAbsence {
        if absences.count < Self.absenceLimit { absences[loss.source.device] = update }
      } else if !absences.isEmpty, let source = update.source {
        // What is told of a source without a receiver is true until any receiver sends something.
        absences.removeValue(forKey: source.device)
        absences.removeValue(forKey: nil)
      }
    }

    /// More receivers than a gpsd has; a broker's devices do not fill the memory.
    private static let absenceLimit = 64

    /// The stream broke, ended or could not be opened.
    ///
    /// - Returns: first the listeners that give up, then those that begin to wait, and the pause before the
    ///   next try if any listener waits.
    mutating func lose(
      _ error: UserLocationError, _ retry: RetryPolicy?
    ) -> (ended: [Listener], told: [Listener], pause: Duration?) {
      activity = .reading(nil)
      var (ended, told): ([Listener], [Listener]) = ([], [])
      for listener in listeners {
        let waits = retry?.applies(to: error, hasSpoken: hasSpoken || listener.isWaiting) ?? false
        if !waits {
          ended.append(listener)
        } else if hasSpoken || !listener.isWaiting {
          told.append(listener)
        }
      }
      listeners.removeAll { listener in ended.contains { $0.id == listener.id } }
      for index in listeners.indices { listeners[index].isWaiting = true }
      guard let retry, !listeners.isEmpty else { return (ended, told, nil) }
      failures += 1
      return (ended, told, retry.pause(afterFailures: failures))
    }
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
      (state.failures, state.hasSpoken) = (0, true)
      for update in updates { state.note(update) }
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
    let listeners = state.withLock { state in
      state.note(update)
      return state.listeners
    }
    for listener in listeners { listener.continuation.yield(update) }
  }
}

extension FixLoss.Reason {
  /// Whether the receiver sends nothing until it is back.
  fileprivate var isAbsence: Bool {
    [.silent, .deviceRemoved, .noDevice, .disconnected].contains(self)
  }
}
