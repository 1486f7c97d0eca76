import LocationIO
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
