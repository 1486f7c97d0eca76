import Synchronization

/// The bounded buffer between a source that pushes and a consumer that awaits.
final class UpdateBuffer: Sendable {
  /// Who takes what comes on the thread on which it comes.
  struct Taker: Sendable {
    let take: @Sendable (LocationUpdate) -> Void
    let end: @Sendable (UserLocationError?) -> Void
  }

  /// Resumed with an update, or with `nil` to look at the end. Unsafe because it is cheaper: it
  /// leaves the state, inside the lock, before it is resumed, and so is resumed once.
  private typealias Waiter = UnsafeContinuation<LocationUpdate?, Never>

  private struct State {
    var capacity: Int
    var pending = PendingUpdates()
    var waiter: Waiter?
    var taker: Taker?
    var end: End?
    var onStop: (@Sendable () -> Void)?
    var onRoom: (@Sendable () -> Void)?
  }

  private enum End {
    case finished
    case failing(UserLocationError)
    case told
  }

  /// Told what the consumer can do without.
  let onLeavingOut: @Sendable (LocationUpdate.Kinds) -> Void
  private let state: Mutex<State>

  init(
    capacity: Int, onStop: (@Sendable () -> Void)?,
    onLeavingOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void = { _ in }
  ) {
    self.onLeavingOut = onLeavingOut
    state = Mutex(State(capacity: capacity, onStop: onStop))
  }

  // MARK: The source's side

  func yield(_ update: LocationUpdate) {
    let (waiter, taker) = state.withLock { state -> (Waiter?, Taker?) in
      guard state.end == nil else { return (nil, nil) }
      if let waiter = state.waiter {
        state.waiter = nil
        return (waiter, nil)
      }
      if let taker = state.taker { return (nil, taker) }
      state.pending.append(update, upTo: state.capacity)
      return (nil, nil)
    }
    waiter?.resume(returning: update)
    taker?.take(update)
  }

  /// Says several things, as if one after the other, to who takes them one by one.
  func yield(_ updates: [LocationUpdate]) {
    guard let first = updates.first else { return }
    let waiter: Waiter? = state.withLock { state in
      guard state.end == nil else { return nil }
      let waiter = state.waiter.take()
      for update in waiter == nil ? updates[...] : updates.dropFirst() {
        state.pending.append(update, upTo: state.capacity)
      }
      return waiter
    }
    waiter?.resume(returning: first)
  }

  func finish(_ error: UserLocationError?) {
    let (waiter, taker, stop) = state.withLock {
      state -> (Waiter?, Taker?, (@Sendable () -> Void)?) in
      guard state.end == nil else { return (nil, nil, nil) }
      let taker = state.taker.take()
      state.end = taker == nil ? error.map { .failing($0) } ?? .finished : .told
      return (state.waiter.take(), taker, state.onStop.take())
    }
    waiter?.resume(returning: nil)
    taker?.end(error)
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
        count: state.capacity - count, isHalfFree: count <= state.capacity / 2,
        isAwaited: state.waiter != nil)
    }
  }

  /// Makes room for so many, and has `action` called whenever the consumer made the first room, half
  /// of it is free, or it waits.
  func onRoom(for capacity: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.capacity = capacity
      state.onRoom = action
    }
  }

  // MARK: The consumer's side

  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    // What is there already is taken without the means to wait.
    if !Task.isCancelled, let update = takePending() { return update }
    let update = await withTaskCancellationHandler {
      await withUnsafeContinuation { waiter in take(waiter) }
    } onCancel: {
      cancel()
    }
    if let update { return update }
    return try tellEnd()
  }

  private func takePending() -> LocationUpdate? {
    let (update, room) = state.withLock { state -> (LocationUpdate?, (@Sendable () -> Void)?) in
      guard let update = state.pending.popFirst() else { return (nil, nil) }
      let count = state.pending.count
      let isNews = count == state.capacity / 2 || count == state.capacity - 1
      return (update, isNews ? state.onRoom : nil)
    }
    room?()
    return update
  }

  private func take(_ waiter: Waiter) {
    let (update, isReady, room) = state.withLock {
      state -> (LocationUpdate?, Bool, (@Sendable () -> Void)?) in
      if let update = state.pending.popFirst() { return (update, true, state.onRoom) }
      guard state.end == nil else { return (nil, true, nil) }
      precondition(state.waiter == nil, "a LocationUpdates has one consumer at a time")
      state.waiter = waiter
      return (nil, false, state.onRoom)
    }
    if isReady { waiter.resume(returning: update) }
    room?()
  }

  /// Tells the end once, and `nil` ever after.
  private func tellEnd() throws(UserLocationError) -> LocationUpdate? {
    let end = state.withLock { state in
      defer { state.end = .told }
      return state.end
    }
    if case .failing(let error) = end { throw error }
    return nil
  }

  /// Hands what is there, and whatever comes, to `taker`, until the end or until the consumer leaves.
  func hand(to taker: Taker) {
    while true {
      let (ready, end) = state.withLock { state -> (ArraySlice<LocationUpdate>, End?) in
        let (ready, end) = (state.pending.takeAll(), state.end)
        if ready.isEmpty, end == nil { state.taker = taker }
        if ready.isEmpty, end != nil { state.end = .told }
        return (ready, end)
      }
      for update in ready { taker.take(update) }
      guard ready.isEmpty else { continue }
      switch end {
      case .finished: taker.end(nil)
      case .failing(let error): taker.end(error)
      case .told, nil: break
      }
      return
    }
  }

  /// The consumer's task was canceled: it is told once, and what it did not take is void.
  private func cancel() {
    let (waiter, stop) = state.withLock { state -> (Waiter?, (@Sendable () -> Void)?) in
      if case .told = state.end { return (nil, nil) }
      state.pending.removeAll()
      state.end = .failing(.cancelled)
      return (state.waiter.take(), state.onStop.take())
    }
    // The runtime holds the waiting task's lock here: that task may not run on this stack.
    ThreadLoan.suspend { waiter?.resume(returning: nil) }
    stop?()
  }

  /// Nobody holds the consumer's end any more.
  func consumerLeft() {
    let (taker, stop) = state.withLock { state -> (Taker?, (@Sendable () -> Void)?) in
      state.end = .told
      state.pending.removeAll()
      return (state.taker.take(), state.onStop.take())
    }
    stop?()
    // What it holds is let go of outside the lock.
    withExtendedLifetime(taker) {}
  }
}
