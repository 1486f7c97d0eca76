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
    var heard = DeviceTable<Duration>()
    /// Whether whoever comes first is listened for.
    var isUnspecific = false
    var task: Task<Void, Never>?
    var isStopped = false
    /// Since when nobody listens.
    var pausedAt: Duration?
  }

  private let limit: Duration
  /// A pause that counts.
  private let tenth: Duration
  private let clock: ErasedClock
  private let tell: @Sendable (Device) -> Void
  private let state = Mutex(State())

  /// Makes a watch, which expects nobody yet.
  init(limit: Duration, clock: any Clock<Duration>, tell: @escaping @Sendable (Device) -> Void) {
    self.limit = limit
    tenth = limit / 10
    self.clock = ErasedClock(clock)
    self.tell = tell
  }

  /// The time that the watch goes by.
  var now: Duration { clock.now }

  /// That a receiver spoke, or has come and is to speak; `nil` when any of them is to.
  func expect(_ device: Device) { expect(device, at: clock.now) }

  /// The same, at a ``now`` of a moment ago.
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

  /// That nothing is expected from a receiver any more.
  func forget(_ device: Device) { state.withLock { _ = $0.heard.removeValue(of: device) } }

  /// That nobody listens until ``resume()``: who reads is busy with what was said, for as long as
  /// the consumer pleases, and to say nothing meanwhile is no silence.
  func pause() { pause(at: clock.now) }

  /// The same, at a ``now`` of a moment ago.
  func pause(at now: Duration) {
    state.withLock { $0.pausedAt = now }
  }

  /// That somebody listens again.
  func resume() {
    let now = clock.now
    state.withLock { state in
      guard let pausedAt = state.pausedAt.take(), now - pausedAt > tenth else { return }
      state.heard.update { $0 += now - pausedAt }
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
        let silent = state.heard.entries.filter { $0.value + limit <= now }.map(\.device)
        for device in silent { state.heard.removeValue(of: device) }
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
      guard let earliest = state.heard.entries.map(\.value).min(), !state.isStopped else {
        state.task = nil
        return nil
      }
      return (state.pausedAt == nil ? earliest : max(earliest, now)) + limit
    }
  }
}
