import LocationCore
import LocationIO
import LocationSources
import LocationTesting
import TestSupport
import TestTurns
import Testing

@testable import LocateCommands

/// `locate doctor --to` a web server, which is a mock.
@Suite(.inTurn) struct DoctorOfServerTests {
  private struct Sources: CommandSourceAssembler {
    let transport: HTTPTransportMock

    func httpTransport() -> any HTTPTransport { transport }
    func conversation(
      host: String, port: UInt16, greeting: String, connectTimeout: Duration
    ) throws(UserLocationError) -> any ByteStream {
      try DataByteSource(bytes: []).open()
    }
  }

  private func run(
    _ transport: HTTPTransportMock, _ target: String = "https://jane@example.org/pub?u=jane"
  ) async -> (code: Int32, lines: [String]) {
    var test = TestEnvironment(sources: Sources(transport: transport))
    test.variables["LOCATE_PASSWORD"] = "secret"
    let code = await test.run("doctor", "--to", target)
    #expect(!(test.output.text + test.errors.text).contains("secret"))
    return (code, test.output.lines)
  }

  @Test func theRequestHasNoLocation() async throws {
    let transport = HTTPTransportMock(status: 405)
    let result = await run(transport)
    #expect(result.code == 0)
    #expect(
      result.lines == [
        "✓ address     example.org", "✓ connection  port 443 answers",
        "✓ tls         the certificate is trusted and for example.org",
        "✓ answer      405 to a request without a location",
        "✓ login       jane is not refused",
        "- permission  only a location shows whether the server takes one; the doctor sends none",
      ])
    #expect(transport.requests.count == 1)
    let request = try #require(transport.requests.first)
    #expect(request.method == .get)
    #expect(request.url == "https://example.org/pub?u=jane")
    #expect(request.body.isEmpty)
    #expect(request.headers["Authorization"] == "Basic amFuZTpzZWNyZXQ=")
  }

  @Test(
    arguments: [
      (401, "login", 77), (403, "login", 77), (301, "answer", 69), (500, "answer", 69),
    ] as [(Int, String, Int32)])
  func anAnswerCanBreakTheChain(status: Int, link: String, code: Int32) async {
    let headers: HTTPHeaders = status == 301 ? ["Location": "https://example.org/other"] : [:]
    let result = await run(HTTPTransportMock(status: status, headers: headers))
    #expect(result.code == code)
    #expect(result.lines.contains { $0.hasPrefix("✗ \(link) ") })
    if status == 301 {
      #expect(result.lines.last == "     → publish to https://example.org/other")
    }
  }

  @Test(
    arguments: [
      (HTTPError.Code.untrusted, "https://example.org/pub", "tls", 77),
      (.interrupted, "https://example.org/pub", "tls", 69),
      (.interrupted, "http://example.org/pub", "answer", 69),
    ] as [(HTTPError.Code, String, String, Int32)])
  func aFailedRequestCanBreakTheChain(
    error: HTTPError.Code, target: String, link: String, code: Int32
  ) async {
    let result = await run(HTTPTransportMock(result: .failure(HTTPError(error))), target)
    #expect(result.code == code)
    #expect(result.lines.contains { $0.hasPrefix("✗ \(link) ") })
  }

  @Test func anOpenConnectionIsToldUnlessItStaysOnThisMachine() async {
    let open = await run(HTTPTransportMock(status: 200), "http://example.org/pub")
    #expect(open.code == 0)
    #expect(open.lines.contains { $0.hasPrefix("- tls         none: others on the way") })
    let local = await run(HTTPTransportMock(status: 200), "http://127.0.0.1/pub")
    #expect(!local.lines.contains { $0.contains("tls") })
  }

  @Test func aFileIsNoServer() async {
    let test = TestEnvironment(sources: Sources(transport: HTTPTransportMock(status: 200)))
    #expect(await test.run("doctor", "--to", "positions.jsonl") == 64)
    #expect(test.errors.text.contains("mqtt://"))
  }
}
