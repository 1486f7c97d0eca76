import Synchronization

/// The bounded buffer between a source that pushes and a consumer that awaits.
final class UpdateBuffer: Sendable {
  private typealias Waiter = CheckedContinuation<Result<LocationUpdate?, UserLocationError>, Never>

  private struct State {
    var pending = PendingUpdates()
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

  func yield(_ update: LocationUpdate) { yield(CollectionOfOne(update)) }

  /// Says several things, as if one after the other.
  func yield(_ updates: some Collection<LocationUpdate>) {
    guard let first = updates.first else { return }
    let waiter: Waiter? = state.withLock { state in
      guard state.end == nil else { return nil }
      let waiter = state.waiter.take()
      for update in waiter == nil ? updates[...] : updates.dropFirst() {
        // Newest wins; but news of a lost fix or authorization outlives fixes.
        if state.pending.count >= capacity { state.pending.dropOldest() }
        state.pending.append(update)
      }
      return waiter
    }
    waiter?.resume(returning: .success(first))
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

  /// How much a buffer can take.
  struct Room {
    /// How many more without dropping any.
    var count: Int
    /// Whether half of it is free.
    var isHalfFree: Bool
    /// Whether its consumer waits.
    var isAwaited: Bool
  }

  /// How much it can take; `nil` when nobody will take anything.
  var room: Room? {
    state.withLock { state in
      guard state.end == nil else { return nil }
      let count = state.pending.count
      return Room(
        count: capacity - count, isHalfFree: count <= capacity / 2,
        isAwaited: state.waiter != nil)
    }
  }

  /// Has `action` called whenever the consumer made the first room, half of it is free, or it waits.
  func onRoom(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.onRoom = action }
  }

  // MARK: The consumer's side

  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    // What is there already is taken without the means to wait.
    if !Task.isCancelled, let update = takePending() { return update }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in take(continuation) }
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  private func takePending() -> LocationUpdate? {
    let (update, room) = state.withLock { state -> (LocationUpdate?, (@Sendable () -> Void)?) in
      guard let update = state.pending.popFirst() else { return (nil, nil) }
      let isNews = state.pending.count == capacity / 2 || state.pending.count == capacity - 1
      return (update, isNews ? state.onRoom : nil)
    }
    room?()
    return update
  }

  private func take(_ continuation: Waiter) {
    let (answer, room) = state.withLock {
      state -> (Result<LocationUpdate?, UserLocationError>?, (@Sendable () -> Void)?) in
      if let update = state.pending.popFirst() { return (.success(update), state.onRoom) }
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

/// What was said and not yet taken, in order.
private struct PendingUpdates {
  /// Those before `first` have been taken.
  private var updates: [LocationUpdate] = []
  private var first = 0

  var count: Int { updates.count - first }

  mutating func append(_ update: LocationUpdate) { updates.append(update) }

  mutating func popFirst() -> LocationUpdate? {
    guard first < updates.count else { return nil }
    let update = updates[first]
    first += 1
    if first == updates.count || first == 64 {
      updates.removeSubrange(..<first)
      first = 0
    }
    return update
  }

  /// Drops the oldest that a newer one makes up for; if there is none, the oldest.
  mutating func dropOldest() {
    updates.remove(at: updates[first...].firstIndex(where: \.isDroppable) ?? first)
  }

  mutating func removeAll() {
    updates.removeAll()
    first = 0
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
