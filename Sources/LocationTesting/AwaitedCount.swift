import LocationCore
import Synchronization

/// A counter. A test can wait until it reaches a number.
final class AwaitedCount: Sendable {
  private struct State {
    var count = 0
    var observers: [(count: Int, reached: Promise<Void>)] = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  func increment() {
    for observer in change({ $0 += 1 }) { observer.give() }
  }

  /// Changes the count, and returns the observers that reached theirs. A caller that holds a lock of its own
  /// tells them after it.
  func change(_ body: (inout Int) -> Void) -> [Promise<Void>] {
    state.withLock { state in
      body(&state.count)
      let count = state.count
      let satisfied = state.observers.filter { $0.count <= count }
      state.observers.removeAll { $0.count <= count }
      return satisfied.map(\.reached)
    }
  }

  /// Returns when the count reaches `count`, or when the task is canceled. So a test that exceeds
  /// its time limit ends.
  func reaches(_ count: Int) async {
    let reached = Promise<Void>()
    let isOver = state.withLock { state in
      if state.count < count { state.observers.append((count, reached)) }
      return state.count >= count
    }
    if !isOver { await reached.value { reached.give() } }
  }
}
