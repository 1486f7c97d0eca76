import Synchronization

/// A task that may be canceled before it is started; then it never starts.
///
/// So a state machine can hold it, and cancel it, before anything runs.
final class TaskSlot: Sendable {
  private enum State {
    case empty
    case starting
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

  /// The same, and the task runs on the caller's thread until it first waits.
  func startNow(_ operation: @escaping @Sendable () async -> Void) {
    let isStarting = state.withLock { state in
      guard case .empty = state else { return false }
      state = .starting
      return true
    }
    guard isStarting else { return }
    // Outside the lock, because the operation may cancel this slot.
    let task = Task.startingNow(operation)
    let isCanceled = state.withLock { state in
      guard case .starting = state else { return true }
      state = .started(task)
      return false
    }
    if isCanceled { task.cancel() }
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
