import LocationCore
import LocationSources
import Synchronization

/// Stores the last location of a command for the source `last:`: the first location, then one a minute, and
/// the last one at the end.
final class FixMemory: Sendable {
  private struct State {
    /// The last location, if it is not stored yet.
    var pending: Fix?
    var lastTime: Date?
  }

  private static let interval = 60.0

  private let store: LastFixStore?
  private let environment: LocateEnvironment
  /// Whether a failure is reported. It never ends the command.
  private let isVerbose: Bool
  private let state = Mutex(State())

  init(isOff: Bool, isVerbose: Bool, in environment: LocateEnvironment) {
    store = isOff ? nil : environment.sources.lastFixStore()
    self.isVerbose = isVerbose
    self.environment = environment
  }

  /// Notes a location, if it is a location of this machine.
  func note(_ fix: Fix) {
    guard store != nil, LastFixStore.accepts(fix) else { return }
    let now = environment.now()
    state.withLock { state in
      state.pending = fix
      if let lastTime = state.lastTime, now.timeIntervalSince(lastTime) < Self.interval { return }
      state.lastTime = now
      flush(&state)
    }
  }

  /// Stores the last location, if it is not stored yet.
  func flush() { state.withLock { flush(&$0) } }

  private func flush(_ state: inout State) {
    guard let store, let fix = state.pending.take() else { return }
    do throws(UserLocationError) {
      try store.store(fix)
    } catch {
      guard isVerbose else { return }
      environment.say("the location could not be kept for last:: \(error)")
    }
  }
}
