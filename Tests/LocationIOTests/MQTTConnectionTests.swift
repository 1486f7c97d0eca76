import LocationIO
import Synchronization
import TestSupport
import TestTurns
import Testing

@Suite(
  .inTurn, .enabled(if: RealBroker.isInstalled, "mosquitto and mosquitto-clients are not installed")
) struct MQTTConnectionTests {
  @Test func aConnectionEndsAlthoughItsBrokerDiesWhileMessagesWait() async throws {
    let broker = try RealBroker()
    let connection = try await MQTTConnection.open(
      MQTTSettings(host: "127.0.0.1", port: broker.port))
    broker.freeze()
    // More than the buffers of a socket hold.
    let large = MQTTMessage(
      topic: "a", payload: Array(repeating: 0, count: 1 << 20), quality: 1, isRetained: false)
    let calls = connection.send(Array(repeating: large, count: 32))
    connection.abandon()
    broker.kill()
    #expect(await eventually { connection.isOver })
    #expect(calls.allSatisfy(connection.isAnswered))
  }

  /// With MQTT 5 the broker does not send it; otherwise nothing of it is copied.
  @Test(arguments: [MQTTSettings.Version.v3, .v5])
  func aMessageThatIsTooLargeForALocationIsLeftOut(version: MQTTSettings.Version) async throws {
    let broker = try RealBroker()
    var settings = MQTTSettings(host: "127.0.0.1", port: broker.port)
    settings.version = version
    let received = Received()
    let connection = try MQTTConnection(settings, topics: ["a"])
    async let serving = onThread {
      connection.serve {
        received.isReady.withLock { $0 = true }
      } _: { message in
        received.sizes.withLock { $0.append(message.payload.count) }
      }
    }
    #expect(await eventually { received.isReady.withLock { $0 } })
    let sender = try await MQTTConnection.open(settings)
    for size in [200_000, 300_000, 10] {
      try await sender.publish(MQTTMessage(topic: "a", payload: Array(repeating: 0, count: size)))
    }
    #expect(await eventually { received.sizes.withLock { $0.last } == 10 })
    #expect(received.sizes.withLock { $0 } == [200_000, 10])
    await sender.close()
    connection.abandon()
    #expect(try await serving.code == .cancelled)
  }

  private final class Received: Sendable {
    let isReady = Mutex(false)
    let sizes = Mutex<[Int]>([])
  }
}

@Suite(.inTurn) struct MQTTOtherServerTests {
  @Test func aWebServerIsNoBroker() async throws {
    let server = try LoopbackSocket()
    let answering = Task {
      try await onThread {
        guard let client = server.accept() else { return }
        client.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let error = await #expect(throws: MQTTError.self) {
      _ = try await MQTTConnection.open(MQTTSettings(host: "127.0.0.1", port: server.port))
    }
    #expect(error?.code == .unreachable)
    // What the library notices first depends on when the server closes the connection.
    let details = ["it does not speak MQTT, or it ended the connection", "The connection was lost"]
    #expect(details.contains(error?.detail ?? ""), "\(error?.detail ?? "")")
    _ = await answering.result
  }
}
