import Synchronization

/// What one subscription to a ``LocationProvider`` says, in order: an asynchronous sequence.
///
/// It ends once: with `nil` when the source came to its end, or by throwing a
/// ``UserLocationError`` when it broke, was refused, or the consumer's task was canceled; after
/// that it is over. Ending the loop, or dropping the sequence and its iterator, stops the source.
/// One consumer iterates, a second at the same time is a programming error that stops the program;
/// who wants a second subscription starts one.
///
/// A live source pushes (``makeStream(bufferingNewest:onStop:onLeavingOut:)``): when its consumer is slow the
/// newest values win and memory stays bounded. A recorded source is pulled (``init(pulling:onLeavingOut:)``):
/// it waits for its consumer, which loses nothing.
public struct LocationUpdates: AsyncSequence, Sendable {
  /// What the sequence yields.
  public typealias Element = LocationUpdate
  /// What the sequence may end with.
  public typealias Failure = UserLocationError

  /// Who waits when source and consumer go at different speeds.
  public enum Delivery: Hashable, Sendable {
    /// The source does not wait; the oldest fixes and sky views are dropped.
    case newestWins
    /// The source waits; nothing is dropped.
    case waitsForConsumer
  }

  /// Who waits when source and consumer go at different speeds.
  public let delivery: Delivery
  /// Whether its source lends the thread on which it yields.
  let isDirect: Bool
  private let upstream: any LocationUpdatesUpstream

  /// A sequence that pulls: `next` makes the next update whenever the consumer wants one, `nil` at
  /// the end. `next` is never called again after it returned `nil` or threw, nor while it runs.
  ///
  /// What `next` holds is released when the sequence ends or is dropped: that is how such a source
  /// learns that it may close. `next` runs where its consumer runs, so that a source that need not
  /// wait costs no change of threads.
  ///
  /// - Parameters:
  ///   - next: makes the next update, or says by `nil` that there is none.
  ///   - onLeavingOut: told of each ``leaveOut(_:)``, and released with `next`.
  public init(
    pulling next:
      nonisolated(nonsending) @escaping @Sendable () async throws(UserLocationError)
      -> LocationUpdate?,
    onLeavingOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void = { _ in }
  ) {
    self.init(
      pullingSome: { _ async throws(UserLocationError) -> [LocationUpdate] in
        guard let update = try await next() else { return [] }
        return [update]
      }, onLeavingOut: onLeavingOut)
  }

  /// The same for a source that has many updates at hand: `next` makes as many as are due, at least
  /// one and not more than is asked for; none are the end.
  package init(
    pullingSome next:
      nonisolated(nonsending) @escaping @Sendable (UpdateDemand) async throws(UserLocationError)
      -> [LocationUpdate],
    onLeavingOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void = { _ in }
  ) {
    delivery = .waitsForConsumer
    isDirect = false
    upstream = PullUpstream(next, onLeavingOut)
  }

  /// A sequence that fails at once.
  public init(failing error: UserLocationError) {
    self.init(pulling: { () async throws(UserLocationError) -> LocationUpdate? in throw error })
  }

  /// A sequence that is pushed, and the way in for its source.
  ///
  /// - Parameters:
  ///   - capacity: how many updates to keep for a slow consumer, at least one. Beyond that the
  ///     oldest fix or sky view goes; a lost fix or a changed authorization is never dropped for
  ///     one of those.
  ///   - onStop: called once, outside every lock, when the sequence is over for whatever reason:
  ///     the source ended it, the consumer left, or its task was canceled.
  ///   - onLeavingOut: told of each ``leaveOut(_:)``, for a source that can save itself the work.
  public static func makeStream(
    bufferingNewest capacity: Int = 64, onStop: @escaping @Sendable () -> Void = {},
    onLeavingOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void = { _ in }
  ) -> (updates: LocationUpdates, continuation: Continuation) {
    let buffer = UpdateBuffer(
      capacity: Swift.max(1, capacity), onStop: onStop, onLeavingOut: onLeavingOut)
    return (LocationUpdates(pushedInto: buffer), Continuation(buffer: buffer))
  }

  /// The same for a source whose consumer is to lose nothing, as one that a test scripts: all is
  /// kept, and the service waits for its own consumers.
  package static func makeLosslessStream(
    onStop: @escaping @Sendable () -> Void,
    onLeavingOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void = { _ in }
  ) -> (updates: LocationUpdates, continuation: Continuation) {
    let buffer = UpdateBuffer(capacity: .max, onStop: onStop, onLeavingOut: onLeavingOut)
    let updates = LocationUpdates(pushedInto: buffer, delivery: .waitsForConsumer)
    return (updates, Continuation(buffer: buffer))
  }

  /// The same as ``makeStream(bufferingNewest:onStop:onLeavingOut:)``, for a source that lends the
  /// thread on which it yields: the service takes there what comes.
  package static func makeDirectStream(
    onStop: @escaping @Sendable () -> Void,
    onLeavingOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void = { _ in }
  ) -> (updates: LocationUpdates, continuation: Continuation) {
    let buffer = UpdateBuffer(capacity: 64, onStop: onStop, onLeavingOut: onLeavingOut)
    let updates = LocationUpdates(pushedInto: buffer, isDirect: true)
    return (updates, Continuation(buffer: buffer))
  }

  init(
    pushedInto buffer: UpdateBuffer, delivery: Delivery = .newestWins, isDirect: Bool = false
  ) {
    self.delivery = delivery
    self.isDirect = isDirect
    upstream = PushUpstream(buffer)
  }

  /// Tells the source what its consumer can do without, from now on; at first that is nothing.
  ///
  /// Only a hint, which spares work: gpsd's satellites, which come as often as fixes and are more to
  /// decode, need not be decoded then. A source may say all the same what was to be left out.
  public func leaveOut(_ kinds: LocationUpdate.Kinds) { upstream.leaveOut(kinds) }

  /// Has what comes from a source that lends its thread taken there, in place of an iteration, until
  /// this sequence is dropped. False where the source is another.
  func isTaken(
    by take: @escaping @Sendable (LocationUpdate) -> Void,
    end: @escaping @Sendable (UserLocationError?) -> Void
  ) -> Bool {
    guard isDirect, let push = upstream as? PushUpstream else { return false }
    push.buffer.hand(to: UpdateBuffer.Taker(take: take, end: end))
    return true
  }

  /// Starts the iteration. All iterators of one sequence share its one subscription.
  public func makeAsyncIterator() -> Iterator { Iterator(upstream: upstream) }

  /// The next updates, as many as there are and are asked for; none at the end.
  func some(_ demand: UpdateDemand) async throws(UserLocationError) -> [LocationUpdate] {
    try await upstream.some(demand)
  }

  /// Iterates over a ``LocationUpdates``.
  public struct Iterator: AsyncIteratorProtocol {
    let upstream: any LocationUpdatesUpstream

    /// The next update, or `nil` at the end.
    public mutating func next() async throws(UserLocationError) -> LocationUpdate? {
      try await upstream.next()
    }

    /// The next update, or `nil` at the end, for a caller on an actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(UserLocationError) -> LocationUpdate? {
      try await upstream.next()
    }
  }

  /// The way into a pushed sequence. Any thread, never blocks; silently does nothing once the
  /// sequence is over.
  public struct Continuation: Sendable {
    let buffer: UpdateBuffer

    /// Says something.
    public func yield(_ update: LocationUpdate) { buffer.yield(update) }

    /// Ends the sequence after what was said, with an error or without.
    public func finish(throwing error: UserLocationError? = nil) { buffer.finish(error) }
  }
}

/// What an iterator draws from.
protocol LocationUpdatesUpstream: AnyObject, Sendable {
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate?
  func leaveOut(_ kinds: LocationUpdate.Kinds)

  /// At least one and at most as many as are asked for; none at the end.
  nonisolated(nonsending) func some(
    _ demand: UpdateDemand
  ) async throws(UserLocationError) -> [LocationUpdate]
}

/// What a consumer asks a source for that makes its updates on demand.
package struct UpdateDemand: Sendable {
  /// How many at most, at least one.
  package var limit: Int
  /// Whether satellites interest nobody: a source may leave them out then.
  package var isWithoutSky = false
}

/// Holds the consumer's end of a pushed sequence: when the last copy of sequence and iterator is
/// gone, so is this, and the source is told.
final class PushUpstream: LocationUpdatesUpstream {
  let buffer: UpdateBuffer

  init(_ buffer: UpdateBuffer) { self.buffer = buffer }

  deinit { buffer.consumerLeft() }

  func leaveOut(_ kinds: LocationUpdate.Kinds) { buffer.onLeavingOut(kinds) }

  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    try await buffer.next()
  }

  nonisolated(nonsending) func some(
    _ demand: UpdateDemand
  ) async throws(UserLocationError) -> [LocationUpdate] {
    guard let update = try await buffer.next() else { return [] }
    return [update]
  }
}

/// Runs a pull closure until it ends, then lets go of it.
final class PullUpstream: LocationUpdatesUpstream {
  typealias Next =
    nonisolated(nonsending) @Sendable (UpdateDemand) async throws(UserLocationError)
    -> [LocationUpdate]

  /// Holds the closure in an object: a bare closure that goes through a generic like `Mutex` comes
  /// back wrapped in one more conversion each time.
  private final class Pull: Sendable {
    let next: Next
    let leaveOut: @Sendable (LocationUpdate.Kinds) -> Void
    init(_ next: @escaping Next, _ leaveOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void) {
      self.next = next
      self.leaveOut = leaveOut
    }
  }

  private enum State {
    case idle(Pull)
    case running(Pull)
    case over
  }

  private let state: Mutex<State>

  init(_ next: @escaping Next, _ leaveOut: @escaping @Sendable (LocationUpdate.Kinds) -> Void) {
    state = Mutex(.idle(Pull(next, leaveOut)))
  }

  func leaveOut(_ kinds: LocationUpdate.Kinds) {
    let pull: Pull? = state.withLock { state in
      switch state {
      case .idle(let pull), .running(let pull): pull
      case .over: nil
      }
    }
    pull?.leaveOut(kinds)
  }

  // One at a time: what is made before it is wanted does not know of a later pause or search.
  nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    try await some(UpdateDemand(limit: 1)).first
  }

  nonisolated(nonsending) func some(
    _ demand: UpdateDemand
  ) async throws(UserLocationError) -> [LocationUpdate] {
    guard let pull = begin() else { return [] }
    do throws(UserLocationError) {
      // A canceled consumer is told so even by a source that never suspends.
      if Task.isCancelled { throw UserLocationError.cancelled }
      let updates = try await pull.next(demand)
      end(updates.isEmpty ? .over : .idle(pull))
      return updates
    } catch {
      end(.over)
      throw error
    }
  }

  private func begin() -> Pull? {
    state.withLock { state in
      switch state {
      case .idle(let pull):
        state = .running(pull)
        return pull
      case .running: preconditionFailure("a LocationUpdates has one consumer at a time")
      case .over: return nil
      }
    }
  }

  private func end(_ next: State) { state.withLock { $0 = next } }
}
