/// Sends messages to one target: a broker, a tracking server, or a file.
///
/// A ``PublishingQueue`` in front of a publisher keeps the messages until they are delivered, and repeats
/// failed ones. One task at a time publishes.
public protocol LocationPublisher: Sendable {
  /// Sends a message. It returns when the target has it, as far as the target tells that.
  ///
  /// The next message is sent when this one was delivered or failed, so messages arrive in order. A
  /// message that failed may have arrived nevertheless. A publisher connects when it is necessary.
  ///
  /// - Throws: why the message was not delivered. A message that no server would accept is
  ///   ``PublishErrorCode/rejected``.
  func publish(_ message: PublishedMessage) async throws(PublishError)

  /// How many messages may be on the way to the target at the same time. The default is 1.
  var window: Int { get }

  /// Sends messages in this order. Messages of an earlier call may still wait for their answers.
  ///
  /// It sends all messages at once, and returns when the target has answered the oldest one. The default waits for each
  /// answer before it sends the next message, and returns when the target has answered all.
  ///
  /// - Parameter messages: the next messages. It may be empty only if others are on the way.
  /// - Returns: what happened to the first messages on the way, at least one. The last one may be a failure other than
  ///   ``PublishErrorCode/rejected``. Then no message is on the way any more, and the later ones may have arrived
  ///   nevertheless. Otherwise the later ones stay on the way.
  func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>]

  /// Ends the connection after the last message. The default does nothing.
  func close() async
}

extension LocationPublisher {
  /// One.
  public var window: Int { 1 }

  /// Sends one message after another.
  public func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>] {
    var results: [Result<Void, PublishError>] = []
    for message in messages {
      do throws(PublishError) {
        try await publish(message)
        results.append(.success(()))
      } catch {
        results.append(.failure(error))
        if error.code != .rejected { break }
      }
    }
    return results
  }

  /// Does nothing.
  public func close() async {}
}
