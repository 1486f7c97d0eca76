import Foundation
import LocationCore
import LocationIO
import LocationPublishing
import LocationTesting
import TestSupport
import TestTurns
import Testing

@Suite(.inTurn) struct HTTPPublisherTests {
  private func error(
    _ transport: any HTTPTransport, url: String = "https://example.org/pub"
  ) async -> PublishError? {
    do throws(PublishError) {
      try await HTTPPublisher(url: url, transport: transport, now: { noon }).publish(message(1))
      return nil
    } catch {
      return error
    }
  }

  @Test func aMessageIsPostedWithItsUser() async throws {
    let transport = HTTPTransportMock(status: 200, body: "[]")
    let publisher = HTTPPublisher(
      url: "https://example.org/pub?u=jane&d=phone", user: "jane", password: "säße",
      transport: transport)
    try await publisher.publish(message(7))
    let request = try #require(transport.requests.first)
    #expect(request.method == .post)
    #expect(request.url == "https://example.org/pub?u=jane&d=phone")
    #expect(request.body == Array("7".utf8))
    #expect(request.headers["Content-Type"] == "application/json")
    let credentials = Data("jane:säße".utf8).base64EncodedString()
    #expect(request.headers["Authorization"] == "Basic \(credentials)")
  }

  @Test(arguments: ["a", "ab", "abc", "abcd", "\u{0}\u{FF}?", "jane:>>>???"])
  func credentialsHaveTheRightForm(user: String) async throws {
    let transport = HTTPTransportMock(status: 200, body: "")
    let publisher = HTTPPublisher(
      url: "https://example.org", user: user, password: "", transport: transport)
    try await publisher.publish(message(7))
    #expect(
      transport.requests.first?.headers["Authorization"]
        == "Basic \(Data("\(user):".utf8).base64EncodedString())")
  }

  @Test(arguments: [
    ("http://traccar:5055", "http://traccar:5055?7"), ("http://t/?k=1", "http://t/?k=1&7"),
  ])
  func aQueryIsAddedToTheURL(url: String, expected: String) async throws {
    let transport = HTTPTransportMock(status: 200, body: "")
    try await HTTPPublisher(url: url, style: .query, transport: transport).publish(message(7))
    let request = try #require(transport.requests.first)
    #expect(request.url == expected)
    #expect(request.method == .get)
    #expect(request.headers["Authorization"] == nil)
  }

  @Test(
    arguments: [
      (200, nil), (201, nil), (204, nil), (301, .invalidTarget), (400, .rejected),
      (401, .notAuthorized), (403, .notAuthorized), (404, .invalidTarget), (413, .rejected),
      (422, .rejected), (408, .unreachable), (429, .unreachable), (500, .unreachable),
      (503, .unreachable),
    ] as [(Int, PublishError.Code?)])
  func theStatusDecidesWhatComesNext(status: Int, code: PublishError.Code?) async {
    #expect(await error(HTTPTransportMock(status: status, body: ""))?.code == code)
  }

  @Test(arguments: [
    (HTTPError.Code.hostNotFound, PublishError.Code.hostNotFound),
    (.cannotConnect, .unreachable), (.timedOut, .unreachable), (.interrupted, .unreachable),
    (.untrusted, .untrusted), (.invalidRequest, .invalidTarget), (.unavailable, .unavailable),
    (.cancelled, .cancelled),
  ])
  func aFailedRequestIsAnError(failure: HTTPError.Code, code: PublishError.Code) async {
    let transport = HTTPTransportMock(result: .failure(HTTPError(failure)))
    #expect(await error(transport)?.code == code)
  }

  /// A server of the test, which asks for a pause and then takes the message.
  @Test func aBusyServerGetsTheMessageLater() async throws {
    let server = try LoopbackSocket()
    let clock = ManualClock(startingAt: noon, jumpsToDeadlines: true)
    let queue = PublishingQueue(
      HTTPPublisher(url: "http://127.0.0.1:\(server.port)/pub", now: { noon }), clock: clock)
    var line = message(1)
    line.payload.append(UInt8(ascii: "\n"))
    queue.add(line)
    queue.finish()
    async let delivery: Void = queue.run()
    let bodies = try await onThread { () -> [String] in
      let answers = [
        "HTTP/1.1 503 Busy\r\nRetry-After: 3600\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]",
      ]
      return answers.map { answer in
        guard let connection = server.accept() else { return "" }
        while let line = connection.readLine(), line != "\r" {}
        let body = connection.readLine() ?? ""
        connection.send(answer)
        return body
      }
    }
    try await delivery
    #expect(bodies == ["1", "1"])
    #expect(clock.now.offset >= .seconds(3600))
    #expect(queue.count == 0)
  }

  /// Otherwise all devices of a fleet are one.
  @Test(arguments: [
    ("anna/phone", "https://example.org/anna%2Fphone/phone?u=anna", "anna%2Fphone"),
    ("/dev/ttyACM0", "https://example.org/dev%2FttyACM0/ttyACM0?u=dev", "dev%2FttyACM0"),
    ("a b%2F?", "https://example.org/a%20b%252F%3F/a%20b%252F%3F?u=a%20b%252F%3F", "a%20b%252F%3F"),
    (nil, "https://example.org/device/device?u=device", "device"),
  ])
  func theDeviceIsNamedInTheURLAndInTheIdentifier(
    device: String?, url: String, identifier: String
  ) async throws {
    let transport = HTTPTransportMock(status: 200)
    var sent = message(7)
    sent.device = device
    try await HTTPPublisher(
      url: "https://example.org/{device}/{device.-1}?u={device.1}", transport: transport
    ).publish(sent)
    #expect(transport.requests.map(\.url) == [url])
    let source = FixSource(kind: .live, name: "mqtt://broker/+/+", device: device)
    let bytes = OsmAndFormat(identifier: "x {device}").payload(
      of: .location(fix(source: source), places: []), createdAt: noon)
    let query = String(decoding: bytes ?? [], as: UTF8.self)
    #expect(query.hasPrefix("id=x%20\(identifier)&lat="), "\(query)")
  }

  @Test func osmAndsQueryHasKnots() {
    var fix = fix()
    fix.altitude = 545.42
    fix.speed = 10
    fix.course = 84.44
    fix.dilution.horizontal = 0.9
    let format = OsmAndFormat(identifier: "truck 7/ä")
    func text(_ fix: Fix) -> String? {
      format.payload(of: .location(fix, places: []), createdAt: noon)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(
      text(fix)
        == "id=truck%207%2F%C3%A4&lat=48&lon=11&timestamp=1740830400&speed=19.44&bearing=84.4"
        + "&altitude=545.4&accuracy=5&hdop=0.9")
    var bare = Fix(coordinate: center, source: .live)
    #expect(text(bare) == nil)
    bare.timestamp = noon
    #expect(text(bare) == "id=truck%207%2F%C3%A4&lat=48&lon=11&timestamp=1740830400")
    bare.timestamp = noon + 0.1
    #expect(text(bare) == "id=truck%207%2F%C3%A4&lat=48&lon=11&timestamp=1740830400100")
  }
}
