import Synchronization

/// Cancels an exchange of libcurl from any thread, before or while it runs.
final class CurlCancellation: Sendable {
  private struct State {
    var isCancelled = false
    /// Ends the wait of the exchange's thread.
    var wakeUp: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Whether ``cancel()`` was called.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      // Inside the lock, so that the handle is not freed meanwhile. It does not block.
      state.wakeUp?()
    }
  }

  /// Sets how to wake the exchange's thread; `nil` before its handle is freed.
  func wakes(_ wakeUp: (@Sendable () -> Void)?) { state.withLock { $0.wakeUp = wakeUp } }
}
