import Synchronization

/// Sends values to any number of sequences, in order. No sequence loses a value; each ends with
/// ``finish()``, and is forgotten when its consumer leaves.
package final class Broadcaster<Element: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var lastID = 0
    var isOver = false
  }

  private let state = Mutex(State())

  /// Makes a broadcaster without listeners.
  package init() {}

  /// The values from now on.
  package func values() -> AsyncStream<Element> {
    let (values, listener) = AsyncStream.makeStream(of: Element.self)
    let id = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return state.lastID
    }
    if let id {
      listener.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
      }
    } else {
      listener.finish()
    }
    return values
  }

  /// Sends values. A caller may hold a lock, so that values come in their order: a stream stores them and
  /// runs no code of a listener here.
  package func send(_ values: [Element]) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners {
      for value in values { listener.yield(value) }
    }
  }

  /// Ends the sequences after the values that were sent. Sequences that begin later are empty.
  package func finish() {
    let listeners = state.withLock { state in
      defer { state.listeners = [:] }
      state.isOver = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
