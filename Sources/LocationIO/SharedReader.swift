package import LocationCore
import Synchronization

/// A live source that a ``SharedReader`` opens, reads and closes.
package protocol ReadableSource: Sendable {
  /// What is read once the source is open.
  associatedtype Stream: Sendable

  /// The source as its user would write it.
  var name: String { get }

  /// Opens it. Never blocks: what takes time happens in ``read(_:tell:)``.
  func open() throws(UserLocationError) -> Stream

  /// Reads to the end, on the calling thread, and tells what there is to be told as it comes.
  ///
  /// - Parameter listeners: are told from any thread until this returns.
  /// - Returns: why the source that has come to its end is of no use; `nil` when it was.
  /// - Throws: `.cancelled` once closed; why it broke.
  func read(
    _ stream: Stream, telling listeners: SharedListeners
  ) throws(UserLocationError) -> UserLocationError?

  /// Ends a stream from another thread than the one that reads it.
  func close(_ stream: Stream)

  /// What listeners are told when the source is to be tried again, once per outage.
  func outage() -> LocationUpdate

  /// Told why, and after which pause, the source is tried again.
  func willRetry(_ error: UserLocationError, after pause: Duration)
}

/// Reads a live source on a thread of its own, as long as anybody listens, and tells everybody.
///
/// All subscriptions share one stream: a serial device or a port can be opened only once, and a
/// server need not say everything twice. They stay independent: each begins with what comes next,
/// and the last one to leave closes the stream. Who comes while it is closing has it opened anew,
/// after it was closed.
package final class SharedReader<Source: ReadableSource>: Sendable {
  /// What a stream came to.
  private enum Ending {
    /// Closed because nobody listened any more.
    case abandoned
    case ended(UserLocationError?)
    case failed(UserLocationError)
  }

  private let source: Source
  private let retry: RetryPolicy?
  private let clock: any Clock<Duration>
  private let listeners = SharedListeners()

  /// Makes a reader. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - retry: how a source that broke is tried again; `nil` ends the subscriptions instead.
  ///   - clock: what the pauses between tries are kept with.
  package init(_ source: Source, retry: RetryPolicy?, clock: any Clock<Duration>) {
    self.source = source
    self.retry = retry
    self.clock = clock
  }

  /// Starts a subscription.
  package func subscribe() -> LocationUpdates {
    let id = listeners.newID()
    let (updates, listener) = LocationUpdates.makeStream { self.leave(id) }
    let isFirst = listeners.state.withLock { state in
      state.listeners.append(SharedListeners.Listener(id: id, continuation: listener))
      guard case .idle = state.activity else { return false }
      state.activity = .reading(nil)
      return true
    }
    if isFirst { startThread() }
    return updates
  }

  private func leave(_ id: Int) {
    let close = listeners.state.withLock { state -> (@Sendable () -> Void)? in
      state.remove(id)
      guard state.listeners.isEmpty else { return nil }
      switch state.activity {
      case .idle: return nil
      case .reading(let close): return close  // Its thread notices, and ends by itself.
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
      let ending = readOnce()
      guard case .abandoned = ending else { return conclude(ending) }
      guard goesOn() else { return }
    }
  }

  /// After an abandoned stream: whether somebody came meanwhile.
  private func goesOn() -> Bool {
    listeners.state.withLock { state in
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
      defer { source.close(stream) }
      return .ended(try source.read(stream, telling: listeners))
    } catch {
      return error.code == .cancelled ? .abandoned : .failed(error)
    }
  }

  /// Opens the source, if somebody still listens. That is under the lock, which opening does not
  /// hold up: so the last one to leave either prevents it, or has a stream to close.
  private func open() throws(UserLocationError) -> Source.Stream? {
    let opened = listeners.state.withLock { state -> Result<Source.Stream?, UserLocationError> in
      guard !state.listeners.isEmpty else { return .success(nil) }
      do throws(UserLocationError) {
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

  private func conclude(_ ending: Ending) {
    let error: UserLocationError? =
      switch ending {
      case .abandoned: nil
      case .ended(let error): error
      case .failed(let error): error
      }
    let reason =
      error ?? UserLocationError(.sourceEnded, source: source.name, detail: "it was closed")
    let hasSpoken = listeners.state.withLock { $0.hasSpoken }
    if let retry, retry.applies(to: reason, hasSpoken: hasSpoken) {
      pause(retry, reason)
    } else {
      endEverybody(with: error)
    }
  }

  private func pause(_ retry: RetryPolicy, _ error: UserLocationError) {
    let outcome = listeners.state.withLock {
      state -> (pause: Duration, told: [SharedListeners.Listener])? in
      guard !state.listeners.isEmpty else {
        state.rest()
        return nil
      }
      state.failures += 1
      let pause = retry.pause(afterFailures: state.failures)
      let told = state.isOutageTold ? [] : state.listeners
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
    let outage = source.outage()
    for listener in outcome.told { listener.continuation.yield(outage) }
    source.willRetry(error, after: outcome.pause)
  }

  private func tryAgain() {
    let isStarting = listeners.state.withLock { state in
      // Canceled under this lock when the last one left; somebody else may be reading by now.
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
