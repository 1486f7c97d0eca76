import Synchronization

/// The bounded buffer between a source that pushes updates and their one consumer.
///
/// The consumer either awaits updates (``next()``, ``nextBatch(upTo:)``) or is called
/// (``observe(_:)``). A live source drops the oldest updates of a slow consumer (``yield(_:)``); a
/// recorded source drops none (``append(_:)``) and waits for room (``waitForRoom()``).
final class UpdateBuffer: Sendable {
  /// A continuation that leaves the state, inside the lock, before it is resumed. That makes sure
  /// that it is resumed once, so the cheaper unsafe kind does.
  private typealias Waiter = UnsafeContinuation<Void, Never>

  private struct State {
    var pending = PendingUpdates()
    /// The consumer, while it waits for an update or the end.
    var consumer: Waiter?
    /// The source, while it waits for room.
    var sender: Waiter?
    var observer: UpdateObserver?
    /// Whether a thread is calling the observer. Other threads leave their updates to it.
    var isObserving = false
    var end: End?
    var onStart: (@Sendable (UpdateBuffer) -> Void)?
    var onStop: (@Sendable () -> Void)?

    /// The consumer to wake after a change. The caller wakes it outside the lock.
    mutating func wakeConsumer() -> Wakeup {
      if let consumer = consumer.take() { return .resume(consumer) }
      guard let observer, !isObserving else { return .nothing }
      isObserving = true
      return .call(observer)
    }
  }

  private enum Wakeup {
    case nothing
    case resume(Waiter)
    case call(UpdateObserver)
  }

  private enum End {
    case finished
    case failing(UserLocationError)
    /// The consumer knows.
    case told
  }

  /// A sender waits when this number of updates is pending, until half of them are taken. A larger
  /// number means fewer switches between source and consumer.
  static let sendingCapacity = 256

  /// What the consumer is interested in.
  let interests: SubscriptionInterests
  /// Whether ``observe(_:)`` may be called.
  let isObservable: Bool
  /// How many updates were dropped.
  let drops: DropCount
  private let capacity: Int
  private let state: Mutex<State>

  /// Makes a buffer.
  ///
  /// - Parameters:
  ///   - capacity: how many yielded updates to keep.
  ///   - drops: counts those that are not kept.
  ///   - onStart: called once, outside the lock, when the consumer begins.
  ///   - onStop: called once, outside the lock, when the subscription is over.
  init(
    capacity: Int, interests: SubscriptionInterests = SubscriptionInterests(),
    drops: DropCount = DropCount(), isObservable: Bool = true,
    onStart: (@Sendable (UpdateBuffer) -> Void)? = nil,
    onStop: @escaping @Sendable () -> Void
  ) {
    self.capacity = capacity
    self.interests = interests
    self.drops = drops
    self.isObservable = isObservable
    state = Mutex(State(onStart: onStart, onStop: onStop))
  }

  // MARK: The source's side

  /// Adds updates; the newest win. Never waits.
  func yield(_ updates: [LocationUpdate]) { add(updates, keeping: capacity) }

  /// Adds updates; none is dropped.
  func append(_ updates: [LocationUpdate]) { add(updates, keeping: .max) }

  /// Adds updates of a source.
  func add(_ updates: [LocationUpdate], _ delivery: LocationUpdates.Delivery) {
    switch delivery {
    case .newestWins: yield(updates)
    case .waitsForConsumer: append(updates)
    }
  }

  /// Whether a sender need not wait.
  var hasRoom: Bool { state.withLock { $0.pending.count < Self.sendingCapacity } }

  /// Returns when there is room for more updates, or the subscription is over.
  nonisolated(nonsending) func waitForRoom() async {
    if hasRoom { return }
    await withUnsafeContinuation { (sender: Waiter) in
      let hasRoom = state.withLock { state in
        precondition(state.sender == nil, "an UpdateBuffer has one sender at a time")
        let hasRoom = state.pending.count <= Self.sendingCapacity / 2
        if !hasRoom { state.sender = sender }
        return hasRoom
      }
      if hasRoom { sender.resume() }
    }
  }

  private func add(_ updates: [LocationUpdate], keeping capacity: Int) {
    let (wakeup, dropped) = state.withLock { state -> (Wakeup, Int) in
      guard state.end == nil, !updates.isEmpty else { return (.nothing, 0) }
      let dropped = state.pending.append(updates, keeping: capacity)
      return (state.wakeConsumer(), dropped)
    }
    if dropped > 0 { drops.add(dropped) }
    perform(wakeup)
  }

  /// Ends the subscription after the pending updates.
  func finish(_ error: UserLocationError?) {
    end(with: error.map { .failing($0) } ?? .finished, discardsPending: false)
  }

  // MARK: The consumer's side

  /// The consumer begins. Only the first call has an effect.
  func begin() {
    let start = state.withLock { $0.onStart.take() }
    start?(self)
  }

  /// Calls `observer` with the pending updates and with those to come, until the end.
  func observe(_ observer: UpdateObserver) {
    perform(
      state.withLock { state in
        precondition(
          state.consumer == nil && state.observer == nil,
          "a LocationUpdates has one consumer at a time")
        state.observer = observer
        return state.wakeConsumer()
      })
  }

  /// The next update; `nil` at the end.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    try await taken { $0.popFirst() }
  }

  /// The next updates, as many as are pending, up to `limit`; empty at the end.
  nonisolated(nonsending) func nextBatch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate] {
    try await taken { $0.isEmpty ? nil : $0.popFirst(limit) } ?? []
  }

  /// Waits until `take` returns a value; `nil` at the end.
  private nonisolated(nonsending) func taken<T: Sendable>(
    _ take: (inout PendingUpdates) -> T?
  ) async throws(UserLocationError) -> T? {
    // Pending updates are taken directly: preparing to wait costs time.
    if !Task.isCancelled, let taken = takePending(take) { return taken }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (consumer: Waiter) in
        let isReady = state.withLock { state in
          if !state.pending.isEmpty || state.end != nil { return true }
          precondition(
            state.consumer == nil && state.observer == nil,
            "a LocationUpdates has one consumer at a time")
          state.consumer = consumer
          return false
        }
        if isReady { consumer.resume() }
      }
    } onCancel: {
      cancel()
    }
    if let taken = takePending(take) { return taken }
    return try tellEnd()
  }

  private func takePending<T: Sendable>(_ take: (inout PendingUpdates) -> T?) -> T? {
    let (taken, sender) = state.withLock { state -> (T?, Waiter?) in
      let taken = take(&state.pending)
      let hasRoom = state.pending.count <= Self.sendingCapacity / 2
      return (taken, hasRoom ? state.sender.take() : nil)
    }
    sender?.resume()
    return taken
  }

  /// Reports the end once, and `nil` ever after.
  private func tellEnd<T>() throws(UserLocationError) -> T? {
    let end = state.withLock { state in
      defer { state.end = .told }
      return state.end
    }
    if case .failing(let error) = end { throw error }
    return nil
  }

  /// Ends the subscription with `.cancelled`, which the consumer is told once. Pending updates are
  /// discarded.
  func cancel() { end(with: .failing(.cancelled), discardsPending: true) }

  /// Ends the subscription silently: nobody holds the consumer's end any more.
  func consumerLeft() {
    let observer = state.withLock { $0.observer.take() }
    end(with: .told, discardsPending: true)
    // Released outside the lock.
    withExtendedLifetime(observer) {}
  }

  // MARK: Both sides

  private func end(with end: End, discardsPending: Bool) {
    let (wakeup, sender, stop) = state.withLock {
      state -> (Wakeup, Waiter?, (@Sendable () -> Void)?) in
      if case .told = state.end { return (.nothing, nil, nil) }
      if state.end != nil, !discardsPending { return (.nothing, nil, nil) }
      if discardsPending { state.pending.removeAll() }
      state.end = end
      return (state.wakeConsumer(), state.sender.take(), state.onStop.take())
    }
    perform(wakeup)
    sender?.resume()
    stop?()
  }

  private func perform(_ wakeup: Wakeup) {
    switch wakeup {
    case .nothing: break
    case .resume(let consumer): consumer.resume()
    case .call(let observer): call(observer)
    }
  }

  /// Calls the observer until no update is pending. Only one thread at a time does so; other threads
  /// leave their updates to it. That keeps the order.
  private func call(_ observer: UpdateObserver) {
    while true {
      let (updates, sender, end) = state.withLock {
        state -> ([LocationUpdate], Waiter?, End?) in
        guard state.observer != nil else {
          state.isObserving = false
          return ([], nil, nil)
        }
        let updates = state.pending.takeAll()
        guard updates.isEmpty else { return (updates, state.sender.take(), nil) }
        state.isObserving = false
        guard let end = state.end else { return ([], nil, nil) }
        state.observer = nil
        state.end = .told
        return ([], nil, end)
      }
      sender?.resume()
      if !updates.isEmpty {
        observer.receive(updates)
        continue
      }
      switch end {
      case .finished: observer.end(nil)
      case .failing(let error): observer.end(error)
      case .told, nil: break
      }
      return
    }
  }
}
