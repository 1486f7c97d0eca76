package import LocationCore
import Synchronization

/// Who listens to a ``SharedReader``, and what it is doing for them: the part of it inside its lock.
///
/// It is apart from the reader because it is not generic: whatever is read goes through here, and
/// types that have to be looked up at run time would cost more than all the rest.
package final class SharedListeners: Sendable {
  struct Listener {
    let id: Int
    let continuation: LocationUpdates.Continuation
    /// What it can do without.
    var unwanted: LocationUpdate.Kinds = []
  }

  enum Activity {
    case idle
    /// A thread is at work; with what closes the stream, once that is open.
    case reading((@Sendable () -> Void)?)
    /// Until the next try.
    case pausing(Task<Void, Never>)
  }

  struct State {
    var listeners: [Listener] = []
    var lastID = 0
    var activity = Activity.idle
    var failures = 0
    var hasSpoken = false
    var isOutageTold = false

    /// Nobody listens, and nothing is at work.
    mutating func rest() {
      activity = .idle
      failures = 0
      hasSpoken = false
      isOutageTold = false
    }

    mutating func remove(_ id: Int) { listeners.removeAll { $0.id == id } }
  }

  let state = Mutex(State())

  func newID() -> Int {
    state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
  }

  /// Notes what one of them can do without.
  func leaveOut(_ kinds: LocationUpdate.Kinds, of id: Int) {
    state.withLock { state in
      for index in state.listeners.indices where state.listeners[index].id == id {
        state.listeners[index].unwanted = kinds
      }
    }
  }

  /// What none of them wants.
  package var unwanted: LocationUpdate.Kinds {
    state.withLock { state in
      guard var common = state.listeners.first?.unwanted else { return [] }
      for listener in state.listeners.dropFirst() { common.formIntersection(listener.unwanted) }
      return common
    }
  }

  /// Tells everybody what the source said; `nil` if that is nothing to tell, and only shows that it
  /// speaks. For the reading thread, which has nothing to do before they are done with it.
  package func tell(_ update: LocationUpdate?) {
    let listeners = state.withLock { state in
      (state.failures, state.hasSpoken, state.isOutageTold) = (0, true, false)
      return state.listeners
    }
    guard let update else { return }
    ThreadLoan.grant {
      for listener in listeners { listener.continuation.yield(update) }
    }
  }

  /// Tells everybody something that the source did not say, on any thread.
  package func notify(_ update: LocationUpdate) {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners { listener.continuation.yield(update) }
  }
}
