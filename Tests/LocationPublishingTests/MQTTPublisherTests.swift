import Foundation
import LocationCore
import LocationIO
import LocationPublishing
import LocationTesting
import TestSupport
import TestTurns
import Testing

private let restarts =
  ProcessInfo.processInfo.environment["LOCATE_BROKER_RESTARTS"].flatMap { Int($0) } ?? 2

/// A publisher, and a real broker.
@Suite(
  .inTurn,
  .enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
struct MQTTPublisherTests {
  private func publisher(
    _ broker: RealBroker, topic: String = "owntracks/jane/phone",
    quality: MQTTPublisher.Quality = .atLeastOnce, retains: Bool = true,
    discovery: HomeAssistantDiscovery? = nil, _ change: (inout MQTTSettings) -> Void = { _ in }
  ) throws -> MQTTPublisher {
    var settings = MQTTSettings(host: "127.0.0.1", port: broker.port)
    change(&settings)
    return MQTTPublisher(
      settings, topic: try MQTTTopic(topic), quality: quality, retainsLocation: retains,
      discovery: discovery, now: { noon })
  }

  private func failure(of publisher: MQTTPublisher) async -> PublishError? {
    do throws(PublishError) {
      try await publisher.publish(message(1))
      return nil
    } catch {
      return error
    }
  }

  /// A subscriber that is connected: it has the message that was retained before.
  private func subscriber(
    _ broker: RealBroker, name: String? = nil
  ) async throws -> RealBroker.Subscriber {
    let first = try publisher(broker, topic: "first")
    try await first.publish(message(0))
    await first.close()
    let subscriber = try broker.subscriber(to: "#", name: name)
    #expect(await eventually { subscriber.lines == ["first 0"] })
    return subscriber
  }

  @Test(arguments: zip(MQTTPublisher.Quality.allCases, [MQTTSettings.Version.v3, .v3, .v5]))
  func eachKindOfMessageHasItsTopic(
    quality: MQTTPublisher.Quality, version: MQTTSettings.Version
  ) async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    let publisher = try publisher(broker, quality: quality) { $0.version = version }
    for kind in PublishedMessage.Kind.allCases {
      var message = message(1)
      message.kind = kind
      try await publisher.publish(message)
    }
    await publisher.close()
    let expected = ["first 0"] + ["", "/event", "/waypoint"].map { "owntracks/jane/phone\($0) 1" }
    #expect(await eventually { subscriber.lines == expected })
  }

  @Test func theBrokerKeepsTheLastLocationOnly() async throws {
    let broker = try RealBroker()
    let publisher = try publisher(broker)
    for number in 1...3 { try await publisher.publish(message(number)) }
    var event = message(4)
    event.kind = .event
    try await publisher.publish(event)
    await publisher.close()
    let late = try broker.subscriber(to: "#")
    #expect(await eventually { late.lines == ["owntracks/jane/phone 3"] })
  }

  @Test func aTopicCanNameTheDevice() async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    var message = message(1)
    message.device = "anna/phone"
    let publisher = try publisher(broker, topic: "fleet/{device}/gps")
    try await publisher.publish(message)
    await publisher.close()
    #expect(await eventually { subscriber.lines.last == "fleet/anna/phone/gps 1" })
  }

  @Test func homeAssistantIsToldOfEachTopicOnceBeforeItsFirstLocation() async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    let publisher = try publisher(
      broker, topic: "fleet/{device}", discovery: HomeAssistantDiscovery(of: OwnTracksFormat()))
    for (number, device) in ["anna/phone", "joe", "anna/phone"].enumerated() {
      var message = message(number)
      message.device = device
      try await publisher.publish(message)
    }
    await publisher.close()
    #expect(await eventually { subscriber.lines.count == 6 })
    var identifiers: [String] = []
    let found = subscriber.lines.dropFirst().map { line in
      let (topic, payload) = line.parted
      guard topic.hasPrefix("homeassistant/device_tracker/"), topic.hasSuffix("/config"),
        let config = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
          as? [String: String],
        let identifier = config["unique_id"], topic.contains("/\(identifier)/"),
        config["source_type"] == "gps", config["json_attributes_template"]?.isEmpty == false
      else { return line }
      identifiers.append(identifier)
      return config["json_attributes_topic"] ?? ""
    }
    #expect(
      found == [
        "fleet/anna/phone", "fleet/anna/phone 0", "fleet/joe", "fleet/joe 1", "fleet/anna/phone 2",
      ])
    #expect(Set(identifiers).count == 2)
    // A later subscriber is told too.
    let late = try broker.subscriber(to: "homeassistant/#")
    #expect(await eventually { late.lines.count == 2 })
  }

  @Test func onlyObjectsCanBeDiscovered() {
    #expect(HomeAssistantDiscovery(of: GPSDFormat()) != nil)
    #expect(HomeAssistantDiscovery(of: ClosureFormat { _ in nil }) == nil)
  }

  @Test func aFarewellIsNoBrokenConnection() async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker)
    let publisher = try publisher(broker)
    try await publisher.publish(message(1))
    await publisher.close()
    let last = try self.publisher(broker, topic: "last")
    try await last.publish(message(2))
    #expect(await eventually { subscriber.lines.last == "last 2" })
    #expect(!subscriber.lines.contains { $0.contains("lwt") })
    await last.close()
  }

  @Test(arguments: [MQTTSettings.Version.v3, .v5])
  func aWrongPasswordIsRefused(version: MQTTSettings.Version) async throws {
    let directory = try TemporaryDirectory()
    let broker = try RealBroker(user: "jane", password: "right", directory: directory)
    func error(_ password: String?) async throws -> PublishError.Code? {
      let publisher = try publisher(broker) { settings in
        settings.version = version
        settings.user = "jane"
        settings.password = password
      }
      let error = await failure(of: publisher)
      await publisher.close()
      return error?.code
    }
    #expect(try await error("wrong") == .notAuthorized)
    #expect(try await error(nil) == .notAuthorized)
    #expect(try await error("right") == nil)
  }

  @Test func aMissingPermissionIsAnErrorInVersion5() async throws {
    let directory = try TemporaryDirectory()
    let rights = try directory.file("rights", "topic read #\n")
    let broker = try RealBroker(["allow_anonymous true", "acl_file \(rights)"])
    let publisher = try publisher(broker) { $0.version = .v5 }
    #expect(await failure(of: publisher)?.code == .notAuthorized)
    await publisher.close()
  }

  @Test func aPortWithoutBrokerMayHaveOneLater() async throws {
    let broker = try RealBroker()
    broker.stop()
    let publisher = try publisher(broker)
    let failed = await failure(of: publisher)
    #expect(failed?.code == .unreachable)
    #expect(failed?.detail == "connection refused")
    try broker.start()
    #expect(await failure(of: publisher) == nil)
    await publisher.close()
  }

  @Test func aHostWithoutAddressIsFound() async throws {
    let broker = try RealBroker()
    // A label of a host name has at most 63 letters, so the look-up fails without a server.
    let publisher = try publisher(broker) { $0.host = String(repeating: "x", count: 70) }
    #expect(await failure(of: publisher)?.code == .hostNotFound)
  }

  /// Each message that the queue gave to the broker reaches a subscriber that is away for a while, in order.
  /// A message may come twice. `LOCATE_BROKER_RESTARTS=100` restarts the broker a hundred times.
  @Test func nothingIsLostWhenTheBrokerRestarts() async throws {
    let broker = try RealBroker()
    let subscriber = try await subscriber(broker, name: "map")
    let directory = try TemporaryDirectory()
    let queue = PublishingQueue(
      try publisher(broker, topic: "a", retains: false),
      journal: try PublishingJournal(path: directory.path("a.queue")),
      retry: RetryPolicy(first: .milliseconds(100), limit: .milliseconds(100), jitter: { 0 }),
      clock: DatedClock { noon })
    async let delivery: Void = queue.run()
    var sent = 0
    for _ in 0..<restarts {
      // Some messages before, some during and some after the stop.
      let half = sent + 30
      while sent < half {
        queue.add(message(sent))
        sent += 1
      }
      #expect(await eventually { queue.count < 20 })
      broker.stop()
      for _ in 0..<20 {
        queue.add(message(sent))
        sent += 1
      }
      try broker.start()
    }
    queue.finish()
    try await delivery
    let expected = (0..<sent).map { "a \($0)" }
    func received() -> [String] {
      var known: Set<String> = ["first 0"]
      // A broker that stops tells others that the connection broke.
      return subscriber.lines.filter { !$0.contains("lwt") && known.insert($0).inserted }
    }
    #expect(await eventually { received().count >= sent })
    #expect(received() == expected)
  }

  // MARK: TLS

  @Test func onlyATrustedCertificateWithTheRightNameIsAccepted() async throws {
    let directory = try TemporaryDirectory()
    let right = try TestCertificate("right", for: "IP:127.0.0.1", in: directory)
    let other = try TestCertificate("other", for: "DNS:other.example", in: directory)
    func error(
      _ server: TestCertificate, trusting: String?
    ) async throws -> PublishError.Code? {
      let broker = try RealBroker(["allow_anonymous true"] + server.settings)
      let publisher = try publisher(broker) {
        $0.security = MQTTSettings.Security(authorities: trusting)
      }
      let error = await failure(of: publisher)
      await publisher.close()
      return error?.code
    }
    #expect(try await error(right, trusting: right.path) == nil)
    #expect(try await error(right, trusting: other.path) == .untrusted)
    #expect(try await error(right, trusting: nil) == .untrusted)
    #expect(try await error(other, trusting: other.path) == .untrusted)
    #expect(try await error(right, trusting: directory.path("nowhere")) == .invalidTarget)
  }

  @Test func aBrokerCanAskForACertificate() async throws {
    let directory = try TemporaryDirectory()
    let server = try TestCertificate("server", for: "IP:127.0.0.1", in: directory)
    let client = try TestCertificate("client", for: "DNS:client", in: directory)
    let broker = try RealBroker([
      "allow_anonymous true", "certfile \(server.path)", "keyfile \(server.key)",
      "cafile \(client.path)", "require_certificate true",
    ])
    func error(_ certificate: String?, _ key: String?) async throws -> PublishError? {
      let publisher = try publisher(broker) {
        $0.security = MQTTSettings.Security(
          authorities: server.path, certificate: certificate, key: key)
      }
      let error = await failure(of: publisher)
      await publisher.close()
      return error
    }
    #expect(try await error(client.path, client.key) == nil)
    #expect(try await error(nil, nil) != nil)
  }
}

@Suite(.inTurn) struct MQTTTopicTests {
  @Test(arguments: [
    "", "/a", "a/", "a/+/b", "a/#", "a/{user}", "a/{device.0}", "a/{device", "a\u{0}b",
  ])
  func whatIsNoTopicIsRefused(text: String) {
    let error = #expect(throws: PublishError.self) { try MQTTTopic(text) }
    #expect(error?.code == .invalidTarget)
  }

  @Test(
    arguments: [
      ("fleet/{device}", "/dev/ttyACM0", "fleet/dev/ttyACM0/event"),
      ("fleet/{device}", "anna/phone", "fleet/anna/phone/event"),
      ("fleet/{device}", "a+b#c", "fleet/a%2Bb%23c/event"),
      ("fleet/{device}", "a%2Bb", "fleet/a%252Bb/event"),
      ("fleet/{device}", nil, "fleet/device/event"),
      ("{device.1}/x/{device.-1}", "anna/work/phone", "anna/x/phone/event"),
      ("{device.2}/{device.3}", "anna/phone", "phone/-/event"),
    ] as [(String, String?, String)])
  func theDeviceBecomesAPartOfTheTopic(topic: String, device: String?, name: String) throws {
    #expect(try MQTTTopic(topic).name(for: .event, device: device) == name)
  }
}

extension String {
  /// A line of a subscriber: the topic, and the payload.
  fileprivate var parted: (topic: Substring, payload: Substring) {
    let topic = prefix { $0 != " " }
    return (topic, dropFirst(topic.count + 1))
  }
}
