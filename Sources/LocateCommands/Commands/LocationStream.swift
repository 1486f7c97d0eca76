import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import Synchronization

/// Prints the locations of a provider until a limit, the source or the user ends it. `watch`, `replay`
/// and `simulate` share this.
struct LocationStream: Sendable {
  let provider: any LocationProvider
  /// Several are a fallback.
  let sources: [SourceDescription]
  let observation: SourceObservation
  let timeout: Duration?
  let filter: LocationFilter
  let duration: Duration?
  let count: Int?
  /// `nil` prints nothing: only clients of `--serve` get the locations. Then it is no error if there
  /// are none.
  let format: OutputFormat?
  let environment: LocateEnvironment
  /// Keeps the last location for `last:`.
  var memory: FixMemory?

  init(
    provider: any LocationProvider, sources: [SourceDescription], wait: WaitOptions,
    stream: StreamOptions, filter: FilterOptions, format: OutputFormat?,
    environment: LocateEnvironment
  ) {
    observation = SourceObservation(of: sources, clock: environment.clock)
    self.provider = ObservedProvider(base: provider, observation: observation)
    self.sources = sources
    timeout = wait.timeout
    self.filter = filter.filter(
      accuracy: wait.accuracy?.meters, distance: stream.limits.distance?.meters)
    duration = stream.duration
    count = stream.limits.count?.value
    self.format = format
    self.environment = environment
  }

  /// Makes a stream of a simulated receiver. The simulation's own settings limit its duration.
  init(
    provider: any LocationProvider, source: SourceDescription, limits: LimitOptions,
    format: OutputFormat?, environment: LocateEnvironment
  ) {
    sources = [source]
    observation = SourceObservation(of: sources, clock: environment.clock)
    self.provider = ObservedProvider(base: provider, observation: observation)
    timeout = nil
    var filter = LocationFilter()
    filter.distance = limits.distance?.meters
    self.filter = filter
    duration = nil
    count = limits.count?.value
    self.format = format
    self.environment = environment
  }

  /// The result of a child task.
  private enum Outcome {
    /// The source ended, or the requested count was printed.
    case complete
    /// The time of `--for` has passed.
    case durationOver
    /// The time to wait for the first location has passed.
    case timeoutOver
  }

  /// Prints until the end.
  ///
  /// - Throws: `UserLocationError`, `OutputError`.
  func run() async throws {
    try await environment.askForConsent(of: provider, sources)
    try await environment.showing(status: { [observation] in observation.statusLine }) {
      try await runToTheEnd()
    }
  }

  private func runToTheEnd() async throws {
    let printed = PrintedCount()
    let outcome = try await withThrowingTaskGroup(of: Outcome.self) { group in
      group.addTask { try await print(counting: printed) }
      if let duration {
        group.addTask { try await after(duration, .durationOver) }
      }
      if let timeout {
        group.addTask { try await after(timeout, .timeoutOver) }
      }
      var outcome = try await group.next() ?? .complete
      while outcome == .timeoutOver, printed.value > 0 {
        outcome = try await group.next() ?? .complete
      }
      // The printing task still completes its document. An error of the output is known only then.
      group.cancelAll()
      while let last = await group.nextResult() {
        if case .failure(let error as OutputError) = last { throw error }
      }
      return outcome
    }
    // If nothing is printed, `--for` only limits how long to serve. No location is then no failure. A source
    // without any location says so itself.
    guard printed.value == 0,
      outcome == .timeoutOver
        || format != nil
          && (outcome == .durationOver || observation.hasRejectedFix)
    else { return }
    let waited = outcome == .timeoutOver ? timeout : outcome == .durationOver ? duration : nil
    throw LocationCriteria(timeout: waited, accuracy: filter.accuracy).explain(
      UserLocationError(outcome == .complete ? .sourceEnded : .timedOut), of: sources, observation)
  }

  private func after(_ duration: Duration, _ outcome: Outcome) async throws -> Outcome {
    try await environment.clock.sleep(for: duration)
    return outcome
  }

  private func print(counting printed: PrintedCount) async throws -> Outcome {
    let terminal = environment.terminal
    let sink = format?.isText == true ? terminal.latestLineOutput : terminal.output
    // The status line says that there is no fix, and for how long.
    let leavesOutLosses =
      format?.isText == true && sink.terminalWidth != nil && terminal.showsStatus
    defer { terminal.endLine() }
    var output: LocationOutput?
    if let format {
      let writer = format.writer(
        .stream, terminalWidth: { sink.terminalWidth }, encoding: terminal.encoding,
        namesReceivers: sources.areNamed, now: environment.now)
      output = LocationOutput(writer, to: sink)
    }
    let service = UserLocationService(provider: provider, clock: environment.clock)
    var inUse: FixSource?
    var memory = memory
    defer { memory?.flush() }
    do {
      let updates = service.updates(interests: output?.interests ?? []).filtered(by: filter)
      for try await update in updates {
        // Counts before it writes, because the timeout may pass during the write.
        let isLast = if case .fix = update { printed.increment() == count } else { false }
        switch update {
        case .fix: observation.locate()
        case .fixLost:
          // The source may have said it before this task took the last fix.
          observation.note(update)
          if leavesOutLosses { continue }
        case .sky, .authorization: break
        }
        if case .fix(let fix) = update { memory?.note(fix) }
        guard sources.areNamed else {
          try output?.write(update)
          if isLast { break }
          continue
        }
        let named = update.namingItsSource
        if sources.count > 1, case .fix(let fix) = named, fix.source.name != inUse?.name {
          environment.tell(change: fix.source)
          if format == .json { try output?.write(change: inUse, to: fix) }
          inUse = fix.source
        }
        try output?.write(named)
        if isLast { break }
      }
    } catch let error as UserLocationError {
      // Serving a receiver that never has a fix is no failure.
      if format == nil, error.code == .sourceEnded { return .complete }
      // The part before the interruption is still a valid track.
      try output?.end(ifBegun: error.code != .cancelled)
      throw LocationCriteria(accuracy: filter.accuracy).explain(
        error, of: sources, observation)
    }
    try output?.end()
    return .complete
  }
}

/// The number of locations so far. The printing task increments it while ``LocationStream/run()`` reads
/// it.
private final class PrintedCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Adds 1 and returns the sum.
  func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}
