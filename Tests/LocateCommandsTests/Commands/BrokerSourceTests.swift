import Foundation
import LocationCore
import LocationIO
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// The options for servers, with a broker as the source.
@Suite(.inTurn) struct BrokerSourceTests {
  private let directory: TemporaryDirectory
  private let password: String

  init() throws {
    directory = try TemporaryDirectory()
    password = try directory.file("password", "right\n")
  }

  private func environment(_ sources: SourceAssemblerMock) -> TestEnvironment {
    var test = TestEnvironment(sources: sources)
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    return test
  }

  private func sources() throws -> SourceAssemblerMock {
    let fix = try Fix.full(source: FixSource(kind: .live, name: "mqtts://broker/a"))
    return SourceAssemblerMock(
      provider: LocationProviderMock(script: [.update(.fix(fix)), .end]))
  }

  @Test(
    arguments: [
      ["once"], ["watch"], ["record", "-o", "OUTPUT"], ["monitor"], ["status"],
      ["status", "--format", "openmetrics"],
      ["doctor"], ["publish", "--to", "-"], ["places", "add", "Home", "--here"],
    ])
  func eachCommandHasTheOptionsOfServers(command: [String]) async throws {
    let options = ["--ca", "ca", "--cert", "cert", "--key", "key", "--mqtt-version", "5"]
    let sources = try sources()
    let test = environment(sources)
    #expect(await test.run("places", "add", "Away", "--at", "1,2") == 0)
    _ = await test.run(
      command.map { $0 == "OUTPUT" ? directory.path("a.gpx") : $0 } + [
        "--source", "mqtts://jane@broker/a", "--password-file", password,
      ] + options)
    #expect(
      sources.settings.map(\.access) == [
        MQTTAccess(
          password: "right",
          security: MQTTSettings.Security(authorities: "ca", certificate: "cert", key: "key"),
          version: .v5)
      ], "\(test.errors.text)")
  }

  @Test func thePasswordMayBeInTheEnvironment() async throws {
    let sources = try sources()
    var test = environment(sources)
    test.variables["LOCATE_PASSWORD"] = "secret"
    #expect(await test.run("once", "mqtt://jane@broker/a") == 0)
    #expect(sources.settings.map(\.access) == [MQTTAccess(password: "secret")])
  }

  @Test(arguments: [
    ["--ca", "a"], ["--cert", "a", "--key", "b"], ["--password-file", "a"],
    ["--mqtt-version", "5"],
  ])
  func withoutAServerTheOptionsAreRefused(options: [String]) async throws {
    let test = environment(try sources())
    #expect(await test.run(["once", "gpsd://boat"] + options) == 64)
    #expect(test.errors.text.contains("gpsd://boat:2947: --password-file, --ca,"))
    // One source of a fallback is enough.
    let other = environment(try sources())
    let both = ["--source", "gpsd://boat", "--source", "mqtt://broker/a"]
    #expect(await other.run(["once"] + both + options) != 64)
    #expect(!other.errors.text.contains("--password-file, --ca,"))
  }

  @Test(arguments: [
    ["once"], ["watch"], ["monitor"], ["doctor"], ["publish", "--to", "-"],
  ])
  func aPasswordAndAKeyThatOthersMayReadAreToldOnce(command: [String]) async throws {
    let key = try directory.file("key", "")
    #expect(await environment(try sources()).run("places", "add", "Away", "--at", "1,2") == 0)
    for (mode, count) in [(mode_t(0o644), 1), (0o600, 0)] {
      for path in [password, key] { chmod(path, mode) }
      let test = environment(try sources())
      _ = await test.run(
        command + [
          "--source", "mqtts://jane@broker/a", "--password-file", password, "--cert", key,
          "--key", key,
        ])
      for path in [password, key] {
        let warning = "locate: \(path): every user may read this secret"
        let told = test.errors.lines.count { $0.hasPrefix(warning) }
        #expect(told == count, "\(test.errors.text)")
      }
    }
  }

  @Test func aMissingPasswordFileIsNamed() async throws {
    let test = environment(try sources())
    let path = directory.path("nowhere")
    #expect(await test.run("once", "mqtt://jane@broker/a", "--password-file", path) == 66)
    #expect(test.errors.text.contains(path))
  }

  /// The broker wants the certificate of an authority of its own, a password, and TLS.
  @Test(.enabled(if: RealBroker.isInstalled, "mosquitto is not installed (apt install mosquitto)"))
  func aBrokerWithCertificatesIsASource() async throws {
    let server = try TestCertificate("server", for: "IP:127.0.0.1", in: directory)
    let client = try TestCertificate("client", for: "DNS:client", in: directory)
    let broker = try RealBroker(
      user: "jane", password: "right", directory: directory,
      server.settings + ["cafile \(client.path)", "require_certificate true"])
    let url = "mqtts://jane@127.0.0.1:\(broker.port)/owntracks/jane/phone"
    let trust = ["--ca", server.path]
    let identity = ["--cert", client.path, "--key", client.key]
    let login = ["--password-file", password]
    let publisher = environment(try sources())
    #expect(
      await publisher.run(
        ["publish", "gpsd://boat", "--to", url] + trust + identity + login) == 0)
    func once(_ options: [String]) async -> (code: Int32, output: String, errors: String) {
      let wire = WireEnvironment()
      let code = await wire.run(["once", url, "--timeout", "20s", "--format", "geo"] + options)
      return (code, wire.output.text, wire.errors.text)
    }
    let good = await once(trust + identity + login)
    #expect(good.code == 0)
    #expect(good.output.hasPrefix("geo:-33.856784,151.215297"))
    // What is missing or wrong is an error that names the broker.
    let wrong = try directory.file("wrong", "wrong\n")
    for (options, code) in [
      (identity + login, 77), (trust + identity + ["--password-file", wrong], 77),
      (["--ca", directory.path("nowhere")] + identity + login, 64),
    ] {
      let bad = await once(options)
      #expect(bad.code == code, "\(options): \(bad.errors)")
      #expect(bad.errors.contains(url) && bad.output.isEmpty)
    }
    // With TLS 1.3 the broker may close the connection before its reason arrives.
    let anonymous = await once(trust + login)
    #expect([69, 77].contains(anonymous.code), "\(anonymous)")
  }
}
