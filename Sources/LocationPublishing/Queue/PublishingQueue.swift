public import LocationCore
public import LocationIO
import Synchronization

/// Stores messages and forwards them to a publisher, in order and at least once.
///
/// ```swift
/// let queue = PublishingQueue(LinesPublisher(path: "/run/user/1000/positions"))
/// async let delivery: Void = queue.run()
/// queue.add(message)
/// queue.finish()
/// try await delivery
/// ```
///
/// A message that cannot be delivered now stays in the queue, and is sent again after a pause, before all
/// later ones. With a ``PublishingJournal`` it survives the end of the process. A message may arrive twice
/// if a connection breaks; then both copies have the same bytes.
public final class PublishingQueue: Sendable {
  /// What a queue tells its user.
  public enum Event: Hashable, Sendable {
    /// The target cannot be reached. The messages wait, and the next try comes after the pause.
    case waiting(PublishError, messages: Int, pause: Duration)
    /// The target is there again.
    case resumed(messages: Int)
    /// The target accepted no such message, so it was left out.
    case rejected(PublishError)
    /// Messages were dropped because there are too many, or because they are too old: their number since
    /// the start of the program.
    case dropped(Int)
    /// The journal takes no message; the latest ones are in memory.
    case notStored(reason: String)
  }

  /// What became of the messages in this run. The others wait.
  public struct Outcome: Hashable, Sendable {
    /// The target has them.
    public var delivered = 0
    /// The target accepts no such message. They are lost.
    public var refused = 0
  }

  private struct State {
    var backlog: Backlog
    var isFinished = false
    var reportedDrops = 0
    var isStoring = true
    var outcome = Outcome()
  }

  private let publisher: any LocationPublisher
  private let retry: RetryPolicy
  private let clock: any LocationClock
  private let report: @Sendable (Event) -> Void
  private let state: Mutex<State>
  /// A signal for ``run()``: there is a message, or the end.
  private let work = Signal()
  /// A signal for ``waitForRoom(_:)``: there is one message less.
  private let room = Signal()

  /// Makes a queue.
  ///
  /// - Parameters:
  ///   - publisher: sends the messages.
  ///   - journal: keeps them until they are delivered; `nil` keeps them in memory only.
  ///   - mostInMemory: how many messages are in memory at most, if there is no journal, or if its disk is
  ///     full.
  ///   - retry: the pauses after failures.
  ///   - clock: measures the pauses, and dates the messages.
  ///   - report: gets what happens, on any thread.
  public init(
    _ publisher: any LocationPublisher, journal: PublishingJournal? = nil,
    mostInMemory: Int = 10_000, retry: RetryPolicy = RetryPolicy(),
    clock: any LocationClock = SystemClock(),
    report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.publisher = publisher
    self.retry = retry
    self.clock = clock
    self.report = report
    state = Mutex(State(backlog: Backlog(journal, mostKept: max(1, mostInMemory))))
  }

  /// How many messages wait.
  public var count: Int { state.withLock { $0.backlog.count } }

  /// What became of the messages so far.
  public var outcome: Outcome { state.withLock { $0.outcome } }

  /// Adds a message at the end. It returns at once.
  public func add(_ message: PublishedMessage) {
    let events = state.withLock { state in
      state.backlog.add(message)
      return Self.losses(&state)
    }
    for event in events { report(event) }
    work.give()
  }

  /// No message follows: ``run()`` returns when all are delivered.
  public func finish() {
    state.withLock { $0.isFinished = true }
    work.give()
  }

  /// Waits until at most this number of messages wait, or until the task is canceled.
  public func waitForRoom(_ most: Int) async {
    while count > most, await room.wait() {}
  }

  /// Delivers messages until ``finish()`` was called and all are delivered, or until the task is canceled.
  /// It is called once.
  ///
  /// - Throws: why the target can never take a message: this machine lacks a library; the target makes no
  ///   sense, refuses this user or has an untrusted certificate, and never took a message in this run; a
  ///   closed pipe; `.cancelled`. The messages stay in the journal.
  public func run() async throws(PublishError) {
    var failures = 0
    /// The numbers of the messages on the way.
    var inFlight: [Int] = []
    while true {
      if Task.isCancelled { throw PublishError(.cancelled) }
      // Before the messages are asked for: the last one may come between.
      let isFinished = state.withLock { $0.isFinished }
      let (number, messages) = nextMessages(after: inFlight)
      inFlight += number..<(number + messages.count)
      guard !inFlight.isEmpty else {
        if isFinished { break }
        guard await work.wait() else { throw PublishError(.cancelled) }
        continue
      }
      let results = await publisher.publish(messages)
      let (outcome, failure) = judge(results)
      let done = outcome.delivered + outcome.refused
      if outcome.delivered > 0 {
        if failures > 0 { report(.resumed(messages: count)) }
        failures = 0
      }
      if done > 0 { remove(before: inFlight[done - 1] + 1, outcome) }
      inFlight.removeFirst(done)
      guard let failure else { continue }
      inFlight = []
      guard isWorthRetrying(failure) else { throw failure }
      failures += 1
      try await pause(after: failures, failure)
    }
    await publisher.close()
  }

  /// The messages that the window has room for, and the number of the first one.
  private func nextMessages(after inFlight: [Int]) -> (number: Int, messages: [PublishedMessage]) {
    let window = max(1, publisher.window)
    let (next, events) = state.withLock { state in
      let next = state.backlog.next(window, now: clock.date)
      return (next, Self.losses(&state))
    }
    for event in events { report(event) }
    let known = max(0, (inFlight.last ?? -1) + 1 - next.number)
    let messages = next.messages.dropFirst(known).prefix(window - inFlight.count)
    return (next.number + known, Array(messages))
  }

  /// What became of the first messages, and why the next one failed.
  private func judge(
    _ results: [Result<Void, PublishError>]
  ) -> (outcome: Outcome, failure: PublishError?) {
    var outcome = Outcome()
    for result in results {
      switch result {
      case .success: outcome.delivered += 1
      case .failure(let error):
        guard error.code == .rejected else { return (outcome, error) }
        report(.rejected(error))
        outcome.refused += 1
      }
    }
    return (outcome, nil)
  }

  private func remove(before number: Int, _ outcome: Outcome) {
    state.withLock { state in
      state.backlog.remove(before: number)
      state.outcome.delivered += outcome.delivered
      state.outcome.refused += outcome.refused
    }
    room.give()
  }

  /// Whether the same message may be delivered later. A server that took messages before may refuse them
  /// for a while only.
  private func isWorthRetrying(_ error: PublishError) -> Bool {
    switch error.code {
    case .notAuthorized, .untrusted, .invalidTarget: outcome.delivered > 0
    default: error.isTemporary
    }
  }

  private func pause(after failures: Int, _ error: PublishError) async throws(PublishError) {
    let pause = max(retry.pause(afterFailures: failures), error.retryAfter ?? .zero)
    report(.waiting(error, messages: count, pause: pause))
    do {
      try await clock.sleep(for: pause)
    } catch {
      throw PublishError(.cancelled)
    }
  }

  /// What was lost since the last call.
  private static func losses(_ state: inout State) -> [Event] {
    var events: [Event] = []
    if state.backlog.dropped > state.reportedDrops {
      state.reportedDrops = state.backlog.dropped
      events.append(.dropped(state.reportedDrops))
    }
    let failure = state.backlog.failure
    if let failure, state.isStoring { events.append(.notStored(reason: failure.clause)) }
    state.isStoring = failure == nil
    return events
  }
}
