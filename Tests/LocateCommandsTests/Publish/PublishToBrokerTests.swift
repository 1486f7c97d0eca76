import Foundation
import LocationCore
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate publish`, and a real broker.
@Suite(
  .inTurn,
  .enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
struct PublishToBrokerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func environment() throws -> TestEnvironment {
    var fix = try Fix.full(source: FixSource(kind: .live, name: "gpsd://localhost"))
    fix.status = .differential
    var test = TestEnvironment(LocationProviderMock(script: [.update(.fix(fix)), .end]))
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    return test
  }

  @Test func aSubscriberGetsOwnTracksMembers() async throws {
    let broker = try RealBroker()
    let test = try environment()
    let target = "mqtt://127.0.0.1:\(broker.port)/owntracks/jane/phone"
    #expect(await test.run("publish", "--to", target) == 0)
    #expect(test.errors.lines.count == 1)
    let subscriber = try broker.subscriber(to: "owntracks/#")
    #expect(await eventually { !subscriber.lines.isEmpty })
    let line = try #require(subscriber.lines.first)
    #expect(line.hasPrefix("owntracks/jane/phone {"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(line.drop { $0 != "{" }.utf8))
        as? [String: NSObject])
    let expected: [String: NSObject] = [
      "_type": "location" as NSString, "tid": "ne" as NSString, "lat": -33.856784 as NSNumber,
      "lon": 151.215297 as NSNumber, "tst": 1_735_689_600 as NSNumber,
      "tst_ms": 1_735_689_600_250 as NSNumber, "acc": 4 as NSNumber,
      "alt": 545 as NSNumber, "vac": 7 as NSNumber, "vel": 47 as NSNumber, "cog": 84 as NSNumber,
      "created_at": 1_735_689_600 as NSNumber, "batt": 76 as NSNumber,
    ]
    #expect(json == expected)
  }

  @Test func thePasswordComesFromAFileOrTheEnvironment() async throws {
    let broker = try RealBroker(user: "jane", password: "right", directory: directory)
    let target = "mqtt://jane@127.0.0.1:\(broker.port)/a"
    var test = try environment()
    let file = try directory.file("password", "right\n")
    #expect(await test.run("publish", "--to", target, "--password-file", file) == 0)
    test = try environment()
    test.variables["LOCATE_PASSWORD"] = "wrong"
    #expect(await test.run("publish", "--to", target) == 77)
    #expect(test.errors.text.contains(target))
    #expect(!test.errors.text.contains("wrong"))
    test.variables["LOCATE_PASSWORD"] = "right"
    #expect(await test.run("publish", "--to", target) == 0)
  }

  /// The command is killed, so it cannot say farewell.
  @Test(.enabled(if: LocateProcess.isBuilt))
  func aKilledCommandIsToldToOthers() async throws {
    let broker = try RealBroker()
    let subscriber = try broker.subscriber(to: "#")
    let command = try ChildProcess(
      LocateProcess.executable.path(),
      [
        "publish", "--source", "sim:drive", "--simulated", "--to",
        "mqtt://127.0.0.1:\(broker.port)/owntracks/jane/phone", "--queue", directory.url.path,
      ], variables: ["XDG_DATA_HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"])
    #expect(await eventually { subscriber.lines.first?.contains(#""simulated":true"#) == true })
    command.kill()
    #expect(
      await eventually {
        subscriber.lines.last?.hasPrefix(#"owntracks/jane/phone {"_type":"lwt","tst":"#) == true
      })
  }
}
