public import LocationCore
public import LocationIO
import Synchronization

/// Sends messages to an MQTT broker, with libmosquitto. The first message loads the library and connects.
///
/// With the quality of service 1, a message is delivered when the broker has confirmed it. The broker keeps
/// the last location for later subscribers. If the connection breaks without a farewell, the broker tells it
/// to others, in the form of the ``PayloadFormat``.
///
/// After a failure the next message connects again. A ``PublishingQueue`` in front of the publisher makes
/// the pauses.
public final class MQTTPublisher: LocationPublisher {
  /// How messages are delivered.
  public enum Quality: Int, Hashable, Sendable, CaseIterable {
    /// A message may be lost.
    case atMostOnce
    /// A message may come twice.
    case atLeastOnce
    /// The broker gets a message once, as long as the connection does not break.
    case exactlyOnce
  }

  private let settings: MQTTSettings
  private let topic: MQTTTopic
  private let quality: Quality
  private let retainsLocation: Bool
  private let will: @Sendable () -> [UInt8]?
  private let discovery: HomeAssistantDiscovery?
  private let connection = Mutex<MQTTConnection?>(nil)
  /// The topics whose discovery was published.
  private let discovered = Mutex<Set<String>>([])

  /// Makes a publisher.
  ///
  /// - Parameters:
  ///   - settings: the broker.
  ///   - topic: the topic of locations.
  ///   - quality: how messages are delivered.
  ///   - retainsLocation: whether the broker keeps the last location.
  ///   - format: has the message for others about a broken connection. A topic that names the device has
  ///     no such message.
  ///   - discovery: tells Home Assistant each topic before its first location; `nil` tells nobody.
  ///   - now: the time of the host.
  public init(
    _ settings: MQTTSettings, topic: MQTTTopic, quality: Quality = .atLeastOnce,
    retainsLocation: Bool = true, format: any PayloadFormat = OwnTracksFormat(),
    discovery: HomeAssistantDiscovery? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.settings = settings
    self.topic = topic
    self.quality = quality
    self.retainsLocation = retainsLocation
    self.discovery = discovery
    will = { format.will(connectedAt: now()) }
  }

  deinit { connection.withLock { $0 }?.abandon() }

  /// 20, as most brokers allow. On a slow connection the confirmations would otherwise take most of the time.
  public var window: Int { 20 }

  /// Connects if necessary, and sends a message.
  public func publish(_ message: PublishedMessage) async throws(PublishError) {
    for result in await publish([message]) { try result.get() }
  }

  /// Connects if necessary, and sends messages.
  public func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>] {
    var results: [Result<Void, PublishError>] = []
    for answer in await send(messages) {
      results.append(answer.mapError { PublishError($0) })
      guard case .failure(let error) = answer, error.code != .rejected else { continue }
      if error.code == .unreachable { drop() }
      break
    }
    return results
  }

  private func send(_ messages: [PublishedMessage]) async -> [Result<Void, MQTTError>] {
    let sent = messages.map { message in
      MQTTMessage(
        topic: topic.name(for: message.kind, device: message.device),
        payload: message.payload, quality: quality.rawValue,
        isRetained: retainsLocation && message.kind == .location)
    }
    do throws(MQTTError) {
      let connection = try await connect()
      let located = zip(messages, sent).filter { $0.0.kind == .location }.map(\.1.topic)
      try await discover(Set(located), through: connection)
      return await connection.publish(sent)
    } catch {
      return [.failure(error)]
    }
  }

  private func discover(
    _ topics: Set<String>, through connection: MQTTConnection
  ) async throws(MQTTError) {
    guard let discovery else { return }
    for topic in topics.subtracting(discovered.withLock { $0 }).sorted() {
      try await connection.publish(discovery.message(for: topic))
      discovered.withLock { _ = $0.insert(topic) }
    }
  }

  /// Says farewell to the broker, so that it does not tell others about a broken connection.
  public func close() async { await connection.withLock { $0.take() }?.close() }

  private func connect() async throws(MQTTError) -> MQTTConnection {
    if let present = connection.withLock({ $0 }), !present.isOver { return present }
    var message: MQTTMessage?
    if !topic.namesDevice, let will = will() {
      message = MQTTMessage(
        topic: topic.name(for: .location, device: nil), payload: will,
        quality: quality.rawValue)
    }
    let new = try await MQTTConnection.open(settings, will: message)
    return connection.withLock { connection in
      // Another call may have connected meanwhile.
      if let present = connection, !present.isOver {
        new.abandon()
        return present
      }
      connection = new
      return new
    }
  }

  private func drop() { connection.withLock { $0.take() }?.abandon() }
}

extension PublishError {
  fileprivate init(_ error: MQTTError) {
    let code: Code =
      switch error.code {
      case .invalid: .invalidTarget
      case .hostNotFound: .hostNotFound
      case .unreachable: .unreachable
      case .untrusted: .untrusted
      case .notAuthorized: .notAuthorized
      case .rejected: .rejected
      case .cancelled: .cancelled
      case .unavailable: .unavailable
      }
    self.init(code, detail: error.detail)
  }
}
