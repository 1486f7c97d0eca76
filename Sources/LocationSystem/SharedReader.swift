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
  /// - Parameter tell: takes updates from any thread until this returns; with an empty array it
  ///   says only that the source speaks. `isAlive` is false for what the source did not say.
  /// - Returns: why the source that has come to its end is of no use; `nil` when it was.
  /// - Throws: `.cancelled` once closed; why it broke.
  func read(
    _ stream: Stream, tell: @escaping @Sendable ([LocationUpdate], _ isAlive: Bool) -> Void
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
  private struct State {
    var listeners: [Int: LocationUpdates.Continuation] = [:]
    var lastID = 0
    var activity = Activity.idle
    var failures = 0
    var hasSpoken = false
    var isOutageTold = false

    /// Nobody listens, and nothing is at work.
    mutating func rest() {
      activity = .idle
      failures = 0
      hasSpoken = false
      isOutageTold = false
    }
  }

  private enum Activity {
    case idle
    /// A thread is at work; the stream is there once it is open.
    case reading(Source.Stream?)
    /// Until the next try.
    case pausing(Task<Void, Never>)
  }

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
  private let state = Mutex(State())

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
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let (updates, listener) = LocationUpdates.makeDirectStream { self.leave(id) }
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
    let abandoned = state.withLock { state -> Source.Stream? in
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
    if let abandoned { source.close(abandoned) }
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
      defer { source.close(stream) }
      return .ended(try source.read(stream) { self.tell($0, isAlive: $1) })
    } catch {
      return error.code == .cancelled ? .abandoned : .failed(error)
    }
  }

  /// Opens the source, if somebody still listens. That is under the lock, which opening does not
  /// hold up: so the last one to leave either prevents it, or has a stream to close.
  private func open() throws(UserLocationError) -> Source.Stream? {
    let opened = state.withLock { state -> Result<Source.Stream?, UserLocationError> in
      guard !state.listeners.isEmpty else { return .success(nil) }
      do throws(UserLocationError) {
        let stream = try source.open()
        state.activity = .reading(stream)
        return .success(stream)
      } catch {
        return .failure(error)
      }
    }
    return try opened.get()
  }

  private func tell(_ updates: [LocationUpdate], isAlive: Bool) {
    let listeners = state.withLock { state in
      if isAlive { (state.failures, state.hasSpoken, state.isOutageTold) = (0, true, false) }
      return updates.isEmpty ? [] : Array(state.listeners.values)
    }
    if isAlive {
      // This is the reading thread, which has nothing to do before its listeners are done.
      ThreadLoan.grant { Self.yield(updates, to: listeners) }
    } else {
      Self.yield(updates, to: listeners)
    }
  }

  private static func yield(
    _ updates: [LocationUpdate], to listeners: [LocationUpdates.Continuation]
  ) {
    for listener in listeners {
      for update in updates { listener.yield(update) }
    }
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
    let hasSpoken = state.withLock { $0.hasSpoken }
    if let retry, retry.applies(to: reason, hasSpoken: hasSpoken) {
      pause(retry, reason)
    } else {
      endEverybody(with: error)
    }
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
    let outage = source.outage()
    for listener in outcome.told { listener.yield(outage) }
    source.willRetry(error, after: outcome.pause)
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
