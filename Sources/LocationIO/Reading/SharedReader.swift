package import LocationCore
package import Logging
import Synchronization

/// A live source that a ``SharedReader`` opens, reads and closes.
package protocol ReadableSource: Sendable {
  /// What is read once the source is open.
  associatedtype Stream: Sendable

  /// The source in the form in which a user writes it.
  var name: String { get }

  /// What happens when the source is faster than a subscriber. If it waits, the slowest subscriber sets
  /// the pace.
  var delivery: LocationUpdates.Delivery { get }

  /// How long the reading thread waits for a slow subscriber before it reads on, because a stream that is not read for
  /// long breaks; `nil` for no limit. So a subscriber that stands still costs the memory of an update in this time.
  var longestWait: Duration? { get }

  /// Opens the source. Never blocks: slow work belongs into ``read(_:telling:)``.
  func open() throws(UserLocationError) -> Stream

  /// Reads to the end, on the calling thread, and tells the listeners each update as it comes.
  ///
  /// - Parameter listeners: may be told from any thread until this method returns.
  /// - Returns: an error if the ended source gave nothing useful; else `nil`.
  /// - Throws: `.cancelled` after ``close(_:)``; another error if the source broke.
  func read(
    _ stream: Stream, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError?

  /// Ends a stream, from a thread other than the reading one.
  func close(_ stream: Stream)

  /// The update for the listeners, once per outage, before the source is tried again.
  func outage() -> LocationUpdate
}

extension ReadableSource {
  package var delivery: LocationUpdates.Delivery { .newestWins }
  package var longestWait: Duration? { nil }
}

/// Reads a live source on a thread of its own while there are listeners, and yields to all of them.
///
/// All subscriptions share one stream: a serial device or a port can be opened only once, and a
/// server need not send everything twice. The subscriptions are independent: each begins with the next
/// update, and the last one to leave closes the stream. If a new subscription comes while the stream
/// closes, the reader opens another stream after that. While the source is gone, a new subscription makes
/// the reader try again at once, and learns what a new reader would: the error, or the outage.
package final class SharedReader<Source: ReadableSource>: Sendable {
  /// How a stream ended.
  private enum Ending {
    /// Closed because there were no listeners.
    case abandoned
    case ended(UserLocationError?)
    case failed(UserLocationError)
  }

  private enum Activity {
    case idle
    /// A thread is reading. The closure closes the stream; `nil` before the stream is open.
    case reading((@Sendable () -> Void)?)
    /// The reader waits before it tries again.
    case pausing(Task<Void, Never>)
  }

  private struct State {
    var activity = Activity.idle
    /// The failures in a row.
    var failures = 0
    /// This listener and those before it were told that the source is gone, and wait for its return.
    var lastWaiting = 0
  }

  private let state = Mutex(State())
  private let source: Source
  private let retry: RetryPolicy?
  private let willRetry: @Sendable (UserLocationError, Duration) -> Void
  private let log: SourceLogger
  private let clock: any LocationClock
  private let listeners: SharedListeners

  /// Makes a reader. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - retry: how to try a broken source again; `nil` ends the subscriptions instead.
  ///   - willRetry: called before each pause: why, and after which pause, the source is tried again.
  ///   - logger: gets the same at `notice`; `nil` logs nothing.
  ///   - clock: measures the pauses between tries.
  package init(
    _ source: Source, retry: RetryPolicy?,
    willRetry: @escaping @Sendable (UserLocationError, Duration) -> Void, logger: Logger? = nil,
    clock: any LocationClock
  ) {
    self.source = source
    self.retry = retry
    self.willRetry = willRetry
    log = SourceLogger(source: source.name, logger: logger)
    self.clock = clock
    listeners = SharedListeners(source.delivery, longestWait: source.longestWait)
  }

  package func subscribe() -> LocationUpdates {
    let updates = listeners.multicaster.subscribe(start: { self.start() }, stop: { self.stop() })
    endPause()
    return updates
  }

  /// There is a first listener.
  private func start() {
    let isStarting = state.withLock { state in
      state.failures = 0
      guard case .idle = state.activity else { return false }
      state.activity = .reading(nil)
      return true
    }
    if isStarting { startThread() }
  }

  /// The last listener has left. A new one may have come since, which was not told what the stream said before, so
  /// this stream ends in any case.
  private func stop() {
    let close = state.withLock { state -> (@Sendable () -> Void)? in
      switch state.activity {
      case .idle: return nil
      case .reading(let close): return close  // The thread notices it, and ends by itself.
      case .pausing(let task):
        task.cancel()
        state.activity = .idle
        return nil
      }
    }
    close?()
  }

  /// Tries again at once, for a listener that was not told yet that the source is gone.
  private func endPause() {
    let isStarting = state.withLock { state in
      guard case .pausing(let task) = state.activity,
        listeners.multicaster.hasSubscription(after: state.lastWaiting)
      else { return false }
      task.cancel()
      state.activity = .reading(nil)
      return true
    }
    if isStarting { startThread() }
  }

  /// Whether there are listeners. The multicaster calls ``start()`` and ``stop()`` a little later.
  private var isWanted: Bool { listeners.multicaster.subscriptionCount > 0 }

  // MARK: The thread

  private func startThread() {
    do throws(SystemError) {
      try DedicatedThread.start { self.work() }
    } catch {
      state.withLock { $0.activity = .idle }
      listeners.multicaster.finish(
        throwing: UserLocationError(error, source: source.name, code: .inputOutput))
    }
  }

  private func work() {
    while true {
      let goesOn =
        switch readOnce() {
        case .abandoned: isWantedAgain()
        case .ended(let error): conclude(error)
        case .failed(let error): conclude(error)
        }
      guard goesOn else { return }
    }
  }

  /// Whether there are listeners after the end of a stream; else the thread ends.
  private func isWantedAgain() -> Bool {
    state.withLock { state in
      let isWanted = isWanted
      state.activity = isWanted ? .reading(nil) : .idle
      return isWanted
    }
  }

  private func readOnce() -> Ending {
    do throws(UserLocationError) {
      guard let stream = try open() else { return .abandoned }
      defer { source.close(stream) }
      return .ended(try source.read(stream, telling: listeners))
    } catch {
      return error.code == .cancelled ? .abandoned : .failed(error)
    }
  }

  /// Opens the source if there still are listeners. It does so inside the lock, because opening never
  /// blocks. So the last listener that leaves either prevents the opening or has a stream to close.
  private func open() throws(UserLocationError) -> Source.Stream? {
    let opened = state.withLock { state -> Result<Source.Stream?, UserLocationError> in
      guard isWanted else { return .success(nil) }
      do throws(UserLocationError) {
        listeners.begin()
        let stream = try source.open()
        state.activity = .reading { [source] in source.close(stream) }
        return .success(stream)
      } catch {
        return .failure(error)
      }
    }
    return try opened.get()
  }

  // MARK: The end of a stream

  /// Ends the listeners that do not wait for the source, and pauses for the others.
  ///
  /// - Returns: whether to try again at once.
  private func conclude(_ error: UserLocationError?) -> Bool {
    let reason =
      error ?? UserLocationError(.sourceEnded, source: source.name, detail: "it was closed")
    let (multicaster, hasSpoken) = (listeners.multicaster, listeners.hasSpoken)
    var lastWaiting = 0
    let failures = state.withLock { state in
      state.activity = .reading(nil)
      lastWaiting = state.lastWaiting
      state.failures = hasSpoken ? 1 : state.failures + 1
      return state.failures
    }
    guard let retry, retry.applies(to: reason, hasSpoken: true) else {
      multicaster.finish(throwing: error)
      return isWantedAgain()
    }
    // Before the pause, so that nothing of the next try comes first.
    if retry.applies(to: reason, hasSpoken: hasSpoken) {
      lastWaiting = multicaster.send(source.outage(), toThoseAfter: hasSpoken ? 0 : lastWaiting)
    } else {
      multicaster.finishThose(after: lastWaiting, throwing: error)
    }
    guard isWanted else { return isWantedAgain() }
    let pause = retry.pause(afterFailures: failures)
    log.retrying(after: pause, because: reason)
    willRetry(reason, pause)
    return state.withLock { state in
      state.lastWaiting = lastWaiting
      guard isWanted else {
        state.activity = .idle
        return false
      }
      if multicaster.hasSubscription(after: lastWaiting) { return true }
      state.activity = .pausing(
        // The task waits for this lock before it continues after the pause.
        Task {
          guard (try? await clock.sleep(for: pause)) != nil else { return }
          tryAgain()
        })
      return false
    }
  }

  private func tryAgain() {
    let isStarting = state.withLock { state in
      // The last listener to leave and a new one cancel this task, inside the lock. Since then another
      // thread may have begun to read.
      guard !Task.isCancelled else { return false }
      state.activity = .reading(nil)
      return true
    }
    if isStarting { startThread() }
  }
}
