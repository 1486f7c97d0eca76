import LocationCore
import Synchronization

/// Reports a receiver that has been silent for too long. gpsd does not report it.
///
/// A receiver is watched from its first report on. From gpsd's greeting to the first report of any
/// receiver, the connection itself is watched.
final class SilenceWatch: Sendable {
  /// A receiver by its path; `nil` is the first receiver that sends data.
  typealias Device = String?

  private struct State {
    /// The receivers that are watched, and when each one last sent data.
    var heard = DeviceTable<Duration>()
    /// Whether the first receiver is watched, whichever it is.
    var isUnspecific = false
    var task: Task<Void, Never>?
    var isStopped = false
    /// When the watch was paused.
    var pausedAt: Duration?
  }

  private let limit: Duration
  /// The shortest pause that moves the deadlines.
  private let tenth: Duration
  private let clock: ErasedClock
  private let tell: @Sendable (Device) -> Void
  private let state = Mutex(State())

  /// Makes a watch that watches no receiver yet.
  init(limit: Duration, clock: any LocationClock, tell: @escaping @Sendable (Device) -> Void) {
    self.limit = limit
    tenth = limit / 10
    self.clock = ErasedClock(clock)
    self.tell = tell
  }

  /// The time of the watch's clock.
  var now: Duration { clock.now }

  /// Expects data from a receiver that has just sent data or was just added; `nil` expects data from
  /// any receiver.
  func expect(_ device: Device) { expect(device, at: clock.now) }

  /// Does the same at a time that was read from ``now``.
  func expect(_ device: Device, at now: Duration) {
    state.withLock { state in
      guard !state.isStopped else { return }
      if device != nil, state.isUnspecific {
        state.heard.removeValue(of: nil)
        state.isUnspecific = false
      }
      guard state.heard.set(now, of: device) else { return }
      if device == nil { state.isUnspecific = true }
      if state.task == nil { state.task = Task { await self.watch() } }
    }
  }

  /// Stops watching a receiver.
  func forget(_ device: Device) { state.withLock { _ = $0.heard.removeValue(of: device) } }

  /// Pauses until ``resume()``. While a consumer handles an update, the connection is not read, and
  /// that is not a silence of the receiver.
  func pause() { pause(at: clock.now) }

  /// Does the same at a time that was read from ``now``.
  func pause(at now: Duration) {
    state.withLock { $0.pausedAt = now }
  }

  /// Ends a pause.
  func resume() {
    let now = clock.now
    state.withLock { state in
      guard let pausedAt = state.pausedAt.take(), now - pausedAt > tenth else { return }
      state.heard.update { $0 += now - pausedAt }
    }
  }

  func stop() {
    let task = state.withLock { state in
      state.isStopped = true
      return state.task.take()
    }
    task?.cancel()
  }

  private func watch() async {
    while let deadline = nextDeadline() {
      guard (try? await clock.sleep(until: deadline)) != nil else { return }
      let now = clock.now
      let silent = state.withLock { state in
        guard !state.isStopped, state.pausedAt == nil else { return [Device]() }
        let silent = state.heard.entries.filter { $0.value + limit <= now }.map(\.device)
        for device in silent { state.heard.removeValue(of: device) }
        return silent
      }
      for device in silent { tell(device) }
    }
  }

  /// When the next receiver will have been silent for too long. `nil` ends the task; `task` is set to
  /// `nil` inside the same lock, so that a new task can start.
  private func nextDeadline() -> Duration? {
    let now = clock.now
    return state.withLock { state in
      guard let earliest = state.heard.entries.map(\.value).min(), !state.isStopped else {
        state.task = nil
        return nil
      }
      return (state.pausedAt == nil ? earliest : max(earliest, now)) + limit
    }
  }
}
