import Synchronization

/// The bounded buffer between a source that pushes and a consumer that awaits.
final class UpdateBuffer: Sendable {
  private typealias Waiter = CheckedContinuation<Result<LocationUpdate?, UserLocationError>, Never>

  private struct State {
    var pending: [LocationUpdate] = []
    var waiter: Waiter?
    var end: End?
    var onStop: (@Sendable () -> Void)?
    var onRoom: (@Sendable () -> Void)?
  }

  private enum End {
    case finished
    case failing(UserLocationError)
    case told
  }

  private let capacity: Int
  private let state: Mutex<State>

  init(capacity: Int, onStop: (@Sendable () -> Void)?) {
    self.capacity = capacity
    state = Mutex(State(onStop: onStop))
  }

  // MARK: The source's side

  func yield(_ update: LocationUpdate) {
    let waiter: Waiter? = state.withLock { state in
      guard state.end == nil else { return nil }
      if let waiter = state.waiter {
        state.waiter = nil
        return waiter
      }
      if state.pending.count >= capacity {
        // Newest wins; but news of a lost fix or authorization outlives fixes.
        let oldest = state.pending.firstIndex(where: \.isDroppable) ?? 0
        state.pending.remove(at: oldest)
      }
      state.pending.append(update)
      return nil
    }
    waiter?.resume(returning: .success(update))
  }

  func finish(_ error: UserLocationError?) {
    let (waiter, stop) = state.withLock { state -> (Waiter?, (@Sendable () -> Void)?) in
      guard state.end == nil else { return (nil, nil) }
      state.end = error.map { .failing($0) } ?? .finished
      let waiter = state.waiter.take()
      if waiter != nil { state.end = .told }
      return (waiter, state.onStop.take())
    }
    waiter?.resume(returning: error.map { .failure($0) } ?? .success(nil))
    stop?()
  }

  /// Whether there is room for one more without dropping; `nil` when nobody will take it.
  var hasRoom: Bool? {
    state.withLock { $0.end == nil ? $0.pending.count < capacity : nil }
  }

  /// Has `action` called whenever the consumer took something.
  func onRoom(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRoom = action }
  }

  // MARK: The consumer's side

  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in take(continuation) }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  private func take(_ continuation: Waiter) {
    let (answer, room) = state.withLock {
      state -> (Result<LocationUpdate?, UserLocationError>?, (@Sendable () -> Void)?) in
      if !state.pending.isEmpty { return (.success(state.pending.removeFirst()), state.onRoom) }
      switch state.end {
      case .told: return (.success(nil), nil)
      case .finished:
        state.end = .told
        return (.success(nil), nil)
      case .failing(let error):
        state.end = .told
        return (.failure(error), nil)
      case nil:
        precondition(state.waiter == nil, "a LocationUpdates has one consumer at a time")
        state.waiter = continuation
        return (nil, state.onRoom)
      }
    }
    if let answer { continuation.resume(returning: answer) }
    room?()
  }

  /// The consumer's task was cancelled: it is told once, and what it did not take is void.
  private func cancel() {
    let (waiter, stop) = state.withLock { state -> (Waiter?, (@Sendable () -> Void)?) in
      if case .told = state.end { return (nil, nil) }
      let waiter = state.waiter.take()
      state.pending.removeAll()
      state.end = waiter == nil ? .failing(.cancelled) : .told
      return (waiter, state.onStop.take())
    }
    // The runtime holds the waiting task's lock here: that task may not run on this stack.
    ThreadLoan.suspend { waiter?.resume(returning: .failure(.cancelled)) }
    stop?()
  }

  /// Nobody holds the consumer's end any more.
  func consumerLeft() {
    let stop = state.withLock { state -> (@Sendable () -> Void)? in
      state.end = .told
      state.pending.removeAll()
      return state.onStop.take()
    }
    stop?()
  }
}

extension LocationUpdate {
  /// Whether a newer one of its kind makes up for losing it.
  fileprivate var isDroppable: Bool {
    switch self {
    case .fix, .sky: true
    case .fixLost, .authorization: false
    }
  }
}
