import LocationCore
import LocationSources
import LocationTracks
import Synchronization

/// Records the locations of a provider until a limit, the source or the user ends it.
struct RecordingRun: Sendable {
  private let provider: any LocationProvider
  private let sources: [SourceDescription]
  private let observation: SourceObservation
  private let recorder: LocationRecorder
  private let filter: LocationFilter
  private let timeout: Duration?
  private let duration: Duration?
  private let count: Int?
  private let environment: LocateEnvironment
  private let recorded = RecordedCount()

  init(
    provider: any LocationProvider, sources: [SourceDescription], recorder: LocationRecorder,
    wait: WaitOptions, stream: StreamOptions, filter: FilterOptions,
    environment: LocateEnvironment
  ) {
    observation = SourceObservation(of: sources, clock: environment.clock)
    self.provider = ObservedProvider(base: provider, observation: observation)
    self.sources = sources
    self.recorder = recorder
    self.filter = filter.filter(
      accuracy: wait.accuracy?.meters, distance: stream.limits.distance?.meters)
    timeout = wait.timeout
    duration = stream.duration
    count = stream.limits.count?.value
    self.environment = environment
  }

  private enum Outcome {
    /// The source ended, or the requested count was recorded.
    case complete
    /// The time of `--for` has passed.
    case durationOver
    /// The time to wait for the first location has passed.
    case timeoutOver
  }

  /// Records until the end.
  ///
  /// - Throws: `UserLocationError`, `RecordingError`.
  func run() async throws {
    try await environment.askForConsent(of: provider, sources)
    let outcome: Outcome
    do {
      outcome = try await environment.showing(status: { [observation] in observation.statusLine }) {
        try await runToTheEnd()
      }
    } catch {
      if let loss { environment.errorOutput.say(loss.message, as: environment.commandName) }
      throw error
    }
    if let loss { throw loss }
    guard recorded.value == 0 else { return }
    let waited = outcome == .timeoutOver ? timeout : outcome == .durationOver ? duration : nil
    throw LocationCriteria(timeout: waited, accuracy: filter.accuracy).explain(
      UserLocationError(outcome == .complete ? .sourceEnded : .timedOut), of: sources, observation)
  }

  /// What a full disk lost; `nil` if nothing.
  private var loss: CommandFailure? {
    let count = recorder.lostUpdates
    guard count > 0 else { return nil }
    return CommandFailure(
      .inputOutput,
      "the disk was full; not recorded: \(HelpText.count(count, "update"))")
  }

  private func runToTheEnd() async throws -> Outcome {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
      group.addTask {
        try await record()
        return .complete
      }
      if let duration { group.addTask { try await after(duration, .durationOver) } }
      if let timeout { group.addTask { try await after(timeout, .timeoutOver) } }
      var outcome = try await group.next() ?? .complete
      while outcome == .timeoutOver, recorded.value > 0 {
        outcome = try await group.next() ?? .complete
      }
      group.cancelAll()
      return outcome
    }
  }

  private func after(_ duration: Duration, _ outcome: Outcome) async throws -> Outcome {
    try await environment.clock.sleep(for: duration)
    return outcome
  }

  private func record() async throws {
    do {
      try await recorder.record(provider, filter: filter) { update in
        switch update {
        case .fix:
          observation.locate()
          return recorded.increment() != count
        case .fixLost:
          // The source may have said it before this task took the last fix.
          observation.note(update)
        case .sky, .authorization: break
        }
        return true
      }
    } catch let error as UserLocationError {
      throw LocationCriteria(accuracy: filter.accuracy).explain(error, of: sources, observation)
    }
  }
}

/// The number of locations so far. The recording task increments it while ``RecordingRun/run()`` reads it.
private final class RecordedCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Adds 1 and returns the sum.
  func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}
