import LocationCore
import LocationIO
import Logging

/// One subscription to a ``FallbackProvider``. It performs what a ``FallbackStateMachine`` decides.
///
/// Its isolation keeps the order of events, so each source has a task that reads it.
actor FallbackSubscription {
  /// An update that just came, and whether its source waits.
  private typealias Received = (update: LocationUpdate, delivery: LocationUpdates.Delivery)

  private let sources: [FallbackProvider.Source]
  private let status: @Sendable () -> AuthorizationStatus
  private let logger: Logger?
  private let clock: ErasedClock

  private var machine: FallbackStateMachine
  private var continuation: LocationUpdates.Continuation?
  private var readers: [Int: Task<Void, Never>] = [:]
  private var timer: (deadline: Duration, task: Task<Void, Never>)?
  /// The status that the consumer knows.
  private var knownStatus: AuthorizationStatus
  /// The source of the last fix that was delivered.
  private var lastSource: FixSource?
  /// Runs while the consumer is far behind.
  private var pause: Task<Void, Never>?
  private var isOver = false

  init(
    to sources: [FallbackProvider.Source], status: @escaping @Sendable () -> AuthorizationStatus,
    limits: FallbackStateMachine.Limits, logger: Logger?, clock: ErasedClock
  ) {
    self.sources = sources
    self.status = status
    self.logger = logger
    self.clock = clock
    machine = FallbackStateMachine(sources, limits: limits)
    knownStatus = status()
  }

  /// Makes the sequence of the subscription, and begins.
  ///
  /// - Parameter first: the updates of the first source, if it was started.
  nonisolated func begin(with first: LocationUpdates?) -> LocationUpdates {
    let (updates, continuation) = LocationUpdates.makeLosslessStream(senderWaits: true) {
      Task { await self.end() }
    }
    if let first { Self.connect(first, to: continuation) }
    Task { await begin(yieldingInto: continuation, first) }
    return updates
  }

  /// Lets a source know what the consumer is interested in, and the consumer what the source dropped.
  private static func connect(
    _ updates: LocationUpdates, to continuation: LocationUpdates.Continuation
  ) {
    updates.subscriptionInterests.follow { continuation.interests }
    updates.drops.add(to: continuation.drops)
  }

  private func begin(
    yieldingInto continuation: LocationUpdates.Continuation, _ first: LocationUpdates?
  ) {
    guard !isOver else { return }
    self.continuation = continuation
    let now = clock.now
    perform(machine.begin(at: now), at: now, first: first)
  }

  /// The consumer left, or the subscription ended.
  private func end() {
    isOver = true
    continuation = nil
    for reader in readers.values { reader.cancel() }
    readers = [:]
    timer?.task.cancel()
    timer = nil
  }

  // MARK: Sources

  /// Reads a source until it ends.
  ///
  /// - Parameter started: its updates, if it was started already.
  private nonisolated func read(_ index: Int, run: Int, _ started: LocationUpdates?) async {
    let provider = sources[index].provider
    if started == nil, provider.authorizationStatus == .notDetermined {
      _ = await provider.requestWhenInUseAuthorization()
    }
    guard !Task.isCancelled else { return }
    let updates = started ?? provider.startUpdatingLocation()
    if started == nil, let continuation = await continuation {
      Self.connect(updates, to: continuation)
    }
    let delivery = updates.delivery
    var iterator = updates.makeAsyncIterator()
    do throws(UserLocationError) {
      while let update = try await iterator.next() {
        await received(update, from: index, run: run, delivery)
      }
      await ended(index, run: run, nil)
    } catch {
      await ended(index, run: run, error)
    }
  }

  private func received(
    _ update: LocationUpdate, from index: Int, run: Int, _ delivery: LocationUpdates.Delivery
  ) async {
    let now = clock.now
    perform(
      machine.received(update, from: index, run: run, at: now), at: now, (update, delivery))
    if case .authorization = update { reportStatus() }
    if delivery == .waitsForConsumer { await waitForRoom() }
  }

  /// Reports the authorization of all sources together, if it changed.
  private func reportStatus() {
    let status = status()
    guard status != knownStatus else { return }
    knownStatus = status
    continuation?.yield(.authorization(status))
  }

  private func ended(_ index: Int, run: Int, _ error: UserLocationError?) {
    let now = clock.now
    perform(machine.ended(index, run: run, error, at: now), at: now)
  }

  /// Returns when the consumer has taken enough updates. Two sources may wait at the same time.
  private func waitForRoom() async {
    guard let continuation, !continuation.hasRoom else { return }
    let waiting = pause ?? Task { await continuation.waitForRoom() }
    pause = waiting
    await waiting.value
    pause = nil
    machine.waitedForConsumer(at: clock.now)
  }

  // MARK: Actions

  /// Performs the actions of an event at a time.
  private func perform(
    _ actions: [FallbackStateMachine.Action], at time: Duration, _ update: Received? = nil,
    first: LocationUpdates? = nil
  ) {
    guard !isOver else { return }
    for action in actions { perform(action, update, first) }
    startTimer(after: time)
  }

  private func perform(
    _ action: FallbackStateMachine.Action, _ received: Received?, _ first: LocationUpdates?
  ) {
    switch action {
    case .start(let index, let run):
      logger?.debug("starting", metadata: ["source": "\(sources[index].name)"])
      let started = index == 0 ? first : nil
      readers[index] = Task { await read(index, run: run, started) }
    case .stop(let index): readers.removeValue(forKey: index)?.cancel()
    case .use(let index):
      logger?.notice("using", metadata: ["source": "\(sources[index].name)"])
    case .deliver:
      guard let received else { return }
      if case .fix(let fix) = received.update { lastSource = fix.source }
      continuation?.yield(received.update, received.delivery)
    case .reportLoss(let reason):
      guard let lastSource else { return }
      var loss = FixLoss(reason: reason, source: lastSource)
      loss.receivedAt = clock.date
      continuation?.yield(.fixLost(loss))
    case .fail(let index, let error, let pause):
      let log = SourceLogger(source: sources[index].name, logger: logger)
      if let pause {
        log.retrying(after: pause, because: error)
      } else {
        log.gaveUp(because: error)
      }
    case .finish(let error): continuation?.finish(throwing: error)
    }
  }

  /// Makes sure that the timer fires at the next deadline, or before it.
  private func startTimer(after time: Duration) {
    guard !isOver, let deadline = machine.deadline(after: time) else { return }
    if let timer, timer.deadline <= deadline { return }
    timer?.task.cancel()
    timer = (
      deadline,
      Task { [clock] in
        guard (try? await clock.sleep(until: deadline)) != nil else { return }
        timePassed(deadline)
      }
    )
  }

  private func timePassed(_ deadline: Duration) {
    guard timer?.deadline == deadline else { return }
    timer = nil
    // A slow consumer keeps the sources from speaking.
    let now = clock.now
    if pause != nil { machine.waitedForConsumer(at: now) }
    perform(machine.timePassed(at: now), at: now)
  }
}
