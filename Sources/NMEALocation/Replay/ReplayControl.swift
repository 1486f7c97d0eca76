import LocationCore
import Synchronization

/// The buttons of a replay: one set for all subscriptions of its provider.
final class ReplayControl: Sendable {
  /// What was pressed, as a subscription looks at it.
  struct Settings: Sendable {
    /// Counts the changes.
    var revision = 0
    /// What the clock showed when the replay was paused.
    var pausedAt: Duration?
    /// How long it was paused in all, before that.
    var pausedTime = Duration.zero
    /// Where to go, and which revision said so.
    var seek: (target: Duration, revision: Int)?
  }

  private struct Sleeper {
    let continuation: CheckedContinuation<Void, Never>
    var alarm: Task<Void, Never>?

    func wake() {
      alarm?.cancel()
      continuation.resume()
    }
  }

  private struct State {
    var settings = Settings()
    var sleepers: [Int: Sleeper] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())

  var settings: Settings { state.withLock { $0.settings } }

  func change(_ body: (inout Settings) -> Void) {
    let sleepers = state.withLock { state in
      state.settings.revision += 1
      body(&state.settings)
      defer { state.sleepers = [:] }
      return state.sleepers.values
    }
    for sleeper in sleepers { sleeper.wake() }
  }

  /// Sleeps until `deadline` — for ever without one — or the next change of the settings; returns
  /// at once when they are beyond `revision` already.
  ///
  /// - Throws: `.cancelled` when the task is canceled.
  nonisolated(nonsending) func sleep(
    until deadline: Duration?, on clock: ErasedClock, unlessBeyond revision: Int
  ) async throws(UserLocationError) {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isAsleep = state.withLock { state in
          guard state.settings.revision == revision, !Task.isCancelled else { return false }
          state.sleepers[id] = Sleeper(continuation: continuation)
          return true
        }
        guard isAsleep else { return continuation.resume() }
        if let deadline { setAlarm(for: id, at: deadline, on: clock) }
      }
    } onCancel: {
      wake(id)
    }
    if Task.isCancelled { throw .cancelled }
  }

  private func setAlarm(for id: Int, at deadline: Duration, on clock: ErasedClock) {
    let ring = { @Sendable in
      if (try? await clock.sleep(until: deadline)) != nil { self.wake(id) }
    }
    let alarm: Task<Void, Never>
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) {
      // A test's clock may be there already, and then no other thread is needed.
      alarm = Task.immediate { await ring() }
    } else {
      alarm = Task { await ring() }
    }
    let isNeeded = state.withLock { state in
      state.sleepers[id]?.alarm = alarm
      return state.sleepers[id] != nil
    }
    if !isNeeded { alarm.cancel() }
  }

  private func wake(_ id: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: id) }?.wake()
  }
}
