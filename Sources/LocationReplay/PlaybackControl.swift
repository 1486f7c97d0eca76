import LocationCore
import Synchronization

/// The pace, pausing, seeking and faults, shared by all subscriptions of a player.
final class PlaybackControl: Sendable {
  /// What a subscription has to follow.
  struct Settings: Sendable {
    var pace: ReplayPace
    /// Counts the changes.
    var revision = 0
    /// The clock's time at the start of the current pause; `nil` while playing.
    var pausedAt: Duration?
    /// The sum of all earlier pauses.
    var pausedTime = Duration.zero
    /// The last seek, and the revision that it made.
    var seek: (target: Duration, revision: Int)?
    /// Where later subscriptions begin; `nil` is the start.
    var start: Duration?
    /// The last loss of the fix, and the revision that it made.
    var loss: (duration: Duration, revision: Int)?
    /// `nil` if the places are those of the track.
    var jump: Jump?
    var isDenied = false
  }

  /// The distance of the played places from those of the track, and its direction in degrees from north.
  struct Jump: Sendable {
    var meters: Double
    var bearing: Double
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
    var settings: Settings
    var position: Duration?
    var sleepers: [Int: Sleeper] = [:]
    var lastID = 0
  }

  private let state: Mutex<State>

  init(pace: ReplayPace) { state = Mutex(State(settings: Settings(pace: pace))) }

  var settings: Settings { state.withLock { $0.settings } }

  /// The position of the item that was played last, or that of a later seek; `nil` before both.
  var position: Duration? { state.withLock { $0.position } }

  /// Notes the position of an item that is to be played now.
  ///
  /// - Parameter revision: that of the last seek which the subscription knows; 0 if it knows none.
  /// - Returns: `false` if there was another seek since; then the item is not to be played.
  func note(_ position: Duration, unlessSoughtSince revision: Int) -> Bool {
    state.withLock { state in
      guard state.settings.seek?.revision ?? 0 == revision else { return false }
      state.position = position
      return true
    }
  }

  /// Moves the subscriptions to a position. Nobody sees the former position from now on.
  ///
  /// - Parameter isStart: whether later subscriptions begin there too.
  func seek(to target: Duration, isStart: Bool) {
    changeState { state in
      state.settings.seek = (target, state.settings.revision)
      if isStart { state.settings.start = target }
      state.position = max(target, .zero)
    }
  }

  func change(_ body: (inout Settings) -> Void) { changeState { body(&$0.settings) } }

  private func changeState(_ body: (inout State) -> Void) {
    let sleepers = state.withLock { state in
      state.settings.revision += 1
      body(&state)
      defer { state.sleepers = [:] }
      return state.sleepers.values
    }
    for sleeper in sleepers { sleeper.wake() }
  }

  /// Sleeps until `deadline` or the next change of the settings, whichever is first; without a
  /// deadline until the next change. Returns at once if the settings have changed since `revision`.
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
    // A test's clock may have reached the deadline already; then no other thread is needed.
    let alarm = Task.startingNow {
      if (try? await clock.sleep(until: deadline)) != nil { self.wake(id) }
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
