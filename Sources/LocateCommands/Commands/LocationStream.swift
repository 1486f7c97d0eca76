import GPSDProtocol
import LocationCore
import LocationIO
import LocationServing
import LocationSources
import LocationText
import LocationTracks
import Synchronization

/// Prints what a provider says until something ends it: what `watch`, `replay` and `simulate` have
/// in common.
struct LocationStream: Sendable {
  let provider: any LocationProvider
  let source: SourceDescription
  let timeout: Duration?
  let accuracy: Double?
  let duration: Duration?
  let distance: Double?
  let count: Int?
  /// `nil` prints nothing: the locations are for somebody else, and so is what there may be none.
  let format: OutputFormat?
  let environment: LocateEnvironment

  init(
    provider: any LocationProvider, source: SourceDescription, wait: WaitOptions,
    limits: StreamOptions, format: OutputFormat?, environment: LocateEnvironment
  ) {
    self.provider = provider
    self.source = source
    timeout = wait.timeout
    accuracy = wait.accuracy?.meters
    duration = limits.duration
    distance = limits.distance?.meters
    count = limits.count?.value
    self.format = format
    self.environment = environment
  }

  /// A stream of a simulated receiver, which ends by itself.
  init(
    provider: any LocationProvider, source: SourceDescription, distance: Length?, count: Count?,
    format: OutputFormat?, environment: LocateEnvironment
  ) {
    self.provider = provider
    self.source = source
    timeout = nil
    accuracy = nil
    duration = nil
    self.distance = distance?.meters
    self.count = count?.value
    self.format = format
    self.environment = environment
  }

  /// What a child task came back with.
  private enum Outcome {
    /// Everything was printed: the source ended, or as many as were wanted came.
    case complete
    /// As long as was wanted has passed.
    case durationOver
    /// The patience for the first location has passed.
    case timeoutOver
  }

  /// Prints until the end.
  func run() async throws {
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
      // The printing task still completes its document: only then is it known to be written.
      group.cancelAll()
      while let last = await group.nextResult() {
        if case .failure(let error as OutputError) = last { throw error }
      }
      return outcome
    }
    // Where nothing is printed, `--for` says how long to go on, and not how long to wait.
    guard outcome == .timeoutOver || outcome == .durationOver && format != nil,
      printed.value == 0
    else { return }
    let waited = outcome == .timeoutOver ? timeout : duration
    throw LocationCriteria(timeout: waited, accuracy: accuracy)
      .explain(.timedOut, source: source.description)
  }

  private func after(_ duration: Duration, _ outcome: Outcome) async throws -> Outcome {
    try await environment.clock.sleep(for: duration)
    return outcome
  }

  private func print(counting printed: PrintedCount) async throws -> Outcome {
    let sink = environment.output
    var output: LocationOutput?
    if let format {
      let writer = format.writer(
        .stream, terminalWidth: { sink.terminalWidth }, now: environment.now)
      output = LocationOutput(writer, to: sink)
    }
    let service = UserLocationService(provider: provider, clock: environment.clock)
    do {
      let updates = service.updates(
        distanceFilter: distance, accuracy: accuracy,
        interests: output?.interests ?? [])
      for try await update in updates {
        // Counted before anybody can see it: the timeout may pass at that moment.
        let isLast = if case .fix = update { printed.increment() == count } else { false }
        try output?.write(update)
        if isLast { break }
      }
    } catch let error as UserLocationError {
      // A receiver without a fix can be served like any other.
      if format == nil, error.code == .sourceEnded { return .complete }
      // What was begun is completed: an interrupted track is a track.
      try output?.end(ifBegun: error.code != .cancelled)
      throw LocationCriteria(accuracy: accuracy).explain(error, source: source.description)
    }
    try output?.end()
    return .complete
  }
}

/// How many locations there were to print, for the tasks that wait beside the printing one.
private final class PrintedCount: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }

  /// Counts one more and returns how many there are now.
  func increment() -> Int { count.add(1, ordering: .relaxed).newValue }
}
