import LocationCore
import Logging
import Synchronization

/// The places, the state and the consumer of one subscription to a ``PlaceMonitor``.
///
/// Only the task that reads the source calls ``handle(_:)``, so calls never overlap.
final class MonitorSubscription: Sendable {
  private struct Phase {
    var isHandling = false
    var isOver = false
    /// The report of the end. It waits until the events of the present update are delivered.
    var report: (@Sendable () -> Void)?
  }

  private let memory: (any MonitorMemory)?
  private let deliver: @Sendable (PlaceEvent) -> Void
  private let end: @Sendable (UserLocationError?) -> Void
  private let logger: Logger?
  private let monitor: Mutex<RegionMonitor>
  private let isLoaded: Mutex<Bool>
  private let phase = Mutex(Phase())

  init(
    _ places: [Place], thresholds: MonitorThresholds, identity: DeviceIdentity,
    memory: (any MonitorMemory)?,
    logger: Logger?, deliver: @escaping @Sendable (PlaceEvent) -> Void,
    end: @escaping @Sendable (UserLocationError?) -> Void
  ) {
    monitor = Mutex(
      RegionMonitor(places: places, thresholds: thresholds, identity: identity))
    isLoaded = Mutex(memory == nil)
    self.memory = memory
    self.logger = logger
    self.deliver = deliver
    self.end = end
  }

  /// Takes updates of the source, and delivers the events.
  ///
  /// - Throws: an error if the state of the former run cannot be read.
  func handle(_ updates: [LocationUpdate]) async throws(UserLocationError) {
    try await load()
    guard beginHandling() else { return }
    await deliverEvents(of: updates)
    endHandling()
  }

  private func deliverEvents(of updates: [LocationUpdate]) async {
    let events = monitor.withLock { monitor in
      var events: [PlaceEvent] = []
      for update in updates { events += Self.events(of: update, &monitor) }
      return events
    }
    guard !events.isEmpty else { return }
    // Saved first, so that no event is reported twice after a crash. The state of many devices is long, so it is
    // saved once for all updates that are at hand.
    await save()
    // An end during the save is too late: nobody would report the saved events again.
    let endedBefore = isOver
    for event in events where endedBefore || !isOver { deliver(event) }
  }

  private static func events(
    of update: LocationUpdate, _ monitor: inout RegionMonitor
  ) -> [PlaceEvent] {
    switch update {
    case .fix(let fix): monitor.update(with: fix)
    case .fixLost(let loss):
      loss.timestamp.map { monitor.advance(to: $0, of: loss.source) } ?? []
    case .sky(let sky):
      sky.timestamp.map { monitor.advance(to: $0, of: sky.source) } ?? []
    case .authorization: []
    }
  }

  private var isOver: Bool { phase.withLock { $0.isOver } }

  /// Returns `false` after the end.
  private func beginHandling() -> Bool {
    phase.withLock { phase in
      phase.isHandling = !phase.isOver
      return phase.isHandling
    }
  }

  private func endHandling() {
    let report = phase.withLock { phase in
      phase.isHandling = false
      return phase.report.take()
    }
    report?()
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
    let report: @Sendable () -> Void = { [end] in end(error) }
    let isDue = phase.withLock { phase in
      guard !phase.isOver else { return false }
      phase.isOver = true
      if phase.isHandling { phase.report = report }
      return !phase.isHandling
    }
    if isDue { report() }
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
        places: monitor.places, thresholds: monitor.thresholds, identity: monitor.identity,
        state: state)
    }
    isLoaded.withLock { $0 = true }
  }
}
