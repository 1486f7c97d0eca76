import LocationCore
import LocationPlaces
import LocationPublishing
import LocationSources

/// Publishes the locations of a run, and then delivers the rest.
struct Publication: Sendable {
  /// A target and its queue.
  struct Target: Sendable {
    let name: String
    /// The path of its journal; `nil` without one.
    let journal: String?
    let queue: PublishingQueue
    let reporter: QueueReporter

    /// Whether the target has all messages. What it refused is lost, and the reporter has said why.
    var hasAll: Bool { queue.count == 0 && queue.outcome.refused == 0 }

    /// How many messages the target has, and what became of the others.
    var outcomeWords: String {
      let (outcome, count) = (queue.outcome, queue.count)
      var words = "\(name): \(HelpText.count(outcome.delivered, "message")) delivered"
      if outcome.refused > 0 { words += ", \(outcome.refused) refused" }
      if count > 0 {
        words += ", \(count) not delivered and "
        words +=
          journal.map {
            "kept in \($0.printablePath): the next 'publish' to the same target sends what is there"
          } ?? "lost"
      }
      return words
    }
  }

  /// More messages of a source that waits do not wait at the same time.
  private static let mostWaiting = 1_000

  let source: SourceRun
  let rules: PublishingRules
  /// What gives all messages the identity of one device; `nil` if nothing does.
  let fixedIdentity: String?
  let places: PlacesFile
  let memory: (any MonitorMemory)?
  let targets: [Target]
  /// Whether the source waits while many messages do; otherwise the queues drop the oldest ones.
  let waits: Bool
  let drain: Duration
  let isVerbose: Bool

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
    defer { for target in targets { target.reporter.end() } }
    try await source.run {
      do {
        try await runToTheEnd()
      } catch {
        // A closed pipe ends the command quietly.
        if case OutputError.closedPipe = error { throw error }
        for words in outcomes() { source.environment.say(words) }
        throw error
      }
      var failures = outcomes()
      guard let last = failures.popLast() else { return }
      for words in failures { source.environment.say(words) }
      throw CommandFailure(.unavailable, last)
    }
  }

  private func runToTheEnd() async throws {
    try await withThrowingTaskGroup(of: Part.self) { group in
      for target in targets {
        group.addTask {
          try await deliver(target)
          return .delivered
        }
      }
      group.addTask {
        do {
          try source.checkLocation(after: try await source.read { try await publishAll() })
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
            try await source.environment.clock.sleep(for: drain)
            return .drainOver
          }
        }
      }
      group.cancelAll()
      try reading.get()
    }
  }

  private func deliver(_ target: Target) async throws {
    do throws(PublishError) {
      try await target.queue.run()
    } catch {
      if error.code == .closed { throw OutputError.closedPipe }
      if error.code == .cancelled { throw CancellationError() }
      throw CommandFailure(error, target: target.name)
    }
  }

  /// What became of the messages of the targets that do not have all of them. With --verbose, it says those of the others.
  private func outcomes() -> [String] {
    targets.compactMap { target in
      if !target.hasAll { return target.outcomeWords }
      if isVerbose { source.environment.say(target.outcomeWords) }
      return nil
    }
  }

  // MARK: Reading

  private func publishAll() async throws {
    var (rules, places) = (rules, places)
    defer { if isVerbose { tell(rules.counters) } }
    do {
      for try await update in source.updates(interests: []) {
        if let change = places.change() {
          source.environment.say(change.words)
          rules.setPlaces(change.places)
        }
        let (left, others) = (rules.counters.thinned, rules.counters.otherDevices)
        let messages = rules.messages(for: update, at: source.environment.now())
        if others == 0, rules.counters.otherDevices > 0 { tellOfOtherDevice(update) }
        if rules.counters.thinned == left, rules.counters.otherDevices == others {
          source.accept(update)
        }
        add(messages)
        if messages.contains(where: { $0.kind == .event }) { try await memory?.save(rules.state) }
        if let count = source.count, rules.counters.published >= count { break }
        guard waits else { continue }
        for target in targets { await target.queue.waitForRoom(Self.mostWaiting) }
      }
    } catch let error as UserLocationError {
      try await memory?.save(rules.state)
      throw error
    }
    try await memory?.save(rules.state)
    if let fixedIdentity, rules.counters.otherDevices > 0 {
      throw CommandFailure(
        .usage,
        "\(HelpText.count(rules.counters.otherDevices, "location")) of other devices not published, because all "
          + "would be \(fixedIdentity)")
    }
    if rules.counters.simulated > 0, rules.counters.published == 0, source.observation.hasLocation {
      throw CommandFailure(
        .usage,
        "\(source.sources.names): its locations are simulated or recorded; --simulated publishes them"
      )
    }
  }

  private func add(_ messages: [PublishedMessage]) {
    for message in messages {
      for target in targets { target.queue.add(message) }
    }
  }

  private func tellOfOtherDevice(_ update: LocationUpdate) {
    guard case .fix(let fix) = update, let fixedIdentity else { return }
    source.environment.say(
      "the locations of \(fix.source.device ?? fix.source.name) and of other devices are not published, because all "
        + "would be \(fixedIdentity)")
  }

  private func tell(_ counters: PublishingRules.Counters) {
    source.environment.say(
      "\(HelpText.count(counters.published, "location")) to send; not sent: \(counters.private) in private "
        + "places, \(counters.simulated) simulated or recorded, \(counters.thinned) thinned out, "
        + "\(counters.unformatted) without a time, \(counters.otherDevices) of other devices"
    )
  }
}

extension CommandFailure {
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
