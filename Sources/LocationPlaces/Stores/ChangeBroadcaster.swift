import Synchronization

/// Sends the changes of a store to any number of sequences.
final class ChangeBroadcaster: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<PlaceChange>.Continuation] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  /// The changes from now on.
  func changes() -> AsyncStream<PlaceChange> {
    let (changes, listener) = AsyncStream.makeStream(of: PlaceChange.self)
    let id = state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return state.lastID
    }
    listener.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
    }
    return changes
  }

  /// Sends changes. A store calls it while it is locked, so that changes come in their order. That is
  /// safe, because a stream stores them and runs no code of a listener here.
  func send(_ changes: [PlaceChange]) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners {
      for change in changes { listener.yield(change) }
    }
  }
}
