import LocationCore
import LocationIO
import TestSupport
import TestTurns
import Testing

/// libcurl against a server of the test, which sees each byte.
@Suite(.inTurn)
struct CurlTransportTests {
  typealias Answer = Result<HTTPResponse, HTTPError>

  /// What the server received, without the line ends.
  struct Received: Sendable {
    var head: [String] = []
    var body = ""
  }

  func send(_ request: HTTPRequest, _ transport: CurlTransport = CurlTransport()) async -> Answer {
    do throws(HTTPError) {
      return .success(try await transport.send(request))
    } catch {
      return .failure(error)
    }
  }

  /// Sends a request to a server that answers with `text` and closes the connection.
  func exchange(
    _ method: HTTPRequest.Method = .get, path: String = "/", headers: HTTPHeaders = [:],
    body: String = "", limit: Int = 1_000_000, answeredWith text: String
  ) async throws -> (received: Received, answer: Answer) {
    let server = try LoopbackSocket()
    var request = HTTPRequest(
      "http://127.0.0.1:\(server.port)\(path)", method: method, headers: headers,
      body: Array(body.utf8))
    request.responseLimit = limit
    async let answer = send(request)
    let received = try await onThread { () -> Received in
      guard let connection = server.accept() else { return Received() }
      var received = Received()
      while let line = connection.readLine(), line != "\r" {
        received.head.append(String(line.dropLast()))
      }
      // The bodies of these tests end with a line feed.
      if !body.isEmpty { received.body = connection.readLine() ?? "" }
      connection.send(text)
      return received
    }
    return (received, await answer)
  }

  @Test func aRequestArrivesAsItWasMade() async throws {
    let (received, answer) = try await exchange(
      .post, path: "/v1/geolocate?key=a%20b", headers: ["User-Agent": "test/1", "X-Empty": ""],
      body: "{\"a\":1}\n", answeredWith: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    #expect(received.head.first == "POST /v1/geolocate?key=a%20b HTTP/1.1")
    #expect(received.head.contains("User-Agent: test/1"))
    #expect(received.head.contains("X-Empty:"))
    #expect(received.head.contains("Content-Length: 8"))
    #expect(!received.head.contains { $0.hasPrefix("Expect") })
    #expect(received.body == "{\"a\":1}")
    #expect(try answer.get().body == Array("hi".utf8))
  }

  @Test func aResponseHasStatusHeadersAndBody() async throws {
    let (received, answer) = try await exchange(
      answeredWith: "HTTP/1.1 404 Not Found\r\nRetry-After:  7 \r\nX-A: 1\r\nX-A: 2\r\n"
        + "Content-Length: 3\r\n\r\nno\n")
    let response = try answer.get()
    #expect(received.head.first == "GET / HTTP/1.1")
    #expect(response.status == 404)
    #expect(response.headers["retry-after"] == "7")
    #expect(response.headers.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
    #expect(response.body == Array("no\n".utf8))
  }

  @Test func headersOfAnInterimResponseAreNotThoseOfTheResponse() async throws {
    let (_, answer) = try await exchange(
      answeredWith: "HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\n"
        + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    #expect(try answer.get().status == 200)
    #expect(try answer.get().headers["X-Hint"] == nil)
  }

  @Test func aPostWithoutBodyHasTheLengthZero() async throws {
    let (received, answer) = try await exchange(
      .post, answeredWith: "HTTP/1.1 204 No Content\r\n\r\n")
    #expect(received.head.contains("Content-Length: 0"))
    #expect(try answer.get().status == 204)
  }

  @Test func aChunkedBodyIsJoined() async throws {
    let (_, answer) = try await exchange(
      answeredWith:
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
    #expect(try answer.get().body == Array("abc".utf8))
  }

  @Test(arguments: ["http://127.0.0.1:1/", "https://example.org/", "file:///etc/passwd"])
  func aRedirectIsReturnedAndNotFollowed(location: String) async throws {
    let (_, answer) = try await exchange(
      answeredWith: "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
    #expect(try answer.get().status == 302)
    #expect(try answer.get().headers["Location"] == location)
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
  ])
  func aTruncatedResponseIsAnError(text: String) async throws {
    let (_, answer) = try await exchange(answeredWith: text)
    #expect(answer.code == .interrupted)
  }

  @Test(arguments: ["Content-Length: 11\r\n\r\n", "\r\n"])
  func aResponseLargerThanAllowedIsAnError(head: String) async throws {
    let (_, answer) = try await exchange(
      limit: 10, answeredWith: "HTTP/1.1 200 OK\r\n\(head)12345678901")
    #expect(answer.code == .tooLarge)
  }

  @Test func headersWithoutEndAreAnError() async throws {
    let line = "X-A: " + String(repeating: "x", count: 1000) + "\r\n"
    let (_, answer) = try await exchange(
      answeredWith: "HTTP/1.1 200 OK\r\n" + String(repeating: line, count: 80) + "\r\n")
    #expect(answer.code == .tooLarge)
  }

  @Test func aServerThatDoesNotAnswerInTimeIsAnError() async throws {
    let server = try LoopbackSocket()
    let request = HTTPRequest(
      "http://127.0.0.1:\(server.port)/", timeout: .milliseconds(50))
    #expect(await send(request).code == .timedOut)
    #expect(
      await send(HTTPRequest("http://127.0.0.1:\(server.port)/", timeout: .zero)).code == .timedOut)
  }

  @Test func aPortWithoutServerIsAnError() async throws {
    let port = try LoopbackSocket.freePort()
    #expect(await send(HTTPRequest("http://127.0.0.1:\(port)/")).code == .cannotConnect)
  }

  @Test func aHostWithoutAddressIsAnError() async {
    // A label of a host name has at most 63 letters, so the look-up fails without a server.
    let host = String(repeating: "x", count: 70)
    let code = await send(HTTPRequest("http://\(host)/")).code
    #expect(code == .hostNotFound)
  }

  @Test func cancellationEndsAnExchangeThatWaits() async throws {
    let server = try LoopbackSocket()
    let request = HTTPRequest("http://127.0.0.1:\(server.port)/", timeout: .seconds(3600))
    let task = Task { await send(request) }
    let connection = try #require(try await onThread { server.accept() })
    _ = try await onThread { connection.readLine() }
    task.cancel()
    #expect(await task.value.code == .cancelled)
    #expect(try await onThread { connection.isClosedByPeer })
  }

  @Test func aCancelledTaskSendsNothing() async throws {
    let server = try LoopbackSocket()
    let request = HTTPRequest("http://127.0.0.1:\(server.port)/")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await send(request)
    }
    #expect(await task.value.code == .cancelled)
    #expect(server.accept(within: .zero) == nil)
  }

  @Test(arguments: [
    HTTPRequest("file:///etc/passwd"), HTTPRequest("ftp://127.0.0.1/"), HTTPRequest("127.0.0.1"),
    HTTPRequest("http://127.0.0.1/a b"), HTTPRequest("http://127.0.0.1/\r\nX: y"),
    HTTPRequest("http://127.0.0.1/", headers: ["X": "a\r\nY: b"]),
    HTTPRequest("http://127.0.0.1/", headers: ["X: y\r\nZ": "a"]),
  ])
  func aRequestThatMustNotBeSentIsAnError(request: HTTPRequest) async {
    #expect(await send(request).code == .invalidRequest)
  }

  @Test func manyExchangesRunAtOnce() async throws {
    let server = try LoopbackSocket(backlog: 64)
    let url = "http://127.0.0.1:\(server.port)/"
    async let served = onThread {
      for _ in 0..<20 {
        guard let connection = server.accept() else { return }
        while let line = connection.readLine(), line != "\r" {}
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
      }
    }
    let count = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 { group.addTask { (try? await send(HTTPRequest(url)).get().status) == 200 } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    try await served
    #expect(count == 20)
  }
}

extension Result where Failure == HTTPError {
  /// The code of the error; `nil` for a success.
  var code: HTTPError.Code? {
    if case .failure(let error) = self { error.code } else { nil }
  }
}
