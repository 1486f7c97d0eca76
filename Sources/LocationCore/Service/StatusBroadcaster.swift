import Synchronization

/// Tells the changes of a service to its notification center and to any number of sequences, in order.
final class StatusBroadcaster: Sendable {
  private struct State {
    var pending: [LocationStatusChange] = []
    /// Whether a thread is sending. Other threads leave their changes to it.
    var isSending = false
    var isOver = false

    /// Whether every change was told, and none follows.
    var isAtEnd: Bool { isOver && !isSending && pending.isEmpty }

    mutating func beginSending() -> Bool {
      defer { isSending = true }
      return !isSending
    }

    /// The next change to tell. Without one, the sending is over.
    mutating func nextChange() -> LocationStatusChange? {
      if !pending.isEmpty { return pending.removeFirst() }
      isSending = false
      return nil
    }
  }

  private let notifications: (any NotificationPosting)?
  private let listeners = Broadcaster<LocationStatusChange>()
  private let state = Mutex(State())

  init(posting notifications: (any NotificationPosting)?) { self.notifications = notifications }

  /// The changes from now on.
  func changes() -> AsyncStream<LocationStatusChange> { listeners.values() }

  /// Adds changes. They are told by ``send()``.
  func add(_ changes: [LocationStatusChange]) {
    state.withLock { $0.pending += changes }
  }

  /// Tells the changes that were added, outside every lock.
  func send() {
    guard state.withLock({ $0.beginSending() }) else { return }
    while let change = state.withLock({ $0.nextChange() }) {
      notifications?.post(change)
      listeners.send([change])
    }
    if state.withLock({ $0.isAtEnd }) { listeners.finish() }
  }

  /// Ends the listeners' sequences after the changes that were added.
  func finish() {
    state.withLock { $0.isOver = true }
    send()
  }
}
