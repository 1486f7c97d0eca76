import Synchronization

/// The object that the iterators of one ``LocationUpdates`` share. It is released with the last of
/// them, and stops the source then.
protocol LocationUpdatesUpstream: AnyObject, Sendable {
  /// The consumer begins. A source that did not start yet starts now.
  func begin()

  /// The next update; `nil` at the end.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate?

  /// At least one update and at most `limit`; empty at the end.
  nonisolated(nonsending) func nextBatch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate]

  /// Calls `observer` from now on where the source pushes; `false` where it is pulled or waits.
  func observe(_ observer: UpdateObserver) -> Bool

  /// Ends the subscription silently: its consumer left the loop.
  func consumerLeft()

  /// The object that the source yields into, and keeps while it does.
  var sink: any AnyObject & Sendable { get }
}

extension LocationUpdatesUpstream {
  /// Does nothing: the source has started.
  func begin() {}

  /// A source that is pulled yields into none.
  var sink: any AnyObject & Sendable { self }
}

/// The consumer's end of a pushed sequence.
final class PushUpstream: LocationUpdatesUpstream {
  private let buffer: UpdateBuffer
  private let owner: (any AnyObject & Sendable)?

  init(_ buffer: UpdateBuffer, keeping owner: (any AnyObject & Sendable)?) {
    self.buffer = buffer
    self.owner = owner
  }

  deinit { buffer.consumerLeft() }

  func begin() { buffer.begin() }

  func consumerLeft() { buffer.consumerLeft() }

  var sink: any AnyObject & Sendable { buffer }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    try await buffer.next()
  }

  nonisolated(nonsending) func nextBatch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate] {
    try await buffer.nextBatch(upTo: limit)
  }

  func observe(_ observer: UpdateObserver) -> Bool {
    guard buffer.isObservable else { return false }
    buffer.observe(observer)
    return true
  }
}

/// Runs a pull closure until it ends, then releases it.
final class PullUpstream: LocationUpdatesUpstream {
  typealias Next =
    nonisolated(nonsending) @Sendable (Int) async throws(UserLocationError) -> [LocationUpdate]

  /// Holds the closure in an object: a bare closure that goes through a generic type like `Mutex`
  /// comes back wrapped in one more conversion each time.
  private final class Pull: Sendable {
    let next: Next
    init(_ next: @escaping Next) { self.next = next }
  }

  private enum State {
    case idle(Pull)
    case running
    case over
  }

  private let state: Mutex<State>

  init(_ next: @escaping Next) { state = Mutex(.idle(Pull(next))) }

  // One at a time: an update made in advance would not know of a later pause or seek.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    try await nextBatch(upTo: 1).first
  }

  nonisolated(nonsending) func nextBatch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate] {
    guard let pull = begin() else { return [] }
    do throws(UserLocationError) {
      // A source that never suspends does not notice a cancellation by itself.
      if Task.isCancelled { throw UserLocationError.cancelled }
      let updates = try await pull.next(limit)
      end(updates.isEmpty ? .over : .idle(pull))
      return updates
    } catch {
      end(.over)
      throw error
    }
  }

  func observe(_ observer: UpdateObserver) -> Bool { false }

  func consumerLeft() {
    // Released outside the lock, because it may close the source.
    let left = state.withLock { state in
      defer { state = .over }
      return state
    }
    withExtendedLifetime(left) {}
  }

  private func begin() -> Pull? {
    state.withLock { state in
      switch state {
      case .idle(let pull):
        state = .running
        return pull
      case .running: preconditionFailure("a LocationUpdates has one consumer at a time")
      case .over: return nil
      }
    }
  }

  private func end(_ next: State) {
    state.withLock { state in
      if case .running = state { state = next }
    }
  }
}

/// Changes or drops each update of another upstream, whichever way it delivers.
final class ChangedUpstream: LocationUpdatesUpstream {
  private let base: any LocationUpdatesUpstream
  private let change: @Sendable (LocationUpdate) -> LocationUpdate?

  init(
    _ base: any LocationUpdatesUpstream,
    _ change: @escaping @Sendable (LocationUpdate) -> LocationUpdate?
  ) {
    self.base = base
    self.change = change
  }

  func begin() { base.begin() }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    while let update = try await base.next() {
      if let changed = change(update) { return changed }
    }
    return nil
  }

  nonisolated(nonsending) func nextBatch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate] {
    while true {
      let updates = try await base.nextBatch(upTo: limit)
      if updates.isEmpty { return [] }
      let changed = updates.compactMap(change)
      if !changed.isEmpty { return changed }
    }
  }

  func consumerLeft() { base.consumerLeft() }

  var sink: any AnyObject & Sendable { base.sink }

  func observe(_ observer: UpdateObserver) -> Bool {
    base.observe(
      UpdateObserver(
        receive: { [change] updates in
          let changed = updates.compactMap(change)
          if !changed.isEmpty { observer.receive(changed) }
        }, end: observer.end))
  }
}

/// A consumer that is called synchronously on the yielding thread.
struct UpdateObserver: Sendable {
  /// Receives updates in order. Calls never overlap.
  let receive: @Sendable ([LocationUpdate]) -> Void
  /// Receives the end, once and last: an error, or `nil` where the source simply ended.
  let end: @Sendable (UserLocationError?) -> Void
}
