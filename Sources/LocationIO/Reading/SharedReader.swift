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

  private let source: Source
  private let retry: RetryPolicy?
  private let willRetry: @Sendable (UserLocationError, Duration) -> Void
  private let log: SourceLogger
  private let clock: any Clock<Duration>
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
    clock: any Clock<Duration>
  ) {
    self.source = source
    self.retry = retry
    self.willRetry = willRetry
    log = SourceLogger(source: source.name, logger: logger)
    self.clock = clock
    listeners = SharedListeners(waits: source.delivery == .waitsForConsumer)
  }

  /// Starts a subscription.
  package func subscribe() -> LocationUpdates {
    let id = listeners.newID()
    let (updates, listener) =
      switch source.delivery {
      case .newestWins: LocationUpdates.makeStream { self.leave(id) }
      case .waitsForConsumer:
        LocationUpdates.makeLosslessStream(senderWaits: true) { self.leave(id) }
      }
    let isStarting = listeners.state.withLock { state in
      // Nobody reads the new subscription yet, so this calls no consumer inside the lock.
      let absences = state.absences.sorted { ($0.key ?? "") < ($1.key ?? "") }
      listener.yield(absences.map(\.value))
      state.listeners.append(SharedListeners.Listener(id: id, continuation: listener))
      switch state.activity {
      case .reading: return false
      case .pausing(let task): task.cancel()
      case .idle: break
      }
      state.activity = .reading(nil)
      return true
    }
    if isStarting { startThread() }
    return updates
  }

  private func leave(_ id: Int) {
    let close = listeners.state.withLock { state -> (@Sendable () -> Void)? in
      state.remove(id)
      guard state.listeners.isEmpty else { return nil }
      switch state.activity {
      case .idle: return nil
      case .reading(let close): return close  // The thread notices it, and ends by itself.
      case .pausing(let task):
        task.cancel()
        state.rest()
        return nil
      }
    }
    close?()
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
      let goesOn =
        switch readOnce() {
        case .abandoned: isWantedAgain()
        case .ended(let error): conclude(error)
        case .failed(let error): conclude(error)
        }
      guard goesOn else { return }
    }
  }

  /// Whether there is a new listener after an abandoned stream.
  private func isWantedAgain() -> Bool {
    listeners.state.withLock { state in
      state.rest()
      guard !state.listeners.isEmpty else { return false }
      state.activity = .reading(nil)
      return true
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
    let opened = listeners.state.withLock { state -> Result<Source.Stream?, UserLocationError> in
      guard !state.listeners.isEmpty else { return .success(nil) }
      do throws(UserLocationError) {
        state.begin()
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
  /// - Returns: whether to try again at once, because a listener came meanwhile.
  private func conclude(_ error: UserLocationError?) -> Bool {
    let reason =
      error ?? UserLocationError(.sourceEnded, source: source.name, detail: "it was closed")
    let (ended, told, pause) = listeners.state.withLock { $0.lose(reason, retry) }
    for listener in ended { listener.continuation.finish(throwing: error) }
    if let pause {
      // Before the pause, so that nothing of the next try comes first.
      for listener in told { listener.continuation.yield(source.outage()) }
      log.retrying(after: pause, because: reason)
      willRetry(reason, pause)
    }
    return listeners.state.withLock { state in
      guard !state.listeners.isEmpty else {
        state.rest()
        return false
      }
      guard let pause, state.listeners.allSatisfy(\.isWaiting) else { return true }
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
    let isStarting = listeners.state.withLock { state in
      // The last listener to leave and a new one cancel this task, inside the lock. Since then another
      // thread may have begun to read.
      guard !Task.isCancelled else { return false }
      state.activity = .reading(nil)
      return true
    }
    if isStarting { startThread() }
  }

  private func endEverybody(with error: UserLocationError?) {
    let ended = listeners.state.withLock { state in
      defer { state.listeners.removeAll() }
      state.rest()
      return state.listeners
    }
    for listener in ended { listener.continuation.finish(throwing: error) }
  }
}
