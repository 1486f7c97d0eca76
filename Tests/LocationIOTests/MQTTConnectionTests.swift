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
