import LocationCore
import LocationIO
import LocationTesting
import NetworkLocation
import TestTurns
import Testing

/// The request, and every kind of response.
@Suite(.inTurn)
struct GeolocationClientTests {
  let request = GeolocationRequest(scan: [.numbered(1), .numbered(2)])
  let now = Date(timeIntervalSince1970: 784_111_777)

  func client(
    _ transport: HTTPTransportMock, _ url: String = "https://example.org/v1/geolocate?key=abc"
  ) throws -> GeolocationClient {
    GeolocationClient(server: try GeolocationServer(url), transport: transport, now: { now })
  }

  func error(
    _ transport: HTTPTransportMock, for request: GeolocationRequest? = nil
  ) async throws -> GeolocationError {
    let client = try client(transport)
    return try #require(
      await #expect(throws: GeolocationError.self) {
        try await client.position(for: request ?? self.request)
      })
  }

  @Test func theRequestIsTheOneOfTheAPI() async throws {
    let transport = HTTPTransportMock(status: 200, body: Bodies.found)
    _ = try await client(transport).position(for: request)
    #expect(transport.isSendCalled)
    let sent = try #require(transport.requests.first)
    #expect(sent.method == .post)
    #expect(sent.url == "https://example.org/v1/geolocate?key=abc")
    #expect(sent.headers["Content-Type"] == "application/json")
    #expect(sent.headers["User-Agent"]?.hasPrefix("swift-location/") == true)
    #expect(sent.body == request.body)
    #expect(transport.sendCallCount == 1)
  }

  @Test func aPositionIsRead() async throws {
    let answer = try await client(HTTPTransportMock(status: 200, body: Bodies.found))
      .position(for: request)
    #expect(answer.coordinate == (try Coordinate(latitude: 48.117, longitude: -11.517)))
    #expect(answer.accuracy == 64.5)
    #expect(answer.fallback == nil)
  }

  @Test func nothingIsSentForOneAccessPoint() async throws {
    let transport = HTTPTransportMock(status: 200, body: Bodies.found)
    let scan = [WiFiAccessPoint.numbered(1), .numbered(2, name: "a_nomap")]
    let error = try await error(transport, for: GeolocationRequest(scan: scan))
    #expect(error.code == .nothingToSend)
    #expect(error.detail.contains("1 × its owner opted out"))
    #expect(!transport.isSendCalled)
  }

  @Test(arguments: [
    (200, "", GeolocationError.Code.badAnswer), (200, "<html>login</html>", .badAnswer),
    (200, #"{"location":{"lat":48.1,"lng":11.5},"accur"#, .badAnswer),
    (200, "[]", .badAnswer), (200, "{}", .badAnswer),
    (200, #"{"location":{"lat":48.1},"accuracy":10}"#, .badAnswer),
    (200, #"{"location":{"lat":"48.1","lng":"11.5"},"accuracy":10}"#, .badAnswer),
    (200, #"{"location":{"lat":91,"lng":11.5},"accuracy":10}"#, .badAnswer),
    (200, #"{"location":{"lat":48.1,"lng":11.5}}"#, .badAnswer),
    (200, #"{"location":{"lat":48.1,"lng":11.5},"accuracy":-1}"#, .badAnswer),
    (200, #"{"location":{"lat":48.1,"lng":11.5},"accuracy":1e999}"#, .badAnswer),
    (204, "", .refused), (301, "", .moved), (400, Bodies.error(400, "keyInvalid"), .invalidKey),
    (400, Bodies.error(400, "parseError"), .refused), (400, "", .refused), (401, "", .refused),
    (403, Bodies.error(403, "dailyLimitExceeded"), .tooManyRequests), (403, "", .refused),
    (404, Bodies.notFound, .notFound), (404, "no such page", .refused),
    (429, "", .tooManyRequests), (500, "", .serverFailure),
    (503, Bodies.error(503, "serviceUnavailable"), .serverFailure),
  ])
  func everyOtherResponseIsAnError(
    status: Int, body: String, code: GeolocationError.Code
  ) async throws {
    let error = try await error(HTTPTransportMock(status: status, body: body))
    #expect(error.code == code)
    #expect(status == 200 || (error.cause as? HTTPRefusal)?.status == status)
    #expect(!error.detail.isEmpty)
  }

  @Test(arguments: [429, 503])
  func theWishToWaitIsRead(status: Int) async throws {
    let transport = HTTPTransportMock(status: status, headers: ["Retry-After": "90"])
    let error = try await error(transport)
    #expect(error.retryAfter == .seconds(90))
    #expect(error.detail.contains("wait 90 s"))
    transport.result = .success(
      HTTPResponse(
        status: status, headers: ["Retry-After": "Sun, 06 Nov 1994 08:50:37 GMT"]))
    #expect(try await self.error(transport).retryAfter == .seconds(60))
    transport.result = .success(
      HTTPResponse(status: status, headers: ["Retry-After": "31536000"]))
    let long = try await self.error(transport)
    #expect(long.retryAfter == .seconds(3600))
    #expect(long.detail.contains("wait 31536000 s, which is more than the longest wait, an hour"))
  }

  @Test func aRedirectNamesTheNewURLAndIsNotFollowed() async throws {
    let transport = HTTPTransportMock(
      status: 302, headers: ["Location": "https://elsewhere.example/\u{1B}[2J"])
    let error = try await error(transport)
    #expect(error.detail.contains("https://elsewhere.example/[2J,"))
    #expect(transport.sendCallCount == 1)
  }

  @Test(arguments: [
    HTTPError.Code.cannotConnect, .hostNotFound, .timedOut, .interrupted, .tooLarge, .untrusted,
    .unavailable, .cancelled,
  ])
  func aFailureOfTheTransportIsTheCause(code: HTTPError.Code) async throws {
    let failure = HTTPError(code, detail: "words")
    let error = try await error(HTTPTransportMock(result: .failure(failure)))
    #expect(error.code == .noResponse)
    #expect((error.cause as? HTTPError)?.code == code)
    #expect(error.detail.contains("words"))
  }

  @Test func thePlaceOfTheAddressIsRefusedUnlessItWasRequested() async throws {
    let body = #"{"location":{"lat":48.1,"lng":11.5},"accuracy":25000,"fallback":"ipf"}"#
    let transport = HTTPTransportMock(status: 200, body: body)
    #expect(try await error(transport).code == .notFound)
    let wanting = GeolocationRequest(scan: [], usesAddress: true)
    let answer = try await client(transport).position(for: wanting)
    #expect(answer.fallback == "ipf")
    #expect(answer.accuracy == 25_000)
  }

  @Test func cancellationEndsARequestThatWaits() async throws {
    let transport = HTTPTransportMock()
    let client = try client(transport)
    let task = Task { [request] () -> GeolocationError? in
      do throws(GeolocationError) {
        _ = try await client.position(for: request)
        return nil
      } catch {
        return error
      }
    }
    await transport.waitForRequests()
    task.cancel()
    #expect((await task.value?.cause as? HTTPError)?.code == .cancelled)
  }
}
