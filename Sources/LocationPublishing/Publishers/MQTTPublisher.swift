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
  private let state = Mutex(State())

  private struct State {
    var connection: MQTTConnection?
    /// The messages on the way, each with the discovery of its topic if that goes before it.
    var calls: [[MQTTConnection.Call]] = []
    /// The topics whose discovery was sent over this connection.
    var discovered: Set<String> = []
  }

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

  deinit { state.withLock { $0.connection }?.abandon() }

  /// 20, as most brokers allow. On a slow connection the confirmations would otherwise take most of the time.
  public var window: Int { 20 }

  /// Connects if necessary, and sends a message.
  public func publish(_ message: PublishedMessage) async throws(PublishError) {
    for result in await publish([message]) { try result.get() }
  }

  /// Connects if necessary, and sends messages. Returns when the broker has answered the first one on the way.
  public func publish(_ messages: [PublishedMessage]) async -> [Result<Void, PublishError>] {
    var results: [Result<Void, PublishError>] = []
    do throws(MQTTError) {
      let connection = try await send(messages)
      while let call = nextCall(answeredOver: results.isEmpty ? nil : connection) {
        do throws(MQTTError) {
          for part in call { try await connection.result(of: part) }
          results.append(.success(()))
        } catch {
          guard error.code == .rejected else { throw error }
          results.append(.failure(PublishError(error)))
        }
      }
    } catch {
      results.append(.failure(PublishError(error)))
      state.withLock { $0.calls = [] }
      if error.code == .unreachable { reset()?.abandon() }
    }
    return results
  }

  /// Hands messages to the connection.
  private func send(_ messages: [PublishedMessage]) async throws(MQTTError) -> MQTTConnection {
    // Messages on the way over a connection that broke fail with it, before a new connection.
    if let present = state.withLock({ $0.calls.isEmpty ? nil : $0.connection }) {
      hand(messages, to: present)
      return present
    }
    let connection = try await connect()
    hand(messages, to: connection)
    return connection
  }

  private func hand(_ messages: [PublishedMessage], to connection: MQTTConnection) {
    for message in messages {
      let name = topic.name(for: message.kind, device: message.device)
      let sent = MQTTMessage(
        topic: name, payload: message.payload, quality: quality.rawValue,
        isRetained: retainsLocation && message.kind == .location)
      let parts = [discovery(of: message, at: name), sent].compactMap(\.self)
      let call = connection.send(parts)
      state.withLock { $0.calls.append(call) }
    }
  }

  /// The discovery of the topic of a location, once for each connection.
  private func discovery(of message: PublishedMessage, at name: String) -> MQTTMessage? {
    guard let discovery, message.kind == .location,
      state.withLock({ $0.discovered.insert(name).inserted })
    else { return nil }
    return discovery.message(for: name)
  }

  /// Takes the first message on the way.
  ///
  /// - Parameter connection: takes it only if this connection has its answer.
  private func nextCall(
    answeredOver connection: MQTTConnection?
  ) -> [MQTTConnection.Call]? {
    state.withLock { state in
      guard let first = state.calls.first else { return nil }
      if let connection, !first.allSatisfy(connection.isAnswered) { return nil }
      return state.calls.removeFirst()
    }
  }

  /// Says farewell to the broker, so that it does not tell others about a broken connection.
  public func close() async { await reset()?.close() }

  /// Forgets the connection, and returns it.
  private func reset() -> MQTTConnection? {
    state.withLock { state in
      defer { state = State() }
      return state.connection
    }
  }

  private func connect() async throws(MQTTError) -> MQTTConnection {
    if let present = state.withLock({ $0.connection }), !present.isOver { return present }
    var message: MQTTMessage?
    if !topic.namesDevice, let will = will() {
      message = MQTTMessage(
        topic: topic.name(for: .location, device: nil), payload: will,
        quality: quality.rawValue)
    }
    let new = try await MQTTConnection.open(settings, will: message)
    state.withLock { $0 = State(connection: new) }
    return new
  }
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
