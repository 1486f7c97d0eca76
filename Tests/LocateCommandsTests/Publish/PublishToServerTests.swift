import Foundation
import LocationCore
import LocationIO
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate publish` to a web server, which is a mock.
@Suite(.inTurn) struct PublishToServerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private struct Sources: CommandSourceAssembler {
    let provider: any LocationProvider
    let transport: HTTPTransportMock

    func provider(
      for source: SourceDescription, settings: SourceSettings
    ) throws(UserLocationError) -> any LocationProvider { provider }
    func httpTransport() -> any HTTPTransport { transport }
    func lastFixStore() -> LastFixStore? { nil }
  }

  private func run(
    status: Int, _ arguments: String...
  ) async throws -> (code: Int32, request: HTTPRequest?, errors: String) {
    let run = try await run(status: status, devices: [nil], arguments)
    return (run.code, run.requests.first, run.errors)
  }

  /// A location of each device.
  private func run(
    status: Int, devices: [String?], _ arguments: [String]
  ) async throws -> (code: Int32, requests: [HTTPRequest], errors: String) {
    let steps = try devices.map { device in
      LocationProviderMock.Step.update(
        .fix(
          try Fix.full(source: FixSource(kind: .live, name: "gpsd://localhost", device: device))))
    }
    let transport = HTTPTransportMock(status: status)
    var test = TestEnvironment(
      sources: Sources(
        provider: LocationProviderMock(script: steps + [.end]), transport: transport))
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    test.variables["LOCATE_PASSWORD"] = "secret"
    let code = await test.run(["publish"] + arguments)
    return (code, transport.requests, test.errors.text)
  }

  /// Traccar answers 400 for a device that it does not know.
  @Test func whatAServerRefusesIsNotPublished() async throws {
    let refused = try await run(
      status: 400, devices: ["a", "a", "a"],
      ["--to", "http://traccar:5055", "--format", "osmand", "--device", "truck7", "--verbose"])
    #expect(refused.code == 69)
    #expect(refused.requests.count == 3)
    let target = "http://traccar:5055"
    #expect(refused.errors.contains("a message was refused and is lost: the server answers 400"))
    #expect(refused.errors.contains("3 messages refused and lost: the server answers 400"))
    #expect(refused.errors.contains("\(target): 0 messages delivered, 3 refused"))
    #expect(!refused.errors.contains("published;"))
  }

  @Test func eachTargetIsCounted() async throws {
    let refused = try await run(
      status: 422, devices: ["a", "a"],
      ["--to", "http://one/", "--to", "http://other/", "--tid", "AB"])
    #expect(refused.code == 69)
    for target in ["one", "other"] {
      let line = "http://\(target)/: 0 messages delivered, 2 refused"
      #expect(refused.errors.contains(line), "\(refused.errors)")
    }
  }

  @Test(arguments: [
    ["--format", "osmand", "--device", "{device}", "--to", "http://traccar:5055"],
    ["--to", "http://recorder/pub?u=fleet&d={device}"],
  ])
  func eachDeviceHasItsOwnName(arguments: [String]) async throws {
    let run = try await run(status: 200, devices: ["a/1", "b"], arguments)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.requests.count == 2)
    #expect(run.requests[0].url.contains("a%2F1") && run.requests[1].url.contains("b"))
    #expect(!run.requests.contains { $0.url.contains("{") || $0.url.contains("%7B") })
  }

  @Test(arguments: [
    ["--format", "osmand", "--device", "truck7", "--to", "http://traccar:5055"],
    ["--tid", "AB", "--to", "http://recorder/pub?u=fleet"],
  ])
  func aFixedNameIsForOneDevice(arguments: [String]) async throws {
    let run = try await run(status: 200, devices: ["a", "b", "a", "b", "c"], arguments)
    #expect(run.code == 64)
    #expect(run.requests.count == 2)
    let lines = run.errors.split(separator: "\n").filter { $0.contains("other devices") }
    #expect(lines.count == 2, "\(run.errors)")
    #expect(
      lines.first?.contains("the locations of b and of other devices are not published") == true)
    #expect(lines.last?.contains("3 locations of other devices not published") == true)
  }

  @Test(arguments: ["http://h/{name}", "http://h/{device", "http://h/{device.0}"])
  func anotherNameInBracesIsAMistake(url: String) async throws {
    #expect(try await run(status: 200, "--to", url, "--tid", "ab").code == 64)
    let identifier = try await run(
      status: 200, "--to", "http://h", "--format", "osmand", "--device", "{name}")
    #expect(identifier.code == 64)
  }

  @Test func aPasswordThatOthersCanReadOnItsWayIsSaid() async throws {
    let warning = "the password is not encrypted on its way to another machine"
    for (url, isSaid) in [
      ("http://jane@example.org/pub", true), ("http://jane@10.0.0.1:80/?q", true),
      ("https://jane@example.org/pub", false), ("http://jane@localhost:8080/pub", false),
      ("http://jane@127.0.0.1/pub", false), ("http://jane@[::1]:80/pub", false),
    ] {
      let run = try await run(status: 200, "--to", url)
      #expect(run.errors.contains(warning) == isSaid, "\(url)")
    }
    #expect(
      try await !run(status: 200, "--to", "http://h/p", "--tid", "a").errors.contains(warning))
    for (source, isSaid) in [
      ("mqtt://jane@h/a", true), ("mqtts://jane@h/a", false), ("mqtt://h/a", false),
    ] {
      let run = try await run(status: 200, "--source", source, "--to", "-")
      #expect(run.errors.contains(warning) == isSaid, "\(source)")
    }
  }

  @Test func ownTracksJSONIsPosted() async throws {
    let run = try await run(status: 200, "--to", "https://jane@example.org/pub?u=jane")
    #expect(run.code == 0)
    let request = try #require(run.request)
    #expect(request.url == "https://example.org/pub?u=jane")
    #expect(String(decoding: request.body, as: UTF8.self).contains(#""tid":"ne""#))
    #expect(request.headers["Authorization"] == "Basic amFuZTpzZWNyZXQ=")
  }

  @Test func noPasswordIsSentWithoutAUser() async throws {
    let run = try await run(status: 200, "--to", "https://example.org/pub", "--tid", "x")
    #expect(run.request?.headers["Authorization"] == nil)
  }

  @Test func traccarGetsAQuery() async throws {
    let run = try await run(
      status: 200, "--to", "http://traccar:5055", "--format", "osmand", "--device", "truck7")
    #expect(run.code == 0)
    #expect(
      run.request?.url.hasPrefix("http://traccar:5055?id=truck7&lat=-33.856784&lon=") == true)
    #expect(run.request?.url.contains("&speed=25.51&") == true)
  }

  @Test func aServerThatRefusesTheUserEndsTheCommand() async throws {
    let run = try await run(status: 401, "--to", "https://jane@example.org/pub?key=hidden")
    #expect(run.code == 77)
    #expect(run.errors.contains("https://example.org/pub: the server answers 401"))
    // It may have been confirmed by its source.
    #expect(
      run.errors.contains("0 messages delivered, 1 not delivered and kept in"), "\(run.errors)")
    #expect(!run.errors.contains("hidden"))
  }
}
