/// The updates of one subscription to a ``LocationProvider``, in order: an asynchronous sequence.
///
/// It ends once: with `nil` when the source came to its end, or by throwing a
/// ``UserLocationError`` when the source broke, was refused, or the consumer's task was canceled.
/// After that there is only `nil`. Leaving the loop stops the source, and so does dropping the
/// sequence. In the top-level code of a program, Swift keeps the iterator of a loop that was left, so the
/// source runs on; put the loop into a function.
///
/// One consumer iterates, once: after the first loop was left, another loop over the same sequence
/// gets only the end. A second consumer at the same time is a programming error and stops the program;
/// start a second subscription instead.
///
/// A live source pushes (``init(bufferingNewest:pushing:)``, ``makeStream(bufferingNewest:onStop:)``): when its consumer is slow, the
/// newest values win and memory stays bounded. A recorded source is pulled
/// (``init(pulling:interests:)``): it waits for its consumer, and no value is lost.
public struct LocationUpdates: AsyncSequence, Sendable {
  /// The sequence yields updates.
  public typealias Element = LocationUpdate
  /// The sequence may end with this error.
  public typealias Failure = UserLocationError

  /// What happens when a source is faster than its consumer.
  public enum Delivery: Hashable, Sendable {
    /// The source does not wait; the oldest fixes and sky views are dropped.
    case newestWins
    /// The source waits; nothing is dropped.
    case waitsForConsumer
  }

  /// What happens when the source is faster than its consumer.
  public let delivery: Delivery
  /// The interests that the source reads.
  package let subscriptionInterests: SubscriptionInterests
  /// How many updates were dropped on their way to the consumer.
  package let drops: DropCount
  private let upstream: any LocationUpdatesUpstream

  private init(
    _ upstream: any LocationUpdatesUpstream, _ delivery: Delivery,
    _ interests: SubscriptionInterests, _ drops: DropCount
  ) {
    self.upstream = upstream
    self.delivery = delivery
    self.drops = drops
    subscriptionInterests = interests
  }

  /// What the consumer is interested in. A new sequence is interested in everything; a change takes
  /// effect as soon as the source reads it. See ``LocationInterests``.
  public var interests: LocationInterests {
    get { subscriptionInterests.current }
    nonmutating set { subscriptionInterests.state(newValue) }
  }

  /// Starts the iteration. The subscription ends when the iterator is dropped.
  public func makeAsyncIterator() -> Iterator {
    upstream.begin()
    return Iterator(upstream: upstream, iteration: Iteration(upstream))
  }

  /// Ends the subscription when the last copy of an iterator is dropped.
  private final class Iteration: Sendable {
    let upstream: any LocationUpdatesUpstream
    init(_ upstream: any LocationUpdatesUpstream) { self.upstream = upstream }
    deinit { upstream.consumerLeft() }
  }

  /// Iterates over a ``LocationUpdates``.
  public struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let upstream: any LocationUpdatesUpstream
    fileprivate let iteration: any AnyObject & Sendable

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

  /// The next update, for a wrapper that pulls one after the other: it needs no iteration, whose end
  /// would be the end of the subscription.
  package nonisolated(nonsending) func next() async throws(UserLocationError) -> LocationUpdate? {
    upstream.begin()
    return try await upstream.next()
  }

  /// The next updates, as many as are at hand, `limit` at most; empty at the end.
  nonisolated(nonsending) package func nextBatch(
    upTo limit: Int
  ) async throws(UserLocationError) -> [LocationUpdate] {
    upstream.begin()
    return try await upstream.nextBatch(upTo: limit)
  }

  /// Has a source that pushes call `observer`, in place of an iteration, until this sequence is
  /// dropped; `false` for a source that is pulled.
  func observe(_ observer: UpdateObserver) -> Bool {
    upstream.begin()
    return upstream.observe(observer)
  }

  /// Tells, after this sequence was released, whether its source still keeps the continuation.
  package var isKeptBySource: @Sendable () -> Bool {
    { [weak sink = upstream.sink] in sink != nil }
  }

  /// The same sequence with each update changed, or dropped where `change` returns `nil`. The
  /// delivery stays the same. Any thread may call `change`, but never two at a time.
  package func changed(
    by change: @escaping @Sendable (LocationUpdate) -> LocationUpdate?
  ) -> LocationUpdates {
    LocationUpdates(ChangedUpstream(upstream, change), delivery, subscriptionInterests, drops)
  }

  /// The same sequence with each update changed, and with interests of its own. The source reads them
  /// together with `more`.
  ///
  /// - Parameter more: runs on the thread that reads the source.
  package func changed(
    alsoInterestedIn more: @escaping @Sendable () -> LocationInterests,
    by change: @escaping @Sendable (LocationUpdate) -> LocationUpdate?
  ) -> LocationUpdates {
    let interests = SubscriptionInterests()
    subscriptionInterests.follow { interests.current.union(more()) }
    return LocationUpdates(ChangedUpstream(upstream, change), delivery, interests, drops)
  }
}

// MARK: Pulled

extension LocationUpdates {
  /// A sequence that pulls: it calls `next` whenever the consumer wants an update.
  ///
  /// `next` is never called while it runs, nor after it returned `nil` or threw. It runs where its
  /// consumer runs, so a source that need not wait costs no change of threads. When the sequence
  /// ends or is dropped, `next` is released; what it holds may close the source in its `deinit`.
  ///
  /// - Parameters:
  ///   - next: makes the next update; `nil` is the end.
  ///   - interests: the subscription's interests, for a `next` that reads them.
  public init(
    pulling next:
      nonisolated(nonsending) @escaping @Sendable () async throws(UserLocationError)
      -> LocationUpdate?,
    interests: SubscriptionInterests = SubscriptionInterests()
  ) {
    self.init(
      pullingBatches: { _ async throws(UserLocationError) -> [LocationUpdate] in
        guard let update = try await next() else { return [] }
        return [update]
      }, interests: interests)
  }

  /// The same for a source that has many updates at hand: `next` makes as many as are due, at least
  /// one and not more than the given number; none at the end.
  package init(
    pullingBatches next:
      nonisolated(nonsending) @escaping @Sendable (Int) async throws(UserLocationError)
      -> [LocationUpdate],
    interests: SubscriptionInterests = SubscriptionInterests()
  ) {
    self.init(PullUpstream(next), .waitsForConsumer, interests, DropCount())
  }

  /// A sequence that fails at once.
  public init(failing error: UserLocationError) {
    self.init(pulling: { () async throws(UserLocationError) -> LocationUpdate? in throw error })
  }
}

// MARK: Pushed

extension LocationUpdates {
  /// A sequence that is pushed, and the continuation that its source yields into.
  ///
  /// - Parameters:
  ///   - capacity: how many updates to keep for a slow consumer, at least one. Beyond that a new update takes
  ///     the place of an older fix or sky view of the same device. Each of many devices keeps its newest fix and
  ///     its newest sky view; a lost fix or an authorization change is never dropped in favor of one of those.
  ///   - onStop: called once, outside every lock, when the subscription is over for whatever
  ///     reason: the source ended it, the consumer left, or its task was canceled.
  public static func makeStream(
    bufferingNewest capacity: Int = 64, onStop: @escaping @Sendable () -> Void = {}
  ) -> (updates: LocationUpdates, continuation: Continuation) {
    makeStream(UpdateBuffer(capacity: Swift.max(1, capacity), onStop: onStop), .newestWins)
  }

  /// A sequence that a task of its own pushes: a source that is polled, or another sequence.
  ///
  /// ```swift
  /// LocationUpdates { continuation in
  ///   while true {
  ///     continuation.yield(.fix(try await vendor.location()))
  ///     try await clock.sleep(for: .seconds(1))
  ///   }
  /// }
  /// ```
  ///
  /// The task is canceled when the subscription is over for whatever reason. When `work` returns, the sequence ends.
  /// When it throws, the sequence ends with this error: a `UserLocationError` as it is, a `CancellationError` as
  /// `.cancelled`, and another one as the cause of `.sourceUnavailable`.
  ///
  /// - Parameters:
  ///   - capacity: as in ``makeStream(bufferingNewest:onStop:)``.
  ///   - work: yields the updates.
  public init(
    bufferingNewest capacity: Int = 64,
    pushing work: @escaping @Sendable (Continuation) async throws -> Void
  ) {
    self.init(Swift.max(1, capacity), SubscriptionInterests(), DropCount(), work)
  }

  private init(
    _ capacity: Int, _ interests: SubscriptionInterests, _ drops: DropCount,
    _ work: @escaping @Sendable (Continuation) async throws -> Void
  ) {
    let slot = TaskSlot()
    let buffer = UpdateBuffer(capacity: capacity, interests: interests, drops: drops) {
      slot.cancel()
    }
    slot.start {
      do {
        try await work(Continuation(buffer: buffer, delivery: .newestWins))
        buffer.finish(nil)
      } catch let error as UserLocationError {
        buffer.finish(error)
      } catch is CancellationError {
        buffer.finish(.cancelled)
      } catch {
        buffer.finish(UserLocationError(.sourceUnavailable, cause: error))
      }
    }
    self.init(pushedInto: buffer)
  }

  /// The same as ``makeStream(bufferingNewest:onStop:)`` for a source whose consumer must lose nothing: what it yields
  /// is not bounded.
  ///
  /// - Parameter senderWaits: whether the source calls ``Continuation/waitForRoom()``, which bounds the
  ///   buffer. Such a sequence is only iterated, because a consumer that is called would take
  ///   everything at once.
  package static func makeLosslessStream(
    senderWaits: Bool = false, onStop: @escaping @Sendable () -> Void
  ) -> (updates: LocationUpdates, continuation: Continuation) {
    makeStream(
      UpdateBuffer(capacity: 64, isObservable: !senderWaits, onStop: onStop), .waitsForConsumer)
  }

  private static func makeStream(
    _ buffer: UpdateBuffer, _ delivery: Delivery
  ) -> (updates: LocationUpdates, continuation: Continuation) {
    (
      LocationUpdates(pushedInto: buffer, delivery),
      Continuation(buffer: buffer, delivery: delivery)
    )
  }

  /// - Parameter owner: is kept alive by this sequence.
  init(
    pushedInto buffer: UpdateBuffer, _ delivery: Delivery = .newestWins,
    keeping owner: (any AnyObject & Sendable)? = nil
  ) {
    self.init(PushUpstream(buffer, keeping: owner), delivery, buffer.interests, buffer.drops)
  }

  /// A sequence that `next` makes from the updates of this one, with the same delivery and
  /// interests.
  ///
  /// Where the newest wins, a task of its own calls `next` at once whenever it returned, so that
  /// this sequence is never held up by a slow consumer.
  ///
  /// - Parameter interests: the interests of the new sequence, if they are not those of this one.
  package func relayed(
    interests: SubscriptionInterests? = nil,
    by next:
      nonisolated(nonsending) @escaping @Sendable () async throws(UserLocationError)
      -> LocationUpdate?
  ) -> LocationUpdates {
    let interests = interests ?? subscriptionInterests
    guard delivery == .newestWins else {
      return LocationUpdates(pulling: next, interests: interests)
    }
    return LocationUpdates(64, interests, drops) { continuation in
      while let update = try await next() { continuation.yield(update) }
    }
  }

  /// Yields updates into a pushed sequence, from any thread. Never waits, and does nothing after
  /// the sequence is over.
  ///
  /// A consumer may be called synchronously on the yielding thread
  /// (``UserLocationService/observe(distanceFilter:accuracy:filter:interests:_:onEnd:)``), and may
  /// end the subscription there. So call these methods with no lock held.
  public struct Continuation: Sendable {
    fileprivate let buffer: UpdateBuffer
    fileprivate let delivery: Delivery

    /// Counts what was dropped.
    package var drops: DropCount { buffer.drops }

    /// What the consumer is interested in now.
    public var interests: LocationInterests { buffer.interests.current }

    /// Whether the consumer is not far behind.
    package var hasRoom: Bool { buffer.hasRoom }

    /// Returns when the consumer has taken enough of the updates, or left.
    package func waitForRoom() async { await buffer.waitForRoom() }

    /// Yields one update.
    public func yield(_ update: LocationUpdate) { yield([update]) }

    /// Yields several updates, in order.
    public func yield(_ updates: [LocationUpdate]) { buffer.add(updates, delivery) }

    /// Yields an update of one of several sources, which have their own deliveries.
    package func yield(_ update: LocationUpdate, _ delivery: Delivery) {
      buffer.add([update], delivery)
    }

    /// Ends the sequence after the updates yielded so far, with an error or without.
    public func finish(throwing error: UserLocationError? = nil) { buffer.finish(error) }
  }
}
