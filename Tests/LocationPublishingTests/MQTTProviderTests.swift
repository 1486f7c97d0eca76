import Foundation
import GPSDProtocol
import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocationPublishing

/// What others publish.
@Suite(.inTurn) struct OwnTracksReaderTests {
  private func update(_ text: String) -> LocationUpdate? {
    OwnTracksReader(source: FixSource(kind: .live, name: "mqtt://host/#")).update(
      Array(text.utf8), of: "owntracks/jane/phone", receivedAt: noon + 9)
  }

  private func read(_ text: String) -> Fix? {
    if case .fix(let fix) = update(text) { fix } else { nil }
  }

  @Test func aLocationHasSIUnits() throws {
    let fix = try #require(
      read(
        #"{"_type":"location","lat":48.5,"lon":-11.25,"tst":1740830400,"acc":4,"alt":545,"vac":7,"#
          + #""vel":36,"cog":84,"batt":50,"tid":"ne","inregions":["lat"],"p":{"lat":1}}"#))
    #expect(fix.coordinate == .valid(48.5, -11.25))
    #expect(fix.timestamp == noon)
    #expect(fix.receivedAt == noon + 9)
    #expect(fix.errors.horizontal == 4)
    #expect(fix.altitude == 545)
    #expect(fix.errors.vertical == 7)
    #expect(fix.speed == 10)
    #expect(fix.course == 84)
    #expect(fix.batteryLevel == 50)
    #expect(fix.mode == nil)
    #expect(
      fix.source == FixSource(kind: .live, name: "mqtt://host/#", device: "owntracks/jane/phone"))
  }

  @Test func aValueThatIsNotKnownIsNil() throws {
    let bare = try #require(
      read(#"{"_type":"location","lat":48.5,"lon":11,"acc":0,"vel":-1,"batt":-1}"#))
    #expect(bare.batteryLevel == nil)
    let odd = try #require(read(#"{"_type":"location","lat":48.5,"lon":11,"tst":1e300}"#))
    #expect(odd.timestamp == nil)
    #expect(bare.timestamp == nil)
    #expect(bare.errors.horizontal == nil)
    #expect(bare.speed == nil)
    #expect(bare.mode == nil)
  }

  @Test func tenLocationsOfASecondAreTen() throws {
    let times = (0..<20).map { noon + Double($0) / 10 }
    for format in [OwnTracksFormat(), GPSDFormat()] as [any PayloadFormat] {
      let read = try times.map { time in
        var fix = LocationPublishingTests.fix(source: .live)
        fix.timestamp = time
        let payload = try #require(
          format.payload(of: .location(fix, places: []), createdAt: noon + 5))
        return self.read(String(decoding: payload, as: UTF8.self))?.timestamp
      }
      #expect(Set(read).count == 20)
      for (one, other) in zip(read, times) {
        #expect(one.map { abs($0.timeIntervalSince(other)) < 0.001 } == true)
      }
    }
    // A message of another program.
    let odd = try #require(
      read(#"{"_type":"location","lat":48.5,"lon":11,"tst":1740830400,"tst_ms":7}"#))
    #expect(odd.timestamp == noon)
  }

  @Test func aPublishedLocationComesBack() throws {
    for kind in [FixSource.Kind.live, .simulated, .replayed] {
      var sent = LocationPublishingTests.fix(source: FixSource(kind: kind, name: "a"))
      sent.speed = 5
      sent.course = 30
      sent.batteryLevel = 73
      for format in [OwnTracksFormat(), GPSDFormat()] as [any PayloadFormat] {
        let payload = try #require(
          format.payload(of: .location(sent, places: []), createdAt: noon))
        let back = try #require(read(String(decoding: payload, as: UTF8.self)))
        #expect(back.coordinate == sent.coordinate)
        #expect(back.timestamp == sent.timestamp)
        #expect(back.errors.horizontal == 5)
        #expect(back.speed == 5)
        #expect(back.batteryLevel == 73)
        #expect(back.course == 30)
        if format is OwnTracksFormat { #expect(back.source.kind == kind) }
      }
    }
  }

  @Test func aBrokenConnectionIsALostFix() throws {
    guard case .fixLost(let loss) = update(#"{"_type":"lwt","tst":1740830400}"#) else {
      Issue.record("no lost fix")
      return
    }
    #expect(loss.reason == .disconnected)
    #expect(loss.source.device == "owntracks/jane/phone")
  }

  @Test(arguments: [
    "", "hello", "[]", "{", #"{"_type":"location"}"#, #"{"_type":"location","lat":91,"lon":0}"#,
    #"{"_type":"transition","event":"enter","lat":1,"lon":2}"#, #"{"lat":1,"lon":2}"#,
    #"{"_type":"location","lat":"1","lon":"2"}"#, #"{"class":"TPV","mode":1}"#,
    #"{"a":{"_type":"location"},"lat":1,"lon":2}"#,
  ])
  func whatTellsNoLocationIsIgnored(text: String) {
    #expect(update(text) == nil)
  }
}

@Suite(.inTurn) struct MQTTTopicFilterTests {
  @Test(
    arguments: [
      ("owntracks/+/+", "owntracks/anna/phone", "anna/phone"), ("fleet/+/gps", "fleet/7/gps", "7"),
      ("fleet/#", "fleet/7/gps", "7/gps"), ("#", "a/b", "a/b"), ("+/x/#", "a/x/b/c", "a/b/c"),
      ("owntracks/anna/phone", "owntracks/anna/phone", nil), ("owntracks/#", "owntracks", nil),
      ("$share/group/owntracks/+/+", "owntracks/anna/phone", "anna/phone"),
      ("$share/group/#", "a/b", "a/b"), ("$share/group/a/b", "a/b", nil),
    ] as [(String, String, String?)])
  func theDeviceIsWhatTheWildcardsMatch(filter: String, topic: String, device: String?) {
    #expect(MQTTTopicFilter(text: filter).device(of: topic) == device)
  }
}

/// A provider, and a real broker.
@Suite(
  .inTurn,
  .enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
struct MQTTProviderTests {
  private func provider(
    _ broker: RealBroker, topic: String = "owntracks/+/+", session: String? = nil,
    _ version: MQTTSettings.Version = .v3, retry: RetryPolicy? = nil
  ) -> MQTTProvider {
    var settings = MQTTSettings(host: "127.0.0.1", port: broker.port)
    settings.version = version
    return MQTTProvider(settings, topic: topic, session: session, retry: retry)
  }

  private func publish(_ fix: Fix, _ topic: String, _ broker: RealBroker) async throws {
    let publisher = MQTTPublisher(
      MQTTSettings(host: "127.0.0.1", port: broker.port), topic: try MQTTTopic(topic))
    let message = try #require(
      OwnTracksFormat().message(.location(fix, places: []), createdAt: noon))
    try await publisher.publish(message)
    await publisher.close()
  }

  @Test func keepsTheContract() async throws {
    let broker = try RealBroker()
    let publishing = Task {
      let publisher = MQTTPublisher(
        MQTTSettings(host: "127.0.0.1", port: broker.port),
        topic: try MQTTTopic("owntracks/jane/phone"))
      let message = try #require(
        OwnTracksFormat().message(.location(fix(10), places: []), createdAt: noon))
      while !Task.isCancelled { try await publisher.publish(message) }
    }
    let suite = ProviderConformance(
      sampleCount: 5, losing: { broker.stop() },
      making: {
        provider(
          broker,
          retry: RetryPolicy(first: .seconds(3600), limit: .seconds(3600), awaitsFirst: false))
      })
    try await suite.check()
    publishing.cancel()
    _ = await publishing.result
  }

  @Test func eachTopicIsADevice() async throws {
    let broker = try RealBroker()
    try await publish(fix(10), "owntracks/jane/phone", broker)
    try await publish(fix(20), "owntracks/joe/car", broker)
    try await publish(fix(30), "elsewhere", broker)
    var found: [String: Double] = [:]
    for try await update in provider(broker).startUpdatingLocation() {
      guard case .fix(let fix) = update else { continue }
      found[fix.source.device ?? ""] = fix.coordinate.distance(to: center).rounded()
      if found.count == 2 { break }
    }
    #expect(found == ["jane/phone": 10, "joe/car": 20])
  }

  /// A location that was not kept by the broker shows that the subscription is there.
  private func first(of provider: MQTTProvider, _ broker: RealBroker) async throws -> Double? {
    let publishing = Task {
      while !Task.isCancelled { try await publish(fix(1), "owntracks/jane/phone", broker) }
    }
    defer { publishing.cancel() }
    for try await update in provider.startUpdatingLocation() {
      if case .fix(let fix) = update { return fix.coordinate.distance(to: center).rounded() }
    }
    return nil
  }

  @Test(arguments: [MQTTSettings.Version.v3, .v5])
  func aBrokerKeepsWhatComesWhileASessionIsAway(version: MQTTSettings.Version) async throws {
    let broker = try RealBroker()
    let provider = provider(broker, session: "recorder-1", version)
    _ = try await first(of: provider, broker)
    // The connection of a consumer that left may get messages for a moment.
    broker.stop()
    try broker.start()
    // More than a slow consumer's buffer.
    let publisher = MQTTPublisher(
      MQTTSettings(host: "127.0.0.1", port: broker.port),
      topic: try MQTTTopic("owntracks/jane/phone"), retainsLocation: false)
    for number in 1...500 {
      let message = OwnTracksFormat().message(
        .location(fix(Double(number * 10)), places: []), createdAt: noon)
      try await publisher.publish(try #require(message))
    }
    await publisher.close()
    var kept: [Double] = []
    for try await update in provider.startUpdatingLocation() {
      guard case .fix(let fix) = update else { continue }
      let distance = fix.coordinate.distance(to: center).rounded()
      if distance > 5 { kept.append(distance) }
      if kept.count == 500 { break }
    }
    #expect(kept == Array(stride(from: 10, through: 5000, by: 10)))
  }

  @Test func aBurstOfConfirmedMessagesIsKeptForAConsumerThatIsBusy() async throws {
    let broker = try RealBroker()
    let service = UserLocationService(provider: provider(broker))
    var updates = service.updates().makeAsyncIterator()
    let publishing = Task {
      while !Task.isCancelled { try await publish(fix(1), "owntracks/jane/phone", broker) }
    }
    _ = try await updates.next()
    publishing.cancel()
    _ = await publishing.result
    let publishers = try ["jane/phone", "joe/car"].map { device in
      MQTTPublisher(
        MQTTSettings(host: "127.0.0.1", port: broker.port),
        topic: try MQTTTopic("owntracks/\(device)"), retainsLocation: false)
    }
    for number in 1...1_000 {
      let message = OwnTracksFormat().message(
        .location(fix(Double(number * 10)), places: []), createdAt: noon)
      try await publishers[number % 2].publish(try #require(message))
    }
    for publisher in publishers { await publisher.close() }
    var kept: [String?: [Double]] = [:]
    while case .fix(let fix)? = try await updates.next() {
      let distance = fix.coordinate.distance(to: center).rounded()
      if distance > 5 { kept[fix.source.device, default: []].append(distance) }
      if distance == 10_000 { break }
    }
    #expect(kept["jane/phone"] == Array(stride(from: 20, through: 10_000, by: 20)))
    #expect(kept["joe/car"] == Array(stride(from: 10, through: 9_990, by: 20)))
  }

  @Test func consumersOfAGroupShareTheMessages() async throws {
    let broker = try RealBroker()
    let seen = [RecordedCalls<Double>(), RecordedCalls<Double>()]
    let consumers = seen.enumerated().map { number, seen in
      let provider = provider(
        broker, topic: "$share/group/owntracks/+/+", session: "consumer-\(number)")
      return Task {
        for try await update in provider.startUpdatingLocation() {
          guard case .fix(let fix) = update else { continue }
          #expect(fix.source.device == "jane/phone")
          seen.record(fix.coordinate.distance(to: center).rounded())
        }
      }
    }
    // What is published before both are there is not for both.
    while seen.contains(where: \.values.isEmpty) {
      try await publish(fix(1), "owntracks/jane/phone", broker)
    }
    for number in 1...100 {
      try await publish(fix(Double(number * 10)), "owntracks/jane/phone", broker)
    }
    func shared() -> [Double] { seen.flatMap(\.values).filter { $0 > 5 } }
    while shared().count < 100 { await Task.yield() }
    for consumer in consumers { consumer.cancel() }
    for consumer in consumers { _ = await consumer.result }
    #expect(shared().sorted() == Array(stride(from: 10, through: 1000, by: 10)))
    #expect(seen.allSatisfy { $0.values.contains { $0 > 5 } })
  }

  @Test func aBrokerThatComesBackIsFollowedAgain() async throws {
    let broker = try RealBroker()
    try await publish(fix(10), "owntracks/jane/phone", broker)
    let provider = provider(
      broker,
      retry: RetryPolicy(first: .milliseconds(100), limit: .milliseconds(100), jitter: { 0 }))
    var kinds: [String] = []
    for try await update in provider.startUpdatingLocation() {
      switch update {
      case .fix:
        kinds.append("fix")
        if kinds.count == 1 {
          broker.stop()
          try broker.start()
        }
      case .fixLost(let loss): kinds.append("\(loss.reason)")
      case .sky, .authorization: break
      }
      if kinds.count == 3 { break }
    }
    #expect(kinds == ["fix", "disconnected", "fix"])
  }

  @Test func aMissingBrokerIsAnError() async throws {
    let broker = try RealBroker()
    broker.stop()
    let error = await #expect(throws: UserLocationError.self) {
      for try await _ in provider(broker).startUpdatingLocation() {}
    }
    #expect(error?.code == .sourceUnavailable)
    #expect(error?.description.hasSuffix("connection refused") == true)
  }

  @Test func aPasswordIsNoPartOfAnAddress() throws {
    #expect(throws: UserLocationError.self) { try MQTTAddress("mqtt://jane:secret@host/a") }
    let address = try MQTTAddress("mqtts://jane@[::1]:99/owntracks/+/#")
    #expect(address.description == "mqtts://jane@[::1]:99/owntracks/+/#")
    #expect(address.isSecure && address.user == "jane" && address.topic == "owntracks/+/#")
    #expect(try MQTTAddress("mqtt://host/a").description == "mqtt://host:1883/a")
    #expect(try MQTTAddress("mqtts://host/a").description == "mqtts://host:8883/a")
  }
}
