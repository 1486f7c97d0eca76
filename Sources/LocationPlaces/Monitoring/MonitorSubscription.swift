import LocationCore
import Logging
import Synchronization

/// The places, the state and the consumer of one subscription to a ``PlaceMonitor``.
///
/// Only the task that reads the source calls ``handle(_:)``, so calls never overlap.
final class MonitorSubscription: Sendable {
  private let memory: (any MonitorMemory)?
  private let deliver: @Sendable (PlaceEvent) -> Void
  private let end: @Sendable (UserLocationError?) -> Void
  private let logger: Logger?
  private let monitor: Mutex<RegionMonitor>
  private let isLoaded: Mutex<Bool>
  private let isOver = Mutex(false)

  init(
    _ places: [Place], thresholds: MonitorThresholds, memory: (any MonitorMemory)?,
    logger: Logger?, deliver: @escaping @Sendable (PlaceEvent) -> Void,
    end: @escaping @Sendable (UserLocationError?) -> Void
  ) {
    monitor = Mutex(RegionMonitor(places: places, thresholds: thresholds))
    isLoaded = Mutex(memory == nil)
    self.memory = memory
    self.logger = logger
    self.deliver = deliver
    self.end = end
  }

  /// Takes an update of the source, and delivers the events.
  ///
  /// - Throws: an error if the state of the former run cannot be read.
  func handle(_ update: LocationUpdate) async throws(UserLocationError) {
    try await load()
    let events = monitor.withLock { monitor -> [PlaceEvent] in
      switch update {
      case .fix(let fix): monitor.update(with: fix)
      case .fixLost(let loss): loss.timestamp.map { monitor.advance(to: $0) } ?? []
      case .sky(let sky): sky.timestamp.map { monitor.advance(to: $0) } ?? []
      case .authorization: []
      }
    }
    guard !events.isEmpty else { return }
    // Saved first, so that no event is reported twice after a crash.
    await save()
    for event in events where !isOver.withLock({ $0 }) { deliver(event) }
  }

  /// Saves what the monitor knows.
  func save() async {
    guard let memory, isLoaded.withLock({ $0 }) else { return }
    let state = monitor.withLock { $0.state }
    do throws(PlaceError) {
      try await memory.save(state)
    } catch {
      // The events matter more than what happens after a restart.
      logger?.error("the state of the monitor is not saved", metadata: ["reason": "\(error)"])
    }
  }

  /// Reports the end, once. No event follows.
  func finish(_ error: UserLocationError?) {
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { end(error) }
  }

  private func load() async throws(UserLocationError) {
    guard let memory, !isLoaded.withLock({ $0 }) else { return }
    let state: MonitorState
    do throws(PlaceError) {
      state = try await memory.load()
    } catch {
      throw UserLocationError(.inputOutput, detail: error.description, cause: error)
    }
    monitor.withLock { monitor in
      monitor = RegionMonitor(
        places: monitor.places, thresholds: monitor.thresholds, state: state)
    }
    isLoaded.withLock { $0 = true }
  }
}
