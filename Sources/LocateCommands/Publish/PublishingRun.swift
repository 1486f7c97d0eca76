import LocationCore
import LocationPlaces
import LocationPublishing
import LocationSources

/// Publishes the locations of a provider until a limit, the source or the user ends it.
struct PublishingRun: Sendable {
  /// A target and its queue.
  struct Target: Sendable {
    let name: String
    /// The path of its journal; `nil` without one.
    let journal: String?
    let queue: PublishingQueue
  }

  /// More messages of a recording do not wait at the same time.
  private static let mostOfRecording = 1_000

  private let provider: any LocationProvider
  private let sources: [SourceDescription]
  private let observation: SourceObservation
  private let rules: PublishingRules
  private let memory: (any MonitorMemory)?
  private let targets: [Target]
  /// The largest error in meters of a location; `nil` for any.
  private let accuracy: Double?
  private let timeout: Duration?
  private let duration: Duration?
  private let count: Int?
  private let drain: Duration
  private let isVerbose: Bool
  private let environment: LocateEnvironment

  init(
    provider: any LocationProvider, sources: [SourceDescription], rules: PublishingRules,
    memory: (any MonitorMemory)?, queues: [Target], wait: WaitOptions, stream: StreamOptions,
    drain: Duration, isVerbose: Bool, environment: LocateEnvironment
  ) {
    observation = SourceObservation(of: sources, clock: environment.clock)
    self.provider = ObservedProvider(base: provider, observation: observation)
    self.sources = sources
    self.rules = rules
    self.memory = memory
    targets = queues
    accuracy = wait.accuracy?.meters
    timeout = wait.timeout
    duration = stream.duration
    count = stream.limits.count?.value
    self.drain = drain
    self.isVerbose = isVerbose
    self.environment = environment
  }

  /// What a part of the run came to.
  private enum Part: Sendable {
    /// The source ended in some way, or a limit was reached.
    case read(Result<Void, any Error>)
    /// All messages of a target are delivered.
    case delivered
    /// The time to deliver the rest has passed.
    case drainOver
  }

  /// Publishes until the end.
  ///
  /// - Throws: `UserLocationError`, `CommandFailure`, `OutputError`, `PlaceError`.
  func run() async throws {
    try await environment.askForConsent(of: provider, sources)
    try await environment.showing(status: { [observation] in observation.statusLine }) {
      try await runToTheEnd()
    }
  }

  private func runToTheEnd() async throws {
    let reading = try await withThrowingTaskGroup(of: Part.self) { group in
      for target in targets {
        group.addTask {
          try await deliver(target)
          return .delivered
        }
      }
      group.addTask {
        do {
          try await read()
          return .read(.success(()))
        } catch {
          return .read(.failure(error))
        }
      }
      var reading = Result<Void, any Error>.success(())
      var waiting = targets.count
      while waiting > 0, let part = try await group.next() {
        switch part {
        case .delivered: waiting -= 1
        case .drainOver: waiting = 0
        case .read(let result):
          try Task.checkCancellation()
          reading = result
          for target in targets { target.queue.finish() }
          group.addTask {
            try await environment.clock.sleep(for: drain)
            return .drainOver
          }
        }
      }
      group.cancelAll()
      return reading
    }
    try reading.get()
    try reportRest()
  }

  /// Delivers the messages of a target.
  private func deliver(_ target: Target) async throws {
    do throws(PublishError) {
      try await target.queue.run()
    } catch {
      if error.code == .closed { throw OutputError.closedPipe }
      if error.code == .cancelled { throw CancellationError() }
      throw CommandFailure(error, target: target.name)
    }
  }

  /// Throws if messages remain.
  private func reportRest() throws(CommandFailure) {
    for target in targets where target.queue.count > 0 {
      let count = target.queue.count
      let place = target.journal.map {
        "they wait in \($0.printablePath), and the next 'publish' to the same target sends them"
      }
      throw CommandFailure(
        .unavailable,
        "\(target.name): \(HelpText.count(count, "message")) \(count == 1 ? "was" : "were") not delivered; "
          + (place ?? "they are lost"))
    }
  }

  // MARK: Reading

  /// Reads the source until its end, its limit, or the time of `--for`.
  private func read() async throws {
    let outcome = try await withThrowingTaskGroup(of: Outcome.self) { group in
      group.addTask { try await publishAll() }
      if let duration { group.addTask { try await after(duration, .durationOver) } }
      if let timeout { group.addTask { try await after(timeout, .timeoutOver) } }
      defer { group.cancelAll() }
      while let outcome = try await group.next() {
        if case .timeoutOver = outcome, !observation.isWaiting { continue }
        return outcome
      }
      return .complete(hasFix: true)
    }
    let waited: Duration?
    switch outcome {
    case .complete(hasFix: true): return
    case .complete(hasFix: false): waited = nil
    case .durationOver:
      if !observation.isWaiting { return }
      waited = duration
    case .timeoutOver: waited = timeout
    }
    throw LocationCriteria(timeout: waited, accuracy: accuracy).explain(
      UserLocationError(waited == nil ? .sourceEnded : .timedOut), of: sources, observation)
  }

  private enum Outcome: Sendable {
    /// The source ended, or the requested count was published.
    case complete(hasFix: Bool)
    /// The time of `--for` has passed.
    case durationOver
    /// The time to wait for the first location has passed.
    case timeoutOver
  }

  private func after(_ duration: Duration, _ outcome: Outcome) async throws -> Outcome {
    try await environment.clock.sleep(for: duration)
    return outcome
  }

  private func publishAll() async throws -> Outcome {
    var rules = rules
    var hasFix = false
    defer { if isVerbose { tell(rules.counters) } }
    do {
      let service = UserLocationService(provider: provider, clock: environment.clock)
      for try await update in service.updates(interests: []) {
        let left = rules.counters.thinned
        let messages = rules.messages(for: update, at: environment.now())
        if case .fix = update {
          if rules.counters.thinned == left {
            hasFix = true
            observation.locate()
          }
        } else {
          observation.note(update)
        }
        add(messages)
        if messages.contains(where: { $0.kind == .event }) { try await memory?.save(rules.state) }
        if let count, rules.counters.published >= count { break }
        guard !sources.contains(where: \.isLive) else { continue }
        for target in targets { await target.queue.waitForRoom(Self.mostOfRecording) }
      }
    } catch let error as UserLocationError {
      try await memory?.save(rules.state)
      throw LocationCriteria().explain(error, of: sources, observation)
    }
    try await memory?.save(rules.state)
    if hasFix, rules.counters.simulated > 0, rules.counters.published == 0 {
      throw CommandFailure(
        .usage,
        "\(sources.names): its locations are simulated or recorded; --simulated publishes them")
    }
    return .complete(hasFix: hasFix)
  }

  private func add(_ messages: [PublishedMessage]) {
    for message in messages {
      for target in targets { target.queue.add(message) }
    }
  }

  private func tell(_ counters: PublishingRules.Counters) {
    environment.errorOutput.say(
      "\(HelpText.count(counters.published, "location")) published; not published: \(counters.private) in private "
        + "places, \(counters.simulated) simulated or recorded, \(counters.thinned) thinned out, "
        + "\(counters.unformatted) without a time",
      as: environment.commandName)
  }
}

extension CommandFailure {
  /// The failure for an error of a publisher.
  init(_ error: PublishError, target: String?) {
    let status: ExitStatus =
      switch error.code {
      case .invalidTarget: .cannotCreate
      case .hostNotFound: .noHost
      case .notAuthorized, .untrusted: .notAuthorized
      case .notWritable: .inputOutput
      default: .unavailable
      }
    self.init(status, (target.map { "\($0): " } ?? "") + error.description)
  }
}
