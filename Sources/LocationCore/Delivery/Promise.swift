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

/// Wakes one waiting task, any number of times. A signal without a waiting task stays until there is one.
package struct Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  /// Makes a signal that was not given.
  package init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Wakes the task that waits, or the next one that will.
  package func give() { continuation.yield() }

  /// Waits for the signal. Returns `false` if the task is canceled.
  package func wait() async -> Bool {
    var signals = stream.makeAsyncIterator()
    return await signals.next() != nil
  }
}
