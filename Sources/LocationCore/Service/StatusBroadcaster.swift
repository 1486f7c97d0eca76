import Synchronization

/// Tells any number of listeners the changes of a service, in order.
final class StatusBroadcaster: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<LocationStatusChange>.Continuation] = [:]
    var lastListener = 0
    var pending: [LocationStatusChange] = []
    /// Whether a thread is sending. Other threads leave their changes to it.
    var isSending = false
    var isOver = false
  }

  private let notifications: (any NotificationPosting)?
  private let state = Mutex(State())

  init(posting notifications: (any NotificationPosting)?) { self.notifications = notifications }

  /// The changes from now on.
  func changes() -> AsyncStream<LocationStatusChange> {
    let (changes, listener) = AsyncStream.makeStream(of: LocationStatusChange.self)
    let id = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      return state.lastListener
    }
    if let id {
      listener.onTermination = { [weak self] _ in
        _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
      }
    } else {
      listener.finish()
    }
    return changes
  }

  /// Adds changes. They are told by ``send()``.
  func add(_ changes: [LocationStatusChange]) {
    guard !changes.isEmpty else { return }
    state.withLock { $0.pending += changes }
  }

  /// Tells the changes that were added, outside every lock.
  func send() {
    var isFirst = true
    while true {
      let sending = state.withLock {
        state -> (LocationStatusChange, [AsyncStream<LocationStatusChange>.Continuation])? in
        if isFirst, state.isSending { return nil }
        state.isSending = !state.pending.isEmpty
        guard state.isSending else { return nil }
        return (state.pending.removeFirst(), Array(state.listeners.values))
      }
      guard let (change, listeners) = sending else { return }
      isFirst = false
      for listener in listeners { listener.yield(change) }
      notifications?.post(change)
    }
  }

  /// Ends the listeners' sequences.
  func finish() {
    let listeners = state.withLock { state in
      state.isOver = true
      defer { state.listeners = [:] }
      return state.listeners.values
    }
    for listener in listeners { listener.finish() }
  }
}
