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
    let fix = try Fix.full(source: FixSource(kind: .live, name: "gpsd://localhost"))
    let transport = HTTPTransportMock(status: status)
    var test = TestEnvironment(
      sources: Sources(
        provider: LocationProviderMock(script: [.update(.fix(fix)), .end]), transport: transport))
    for name in ["XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      test.variables[name] = directory.url.path
    }
    test.variables["LOCATE_PASSWORD"] = "secret"
    let code = await test.run(["publish"] + arguments)
    return (code, transport.requests.first, test.errors.text)
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
    #expect(!run.errors.contains("hidden"))
  }
}
