import LocationCore
import LocationSources

/// Stores the last location of a command for the source `last:`: the first location, then one a minute, and
/// the last one at the end.
struct FixMemory {
  private static let interval = 60.0

  private let store: LastFixStore?
  private let environment: LocateEnvironment
  /// Whether a failure is reported. It never ends the command.
  private let isVerbose: Bool
  /// The last location, if it is not stored yet.
  private var pending: Fix?
  private var lastTime: Date?

  init(isOff: Bool, isVerbose: Bool, in environment: LocateEnvironment) {
    store = isOff ? nil : environment.sources.lastFixStore()
    self.isVerbose = isVerbose
    self.environment = environment
  }

  /// Notes a location, if it is a location of this machine.
  mutating func note(_ fix: Fix) {
    guard store != nil, LastFixStore.accepts(fix) else { return }
    pending = fix
    let now = environment.now()
    if let lastTime, now.timeIntervalSince(lastTime) < Self.interval { return }
    lastTime = now
    flush()
  }

  /// Stores the last location, if it is not stored yet.
  mutating func flush() {
    guard let store, let fix = pending.take() else { return }
    do throws(UserLocationError) {
      try store.store(fix)
    } catch {
      guard isVerbose else { return }
      environment.errorOutput.say(
        "the location could not be kept for last:: \(error)", as: environment.commandName)
    }
  }
}
