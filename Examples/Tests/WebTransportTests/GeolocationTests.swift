import LocationCore
import LocationIO
import LocationTesting
import NetworkLocation
import Testing

/// The client of a web service is tested with a transport that records the requests and sends nothing.
struct GeolocationTests {
  let request: GeolocationRequest

  init() throws {
    let points = try ["00:1b:63:84:45:01", "00:1b:63:84:45:02"].map { text in
      WiFiAccessPoint(address: try #require(MACAddress(text)), networkName: Array("home".utf8))
    }
    request = GeolocationRequest(scan: points)
  }

  func client(_ transport: HTTPTransportMock) throws -> GeolocationClient {
    GeolocationClient(
      server: try GeolocationServer("https://example.org/v1/geolocate"), transport: transport)
  }

  func code(_ transport: HTTPTransportMock) async throws -> GeolocationError.Code? {
    let client = try client(transport)
    do throws(GeolocationError) {
      _ = try await client.position(for: request)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func theRequestGoesToTheURLThatTheUserChose() async throws {
    let transport = HTTPTransportMock(status: 404)
    _ = try await code(transport)
    #expect(transport.isSendCalled)
    let sent = try #require(transport.requests.first)
    #expect(sent.url == "https://example.org/v1/geolocate")
    #expect(sent.method == .post)
    #expect(sent.headers["User-Agent"] != nil)
    #expect(sent.body == request.body)
  }

  @Test func aValidResponseIsAPosition() async throws {
    let transport = HTTPTransportMock(
      status: 200, body: #"{"location":{"lat":48.1,"lng":11.5},"accuracy":70}"#)
    let answer = try await client(transport).position(for: request)
    #expect(answer.coordinate == (try Coordinate(latitude: 48.1, longitude: 11.5)))
    #expect(answer.accuracy == 70)
  }

  @Test func invalidJSONIsBadData() async throws {
    #expect(try await code(HTTPTransportMock(status: 200, body: "{")) == .badAnswer)
  }

  @Test func anErrorStatusIsAnError() async throws {
    #expect(try await code(HTTPTransportMock(status: 503)) == .serverFailure)
  }

  @Test func anErrorOfTheTransportIsAnError() async throws {
    let transport = HTTPTransportMock(result: .failure(HTTPError(.timedOut)))
    #expect(try await code(transport) == .noResponse)
  }
}
