import Synchronization

/// A task that may be canceled before it is started; then it never starts.
///
/// So a state machine can hold it, and cancel it, before anything runs.
final class TaskSlot: Sendable {
  private enum State {
    case empty
    case started(Task<Void, Never>)
    case canceled
  }

  private let state = Mutex(State.empty)

  /// Starts the task, once, unless it was canceled.
  func start(_ operation: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard case .empty = state else { return }
      state = .started(Task(operation: operation))
    }
  }

  /// Cancels the task, if it runs, or prevents its start.
  func cancel() {
    let task = state.withLock { state -> Task<Void, Never>? in
      defer { state = .canceled }
      guard case .started(let task) = state else { return nil }
      return task
    }
    task?.cancel()
  }
}
