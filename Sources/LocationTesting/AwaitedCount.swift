import Synchronization

/// A counter. A test can wait until it reaches a number.
final class AwaitedCount: Sendable {
  typealias Observer = CheckedContinuation<Void, Never>

  private struct State {
    var count = 0
    var lastID = 0
    var observers: [Int: (count: Int, continuation: Observer)] = [:]
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  func increment() {
    for observer in change({ $0 += 1 }) { observer.resume() }
  }

  /// Changes the count, and returns the observers to resume. A caller that holds a lock of its own
  /// resumes them after it.
  func change(_ body: (inout Int) -> Void) -> [Observer] {
    state.withLock { state in
      body(&state.count)
      let satisfied = state.observers.filter { $0.value.count <= state.count }
      for id in satisfied.keys { state.observers[id] = nil }
      return satisfied.values.map(\.continuation)
    }
  }

  /// Returns when the count reaches `count`, or when the task is canceled. So a test that exceeds
  /// its time limit ends.
  func reaches(_ count: Int) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          if state.count >= count || Task.isCancelled { return true }
          state.observers[id] = (count, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.observers.removeValue(forKey: id) }?.continuation.resume()
    }
  }
}
