import LocationCore
import LocationIO

/// Decides which sources of a ``FallbackProvider`` run, and which one is in use.
///
/// Each event is a method. It changes the state and returns the actions to perform in order. It starts no
/// source and reads no clock. Times count from any fixed moment.
struct FallbackStateMachine {
  /// See ``FallbackProvider``.
  struct Limits: Sendable {
    var patience: Duration
    var steadiness: Duration
    var retry: RetryPolicy
  }

  enum Action {
    /// Starts a source. `run` comes back with each event of it.
    case start(Int, run: Int)
    case stop(Int)
    /// A source is in use from now on.
    case use(Int)
    /// The update that just came goes to the consumer.
    case deliver
    /// The source in use is lost, and has not reported that itself.
    case reportLoss(FixLoss.Reason)
    /// A source failed. It starts again after the pause; `nil` for never.
    case fail(Int, UserLocationError, pause: Duration?)
    /// No source runs.
    case finish(UserLocationError?)
  }

  private enum State {
    /// It is not needed, because a better source has a recent fix.
    case idle
    case running(Run)
    /// It failed, and starts again then.
    case pausing(until: Duration)
    /// It ended or failed for good.
    case over
  }

  private struct Run {
    let id: Int
    /// Until then its first fix is awaited.
    var patience: Duration
    /// When its last fix came; `nil` before the first, and after it reported the loss of its server.
    var lastFix: Duration?
    /// Since when fixes have come without a gap.
    var steadySince: Duration?
    var hasSpoken = false
  }

  private struct Source {
    let name: String
    let maximumAge: Duration?
    var state = State.idle
    /// The number of failures in a row.
    var failures = 0
    var error: UserLocationError?

    /// Whether its last fix is recent.
    func isRecent(at now: Duration) -> Bool {
      guard case .running(let run) = state, let lastFix = run.lastFix else { return false }
      return maximumAge.map { now - lastFix < $0 } ?? true
    }

    /// Whether it makes worse sources unnecessary.
    func isServing(at now: Duration) -> Bool {
      guard case .running(let run) = state else { return false }
      return run.lastFix == nil ? now < run.patience : isRecent(at: now)
    }
  }

  private let limits: Limits
  private var sources: [Source]
  private var runs = 0
  /// The source in use; `nil` before the first fix, and after the source in use ended.
  private(set) var current: Int?
  /// Whether the consumer knows that the source in use is lost.
  private var isLossTold = false

  init(_ sources: [FallbackProvider.Source], limits: Limits) {
    self.sources = sources.map { Source(name: $0.name, maximumAge: $0.maximumAge) }
    self.limits = limits
  }

  // MARK: Events

  /// The subscription began.
  mutating func begin(at now: Duration) -> [Action] { startNeeded(at: now) }

  /// A source sent an update. An update of an earlier run is ignored.
  mutating func received(
    _ update: LocationUpdate, from index: Int, run id: Int, at now: Duration
  ) -> [Action] {
    guard case .running(var run) = sources[index].state, run.id == id else { return [] }
    run.hasSpoken = true
    sources[index].failures = 0
    switch update {
    case .fix:
      if !sources[index].isRecent(at: now) { run.steadySince = nil }
      run.lastFix = now
      run.steadySince = run.steadySince ?? now
      sources[index].state = .running(run)
      return use(index, at: now)
    case .sky:
      sources[index].state = .running(run)
      return index == speaker ? [.deliver] : []
    case .fixLost(let loss):
      run.steadySince = nil
      if loss.reason.isOfServer || sources[index].maximumAge == nil {
        run.lastFix = nil
        run.patience = now
      }
      sources[index].state = .running(run)
      let isSpoken = index == speaker
      if index == current { isLossTold = true }
      return (isSpoken ? [.deliver] : []) + startNeeded(at: now)
    case .authorization(let status):
      if !status.isAuthorized {
        run.lastFix = nil
        run.steadySince = nil
        run.patience = now
      }
      sources[index].state = .running(run)
      return reportLoss(at: now) + startNeeded(at: now)
    }
  }

  /// A source ended, with an error or without.
  mutating func ended(
    _ index: Int, run id: Int, _ error: UserLocationError?, at now: Duration
  ) -> [Action] {
    guard case .running(let run) = sources[index].state, run.id == id else { return [] }
    var actions: [Action] = []
    sources[index].error = error
    sources[index].state = .over
    if let error {
      var pause: Duration?
      if limits.retry.applies(to: error, hasSpoken: run.hasSpoken) {
        sources[index].failures += 1
        let length = limits.retry.pause(afterFailures: sources[index].failures)
        sources[index].state = .pausing(until: now + length)
        pause = length
      }
      actions.append(.fail(index, error, pause: pause))
    }
    let starts = startNeeded(at: now)
    guard sources.contains(where: { if case .running = $0.state { true } else { false } }) else {
      return actions + [.finish(failure)]
    }
    if index == current {
      current = nil
      if !isLossTold { actions.append(.reportLoss(.disconnected)) }
      isLossTold = true
    }
    return actions + starts
  }

  /// The time of ``deadline(after:)`` came.
  mutating func timePassed(at now: Duration) -> [Action] {
    reportLoss(at: now) + startNeeded(at: now)
  }

  /// The sources waited for a slow consumer until now. That is no silence of the source in use.
  mutating func waitedForConsumer(at now: Duration) {
    guard let current, case .running(var run) = sources[current].state, run.lastFix != nil else {
      return
    }
    run.lastFix = now
    sources[current].state = .running(run)
  }

  /// When ``timePassed(at:)`` must be called; `nil` for never.
  func deadline(after now: Duration) -> Duration? {
    sources.compactMap { source -> Duration? in
      switch source.state {
      case .idle, .over: return nil
      case .pausing(let time): return time
      case .running(let run):
        guard let lastFix = run.lastFix else { return run.patience }
        return source.maximumAge.map { lastFix + $0 }
      }
    }.filter { $0 > now }.min()
  }

  // MARK: Decisions

  /// The source whose reports other than fixes are delivered.
  private var speaker: Int? {
    current
      ?? sources.firstIndex { if case .running = $0.state { true } else { false } }
  }

  /// A fix of a source came. It is delivered if the source is in use, or takes over.
  private mutating func use(_ index: Int, at now: Duration) -> [Action] {
    guard takesOver(index, at: now) else { return [] }
    var actions: [Action] = current == index ? [.deliver] : [.use(index), .deliver]
    current = index
    isLossTold = false
    for worse in sources.indices where worse > index {
      if case .running = sources[worse].state { actions.append(.stop(worse)) }
      if case .over = sources[worse].state { continue }
      sources[worse].state = .idle
    }
    return actions
  }

  private func takesOver(_ index: Int, at now: Duration) -> Bool {
    guard let current, index != current, sources[current].isRecent(at: now) else { return true }
    guard index < current, case .running(let run) = sources[index].state,
      let since = run.steadySince
    else { return false }
    return sources[index].maximumAge == nil || now - since >= limits.steadiness
  }

  /// Reports the loss of the source in use, if its last fix is not recent.
  private mutating func reportLoss(at now: Duration) -> [Action] {
    guard let current, !isLossTold, !sources[current].isRecent(at: now) else { return [] }
    isLossTold = true
    return [.reportLoss(.silent)]
  }

  /// Starts the sources in order, up to one that makes worse sources unnecessary.
  private mutating func startNeeded(at now: Duration) -> [Action] {
    var actions: [Action] = []
    for index in sources.indices {
      let isDue =
        switch sources[index].state {
        case .idle: true
        case .pausing(let time): time <= now
        case .running, .over: false
        }
      if isDue {
        runs += 1
        // A source that failed gets no patience: worse sources go on.
        let patience = sources[index].failures == 0 ? now + limits.patience : now
        sources[index].state = .running(Run(id: runs, patience: patience))
        actions.append(.start(index, run: runs))
      }
      if sources[index].isServing(at: now) { break }
    }
    return actions
  }

  /// The error of a subscription in which no source runs; `nil` if one came to its own end.
  private var failure: UserLocationError? {
    let errors = sources.compactMap { source in
      source.error.map { error in
        var named = error
        named.source = error.source ?? source.name
        return named
      }
    }
    guard errors.count == sources.count else { return nil }
    guard errors.count > 1 else { return errors[0] }
    let code = errors[0].code
    let reasons = errors.enumerated().map { "(\($0.offset + 1)) \($0.element)" }
    return UserLocationError(
      errors.allSatisfy { $0.code == code } ? code : .sourceUnavailable,
      detail: "all sources failed: " + reasons.joined(separator: "; "), cause: errors[0])
  }
}

extension FixLoss.Reason {
  /// Whether the source cannot have a fix soon.
  fileprivate var isOfServer: Bool { self == .disconnected || self == .noDevice }
}
