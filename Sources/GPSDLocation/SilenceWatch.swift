import LocationCore
import Synchronization

/// Tells when a receiver has said nothing for too long: gpsd does not, when a receiver dies.
///
/// A receiver is watched from its first word on, and the connection itself from gpsd's greeting to
/// that.
final class SilenceWatch: Sendable {
  /// A receiver by its path; `nil` is whoever comes first.
  typealias Device = String?

  private struct State {
    /// Who is listened for, and when it spoke last.
    var heard: [Device: Duration] = [:]
    var task: Task<Void, Never>?
    var isStopped = false
    /// Since when nobody listens.
    var pausedAt: Duration?
  }

  /// More receivers than anybody has: a server that makes names up may not fill the memory.
  private static let maximumDevices = 64

  private let limit: Duration
  private let clock: ErasedClock
  private let tell: @Sendable (Device) -> Void
  private let state = Mutex(State())

  /// Makes a watch, which expects nobody yet.
  init(limit: Duration, clock: any Clock<Duration>, tell: @escaping @Sendable (Device) -> Void) {
    self.limit = limit
    self.clock = ErasedClock(clock)
    self.tell = tell
  }

  /// That a receiver spoke, or has come and is to speak; `nil` when any of them is to.
  func expect(_ device: Device) {
    let now = clock.now
    state.withLock { state in
      guard !state.isStopped else { return }
      if device != nil { state.heard[nil] = nil }
      guard state.heard[device] != nil || state.heard.count < Self.maximumDevices else { return }
      state.heard[device] = now
      if state.task == nil { state.task = Task { await self.watch() } }
    }
  }

  /// That nothing is expected from a receiver any more.
  func forget(_ device: Device) { state.withLock { $0.heard[device] = nil } }

  /// That nobody listens until ``resume()``: who reads is busy with what was said, for as long as
  /// the consumer pleases, and to say nothing meanwhile is no silence.
  func pause() {
    let now = clock.now
    state.withLock { $0.pausedAt = now }
  }

  /// That somebody listens again.
  func resume() {
    let now = clock.now
    state.withLock { state in
      guard let pausedAt = state.pausedAt.take(), (now - pausedAt) * 10 > limit else { return }
      state.heard = state.heard.mapValues { $0 + (now - pausedAt) }
    }
  }

  /// Ends the watch.
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
        let silent = state.heard.filter { $0.value + limit <= now }.map(\.key)
        for device in silent { state.heard[device] = nil }
        return silent
      }
      for device in silent { tell(device) }
    }
  }

  /// When somebody will have been silent for too long; `nil` ends the task, under the lock under
  /// which a new one is started.
  private func nextDeadline() -> Duration? {
    let now = clock.now
    return state.withLock { state in
      guard let earliest = state.heard.values.min(), !state.isStopped else {
        state.task = nil
        return nil
      }
      return (state.pausedAt == nil ? earliest : max(earliest, now)) + limit
    }
  }
}
