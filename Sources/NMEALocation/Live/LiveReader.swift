import LocationCore
import NMEA0183
import Synchronization

/// Reads a live source on a thread of its own, as long as anybody listens, and tells everybody.
///
/// All subscriptions share one stream, because a serial device or a port can be opened only once.
/// They stay independent: each begins with what comes next, and the last one to leave closes the
/// stream. Who comes while it is closing has it opened anew, after it was closed.
final class LiveReader: Sendable {
  private struct State {
    var listeners: [Int: LocationUpdates.Continuation] = [:]
    var lastID = 0
    var activity = Activity.idle
    var failures = 0
    var isOutageTold = false
    var counters = NMEACounters()

    /// Nobody listens, and nothing is at work.
    mutating func rest() {
      activity = .idle
      failures = 0
      isOutageTold = false
    }
  }

  private enum Activity {
    case idle
    /// A thread is at work; the stream is there once it is open.
    case reading((any ByteStream)?)
    /// Until the next try.
    case pausing(Task<Void, Never>)
  }

  /// What a stream came to.
  private enum Ending {
    /// Closed because nobody listened any more.
    case abandoned
    case ended(NMEACounters)
    case failed(UserLocationError)
  }

  private let source: any ByteSource
  private let fixSource: FixSource
  private let timing: LiveTiming
  private let decoders: SentenceDecoders
  private let log: SourceLog
  private let retry: RetryPolicy?
  private let willRetry: @Sendable (UserLocationError, Duration) -> Void
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  init(
    source: any ByteSource, timing: LiveTiming, decoders: SentenceDecoders, log: SourceLog,
    retry: RetryPolicy?,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void,
    clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
  ) {
    self.source = source
    fixSource = FixSource(kind: source.isLive ? .live : .replayed, name: source.name)
    self.timing = timing
    self.decoders = decoders
    self.log = log
    self.retry = retry
    self.willRetry = willRetry
    self.clock = clock
    self.now = now
  }

  /// What went through the decoder since the source was last opened.
  var counters: NMEACounters { state.withLock { $0.counters } }

  /// Starts a subscription.
  func subscribe() -> LocationUpdates {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let (updates, listener) = LocationUpdates.makeStream { self.leave(id) }
    let isFirst = state.withLock { state in
      state.listeners[id] = listener
      guard case .idle = state.activity else { return false }
      state.activity = .reading(nil)
      return true
    }
    if isFirst { startThread() }
    return updates
  }

  private func leave(_ id: Int) {
    let abandoned = state.withLock { state -> (any ByteStream)? in
      state.listeners[id] = nil
      guard state.listeners.isEmpty else { return nil }
      switch state.activity {
      case .idle: return nil
      case .reading(let stream): return stream  // Its thread notices, and ends by itself.
      case .pausing(let task):
        task.cancel()
        state.rest()
        return nil
      }
    }
    abandoned?.close()
  }

  // MARK: The thread

  private func startThread() {
    do throws(SystemError) {
      try DedicatedThread.start { self.work() }
    } catch {
      endEverybody(with: UserLocationError(error, source: source.name, code: .inputOutput))
    }
  }

  private func work() {
    while true {
      let ending = readOnce()
      guard case .abandoned = ending else { return conclude(ending) }
      guard goesOn() else { return }
    }
  }

  /// After an abandoned stream: whether somebody came meanwhile.
  private func goesOn() -> Bool {
    state.withLock { state in
      if state.listeners.isEmpty {
        state.rest()
        return false
      }
      state.activity = .reading(nil)
      return true
    }
  }

  private func readOnce() -> Ending {
    do throws(UserLocationError) {
      guard let stream = try open() else { return .abandoned }
      log.opened()
      defer { stream.close() }
      var session = LiveSession(
        source: fixSource, timing: timing, decoders: decoders, log: log, now: now)
      try session.run(stream) { updates, counters in tell(updates, counters) }
      log.ended(counters)
      return .ended(counters)
    } catch {
      guard error.code == .cancelled else { return .failed(error) }
      log.closed(counters)
      return .abandoned
    }
  }

  /// Opens the source, if somebody still listens. That is under the lock, which opening does not
  /// hold up: so the last one to leave either prevents it, or has a stream to close.
  private func open() throws(UserLocationError) -> (any ByteStream)? {
    let opened = state.withLock { state -> Result<(any ByteStream)?, UserLocationError> in
      guard !state.listeners.isEmpty else { return .success(nil) }
      do throws(UserLocationError) {
        let stream = try source.open()
        state.activity = .reading(stream)
        state.counters = NMEACounters()
        return .success(stream)
      } catch {
        return .failure(error)
      }
    }
    return try opened.get()
  }

  private func tell(_ updates: [LocationUpdate], _ counters: NMEACounters) {
    let listeners = state.withLock { state in
      if counters.bytes > 0 { (state.failures, state.isOutageTold) = (0, false) }
      state.counters = counters
      return updates.isEmpty ? [] : Array(state.listeners.values)
    }
    for listener in listeners {
      for update in updates { listener.yield(update) }
    }
  }

  // MARK: The end of a stream

  private func conclude(_ ending: Ending) {
    let error: UserLocationError? =
      switch ending {
      case .abandoned: nil
      case .ended(let counters): counters.endingOfLive(source.name)
      case .failed(let error): error
      }
    guard let retry, error.map(retry.applies) ?? true else { return endEverybody(with: error) }
    let reason =
      error ?? UserLocationError(.sourceEnded, source: source.name, detail: "it was closed")
    pause(retry, reason)
  }

  private func pause(_ retry: RetryPolicy, _ error: UserLocationError) {
    let outcome = state.withLock {
      state -> (pause: Duration, told: [LocationUpdates.Continuation])? in
      guard !state.listeners.isEmpty else {
        state.rest()
        return nil
      }
      state.failures += 1
      let pause = retry.pause(afterFailures: state.failures)
      let told = state.isOutageTold ? [] : Array(state.listeners.values)
      state.isOutageTold = true
      // The task waits for this lock before it goes on.
      state.activity = .pausing(
        Task {
          guard (try? await clock.sleep(for: pause)) != nil else { return }
          tryAgain()
        })
      return (pause, told)
    }
    guard let outcome else { return }
    var loss = FixLoss(reason: .deviceRemoved, source: fixSource)
    loss.receivedAt = now()
    for listener in outcome.told { listener.yield(.fixLost(loss)) }
    log.retrying(after: outcome.pause, because: error)
    willRetry(error, outcome.pause)
  }

  private func tryAgain() {
    let isStarting = state.withLock { state in
      // Cancelled under this lock when the last one left; somebody else may be reading by now.
      guard !Task.isCancelled else { return false }
      state.activity = .reading(nil)
      return true
    }
    if isStarting { startThread() }
  }

  private func endEverybody(with error: UserLocationError?) {
    let listeners = state.withLock { state in
      defer { state.listeners.removeAll() }
      state.rest()
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish(throwing: error) }
  }
}

extension NMEACounters {
  /// Why a live source that was closed gave no fix; `nil` when it gave one.
  fileprivate func endingOfLive(_ name: String) -> UserLocationError? {
    guard bytes == 0 else { return failure(of: name) }
    return UserLocationError(
      .sourceEnded, source: name, detail: "it was closed before it said anything")
  }
}
