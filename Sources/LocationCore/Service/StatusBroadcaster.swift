import Synchronization

/// Tells any number of listeners the changes of a service, in order.
final class StatusBroadcaster: Sendable {
  private typealias Listener = AsyncStream<LocationStatusChange>.Continuation

  private struct State {
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
    var pending: [LocationStatusChange] = []
    /// Whether a thread is sending. Other threads leave their changes to it.
    var isSending = false
    var isOver = false

    mutating func beginSending() -> Bool {
      defer { isSending = true }
      return !isSending
    }

    /// A change, or `nil` for the end, and the listeners to tell. Without anything to tell, the sending
    /// is over.
    mutating func nextChange() -> (LocationStatusChange?, [Listener])? {
      if !pending.isEmpty { return (pending.removeFirst(), Array(listeners.values)) }
      guard isOver, !listeners.isEmpty else {
        isSending = false
        return nil
      }
      defer { listeners = [:] }
      return (nil, Array(listeners.values))
    }
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
    state.withLock { $0.pending += changes }
  }

  /// Tells the changes that were added, outside every lock.
  func send() {
    guard state.withLock({ $0.beginSending() }) else { return }
    while let (change, listeners) = state.withLock({ $0.nextChange() }) {
      if let change { notifications?.post(change) }
      for listener in listeners {
        if let change { listener.yield(change) } else { listener.finish() }
      }
    }
  }

  /// Ends the listeners' sequences after the changes that were added.
  func finish() {
    state.withLock { $0.isOver = true }
    send()
  }
}
