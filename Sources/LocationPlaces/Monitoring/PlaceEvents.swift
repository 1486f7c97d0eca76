public import LocationCore

/// The events of one subscription to a ``PlaceMonitor``, in order: an asynchronous sequence.
///
/// It ends with `nil` when the source came to its end or the consumer's task is canceled, and by throwing
/// a `UserLocationError` when the source broke or was refused. No event is dropped, however slow its
/// consumer is. Leaving the loop ends the subscription, and so does dropping the sequence. One consumer
/// iterates, once.
public struct PlaceEvents: AsyncSequence, Sendable {
  /// The sequence yields events.
  public typealias Element = PlaceEvent
  /// The sequence may end with this error.
  public typealias Failure = UserLocationError

  typealias Message = Result<PlaceEvent, UserLocationError>

  private let messages: AsyncStream<Message>
  private let begin: @Sendable () -> Void
  private let leave: @Sendable () -> Void

  /// - Parameters:
  ///   - begin: is called when a consumer wants the first event.
  ///   - leave: is called when the consumer leaves. A sequence that is only dropped ends `messages`.
  init(
    _ messages: AsyncStream<Message>, begin: @escaping @Sendable () -> Void,
    leave: @escaping @Sendable () -> Void
  ) {
    self.messages = messages
    self.begin = begin
    self.leave = leave
  }

  /// Starts the iteration, and the source if it does not run.
  public func makeAsyncIterator() -> Iterator {
    begin()
    return Iterator(base: messages.makeAsyncIterator(), iteration: Iteration(leave))
  }

  /// Ends the subscription when the last copy of an iterator is dropped.
  private final class Iteration: Sendable {
    let leave: @Sendable () -> Void
    init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }
    deinit { leave() }
  }

  /// Iterates over a ``PlaceEvents``.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncStream<Message>.Iterator
    fileprivate let iteration: any AnyObject & Sendable

    /// The next event, or `nil` at the end.
    public mutating func next() async throws(UserLocationError) -> PlaceEvent? {
      try await next(isolation: nil)
    }

    /// The next event, or `nil` at the end, for a caller on an actor.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(UserLocationError) -> PlaceEvent? {
      guard let message = await base.next(isolation: actor) else { return nil }
      return try message.get()
    }
  }
}
