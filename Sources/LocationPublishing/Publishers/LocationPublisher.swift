/// Sends messages to one target: a broker, a tracking server, or a file.
///
/// A ``PublishingQueue`` in front of a publisher keeps the messages until they are delivered, and repeats
/// failed ones.
public protocol LocationPublisher: Sendable {
  /// Sends a message. It returns when the target has it, as far as the target tells that.
  ///
  /// The next message is sent when this one was delivered or failed, so messages arrive in order. A
  /// message that failed may have arrived nevertheless. A publisher connects when it is necessary.
  ///
  /// - Throws: why the message was not delivered. A message that no server would accept is
  ///   ``PublishError/Code/rejected``.
  func publish(_ message: PublishedMessage) async throws(PublishError)

  /// Ends the connection after the last message. The default does nothing.
  func close() async
}

extension LocationPublisher {
  /// Does nothing.
  public func close() async {}
}
