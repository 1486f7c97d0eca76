import Foundation
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate doctor --to`, and a real broker. Each link breaks once.
@Suite(
  .inTurn,
  .enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
struct DoctorOfBrokerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func target(_ broker: RealBroker, user: String = "", secure: Bool = false) -> String {
    "mqtt\(secure ? "s" : "")://\(user)127.0.0.1:\(broker.port)/owntracks/jane/phone"
  }

  /// The exit code, the printed lines, and the errors.
  private func run(
    _ target: String, _ options: String...
  ) async -> (code: Int32, lines: [String], errors: String) {
    let test = WireEnvironment()
    let code = await test.run(["doctor", "--timeout", "5s", "--to", target] + options)
    return (code, test.output.lines, test.errors.text)
  }

  @Test func aWholeChainIsOK() async throws {
    let broker = try RealBroker()
    let subscriber = try broker.subscriber(to: "#")
    let result = await run(target(broker))
    #expect(result.code == 0)
    #expect(
      result.lines == [
        "✓ address     127.0.0.1", "✓ connection  port \(broker.port) answers",
        "✓ login       without a user, MQTT 5",
        "✓ permission  may publish to owntracks/jane/phone",
      ])
    #expect(result.errors == "")
    // What the doctor sends is no location, and the broker does not keep it.
    #expect(
      await eventually {
        subscriber.lines.isEmpty
          || subscriber.lines == [#"owntracks/jane/phone {"_type":"probe"}"#]
      })
    let late = try broker.subscriber(to: "#")
    let again = await run(target(broker), "--mqtt-version", "5")
    #expect(again.code == 0)
    #expect(await eventually { late.lines.count <= 1 })
  }

  @Test func aNameWithoutAnAddressIsReported() async {
    let result = await run("mqtt://no..where/a")
    #expect(result.code == 68)
    #expect(result.lines.first?.hasPrefix("✗ address     ") == true)
    #expect(result.lines.last?.contains("is the name right") == true)
  }

  @Test func aPortWithoutAServerIsReported() async throws {
    let port = try LoopbackSocket.freePort()
    let result = await run("mqtt://127.0.0.1:\(port)/a")
    #expect(result.code == 69)
    #expect(result.lines.first == "✓ address     127.0.0.1")
    #expect(result.lines.dropFirst().first?.contains("refused") == true)
  }

  @Test func anotherServiceIsRecognized() async throws {
    let feed = try TextFeed(greeting: "SSH-2.0-OpenSSH_9.2\r\n")
    let result = await run("mqtt://127.0.0.1:\(feed.port)/a")
    #expect(result.code == 76)
    #expect(
      result.lines.contains(
        "✗ connection  port \(feed.port) is another service: it sends 'SSH-2.0-OpenSSH_9.2'"))
  }

  // MARK: TLS

  @Test func anUnknownAuthorityAndAWrongNameAreTwoThings() async throws {
    let right = try TestCertificate("right", for: "IP:127.0.0.1", in: directory)
    let other = try TestCertificate("other", for: "DNS:other.example", in: directory)
    let broker = try RealBroker(["allow_anonymous true"] + right.settings)
    let stranger = try RealBroker(["allow_anonymous true"] + other.settings)

    let whole = await run(target(broker, secure: true), "--ca", right.path)
    #expect(whole.code == 0)
    #expect(whole.lines.contains("✓ tls         the certificate is trusted and for 127.0.0.1"))

    let unknown = await run(target(broker, secure: true), "--ca", other.path)
    #expect(unknown.code == 77)
    #expect(
      unknown.lines.contains {
        $0.hasPrefix("✗ tls ") && $0.contains("an unknown authority signed the certificate")
      })

    let wrong = await run(target(stranger, secure: true), "--ca", other.path)
    #expect(wrong.code == 77)
    #expect(
      wrong.lines.contains { $0.hasPrefix("✗ tls ") && $0.contains("is not for this name") })

    let missing = await run(target(broker, secure: true), "--ca", "/nowhere")
    #expect(missing.code == 66)
    #expect(missing.lines.contains { $0.hasPrefix("✗ tls ") && $0.contains("/nowhere") })
  }

  @Test func aBrokerWithoutTLSIsReported() async throws {
    let broker = try RealBroker()
    let result = await run(target(broker, secure: true))
    #expect(result.code == 77 || result.code == 69)
    #expect(result.lines.contains { $0.hasPrefix("✗ tls ") })
  }

  @Test func aBrokerWithTLSOnlyIsReported() async throws {
    let right = try TestCertificate("right", for: "IP:127.0.0.1", in: directory)
    let broker = try RealBroker(["allow_anonymous true"] + right.settings)
    let result = await run(target(broker))
    #expect(result.code == 69)
    #expect(result.lines.contains { $0.hasPrefix("✗ login ") })
    #expect(result.lines.last?.contains("mqtts://") == true)
  }

  @Test func aBrokerThatWantsACertificateSaysSo() async throws {
    let server = try TestCertificate("server", for: "IP:127.0.0.1", in: directory)
    let client = try TestCertificate("client", for: "DNS:client", in: directory)
    let broker = try RealBroker(
      ["allow_anonymous true", "cafile \(client.path)", "require_certificate true"]
        + server.settings)
    let without = await run(target(broker, secure: true), "--ca", server.path)
    // The broker ends the connection, and its reason may be lost with it.
    #expect(without.code == 77 || without.code == 69)
    #expect(without.lines.contains { $0.hasPrefix("✗ tls ") })
    #expect(without.lines.contains { $0.contains("--cert") })
    let with = await run(
      target(broker, secure: true), "--ca", server.path, "--cert", client.path, "--key", client.key)
    #expect(with.code == 0)
  }

  // MARK: Login and permission

  @Test(arguments: ["5", "3.1.1"])
  func aWrongPasswordIsReportedAndNotPrinted(version: String) async throws {
    let broker = try RealBroker(user: "jane", password: "right", directory: directory)
    let file = try directory.file("password", "wrong-one\n")
    let wrong = await run(
      target(broker, user: "jane@"), "--password-file", file, "--mqtt-version", version)
    #expect(wrong.code == 77)
    #expect(wrong.lines.contains { $0.hasPrefix("✗ login ") })
    #expect(wrong.lines.last?.contains("is the password right?") == true)
    #expect(!(wrong.lines.joined() + wrong.errors).contains("wrong-one"))
    let none = await run(target(broker, user: "jane@"))
    #expect(none.code == 77)
    #expect(none.lines.last?.contains("there is no password") == true)
    let nobody = await run(target(broker))
    #expect(nobody.lines.last?.contains("this broker wants a user") == true)
  }

  @Test func aMissingPermissionIsReported() async throws {
    let rights = try directory.file("rights", "topic read #\ntopic write fleet/+\n")
    let broker = try RealBroker(["allow_anonymous true", "acl_file \(rights)"])
    let forbidden = await run(target(broker))
    #expect(forbidden.code == 77)
    #expect(
      forbidden.lines.contains("✗ permission  not allowed to publish to this topic"))
    #expect(forbidden.lines.last?.contains("owntracks/jane/phone/event") == true)
    #expect(await run("mqtt://127.0.0.1:\(broker.port)/fleet/a").code == 0)
  }

  @Test func version311DoesNotTellThePermission() async throws {
    let rights = try directory.file("rights", "topic read #\n")
    let broker = try RealBroker(["allow_anonymous true", "acl_file \(rights)"])
    let result = await run(target(broker), "--mqtt-version", "3.1.1")
    #expect(result.code == 0)
    #expect(result.lines.last?.hasPrefix("- permission  MQTT 3.1.1 does not tell it") == true)
  }

  @Test func aTopicThatNamesTheReceiverIsNotKnown() async throws {
    let broker = try RealBroker()
    let subscriber = try broker.subscriber(to: "#")
    let result = await run("mqtt://127.0.0.1:\(broker.port)/fleet/{device}")
    #expect(result.code == 0)
    #expect(result.lines.last?.hasPrefix("- permission  the topic names the receiver") == true)
    #expect(subscriber.lines == [])
  }

  @Test func jsonNamesTheTarget() async throws {
    let broker = try RealBroker()
    let result = await run(target(broker), "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(result.lines.joined().utf8)) as? [String: Any])
    #expect(object["target"] as? String == target(broker))
    #expect(object["ok"] as? Bool == true)
    let checks = try #require(object["checks"] as? [[String: String]])
    #expect(
      checks.compactMap { $0["name"] } == ["address", "connection", "tls", "login", "permission"])
    #expect(checks.compactMap { $0["status"] } == ["ok", "ok", "skipped", "ok", "ok"])
  }

  @Test func aSourceAndATargetAreExaminedTogether() async throws {
    let broker = try RealBroker()
    let test = WireEnvironment()
    let code = await test.run("doctor", "at:48.5,11.5", "--to", target(broker))
    #expect(code == 0)
    #expect(test.output.lines.first == "at:48.5,11.5")
    #expect(test.output.lines.contains(target(broker)))
    let broken = WireEnvironment()
    #expect(await broken.run("doctor", "at:48,11", "--to", "mqtt://no..where/a") == 68)
  }
}
