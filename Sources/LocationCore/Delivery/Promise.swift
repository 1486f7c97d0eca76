import Synchronization

/// A value that is given once, and that any number of tasks wait for.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case open([CheckedContinuation<Value, Never>])
    case given(Value)
  }

  private let state = Mutex(State.open([]))

  /// Makes a promise without a value.
  package init() {}

  /// Gives the value, from any thread. Later values are ignored. Call it with no lock held.
  package func give(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard case .open(let waiting) = state else { return [] }
      state = .given(value)
      return waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }

  /// The value, as soon as it is given.
  ///
  /// - Parameter onCancel: called when the task is canceled, also if it was canceled before. It gives a
  ///   value, or makes somebody else give one; otherwise a cancellation changes nothing.
  package nonisolated(nonsending) func value(
    onCancel: @Sendable () -> Void = {}
  ) async -> Value {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let given = state.withLock { state -> Value? in
          switch state {
          case .given(let value): return value
          case .open(let waiting):
            state = .open(waiting + [continuation])
            return nil
          }
        }
        if let given { continuation.resume(returning: given) }
      }
    } onCancel: {
      onCancel()
    }
  }
}

extension Promise<Void> {
  /// Lets the waiting tasks continue.
  package func give() { give(()) }
}

/// Wakes the waiting tasks, any number of times. A signal without a waiting task stays until there is one.
///
/// A task that is woken checks what it waits for, and waits again if that is not there.
package final class Signal: Sendable {
  private struct State {
    var isGiven = false
    var waiting: [Promise<Bool>] = []
  }

  private let state = Mutex(State())

  /// Makes a signal that was not given.
  package init() {}

  /// Wakes the tasks that wait, or the next one that will.
  package func give() {
    let waiting = state.withLock { state in
      state.isGiven = state.waiting.isEmpty
      defer { state.waiting = [] }
      return state.waiting
    }
    for promise in waiting { promise.give(true) }
  }

  /// Waits for the signal. Returns `false` if the task is canceled.
  package func wait() async -> Bool {
    if Task.isCancelled { return false }
    let promise = Promise<Bool>()
    let isGiven = state.withLock { state in
      if !state.isGiven { state.waiting.append(promise) }
      defer { state.isGiven = false }
      return state.isGiven
    }
    if isGiven { return true }
    return await promise.value { [self] in
      state.withLock { $0.waiting.removeAll { $0 === promise } }
      promise.give(false)
    }
  }
}

/// A value that any thread reads and replaces.
package final class SharedValue<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  /// Holds a value.
  package init(_ value: Value) { mutex = Mutex(value) }

  /// The value that was set last.
  package var value: Value {
    get { mutex.withLock { $0 } }
    set { mutex.withLock { $0 = newValue } }
  }
}
