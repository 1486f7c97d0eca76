import LocationIO
import Testing
import WebTransport

@Suite(.timeLimit(.minutes(1))) struct URLSessionTransportTests {
  func code(_ url: String) async -> HTTPError.Code? {
    do throws(HTTPError) {
      _ = try await URLSessionTransport().send(HTTPRequest(url, timeout: .seconds(30)))
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aPortWithoutServerIsAnError() async {
    // Nothing listens at port 1 of a usual machine.
    #expect(await code("http://127.0.0.1:1/") == .cannotConnect)
  }

  @Test(arguments: ["file:///etc/passwd", "nowhere"])
  func onlyWebServersAreAsked(url: String) async {
    #expect(await code(url) == .invalidRequest)
  }
}
