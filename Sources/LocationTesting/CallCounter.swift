import Synchronization

/// Counts something and lets tests await a count.
final class CallCounter: Sendable {
  private struct State {
    var count = 0
    var observers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  func increment() {
    let satisfied = state.withLock { state in
      state.count += 1
      let count = state.count
      let satisfied = state.observers.filter { $0.count <= count }
      state.observers.removeAll { $0.count <= count }
      return satisfied
    }
    for observer in satisfied { observer.continuation.resume() }
  }

  func reaches(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.count >= count { return true }
        state.observers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
