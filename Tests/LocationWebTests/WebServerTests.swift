#if Web
  import LocationCore
  import LocationIO
  import LocationTesting
  import LocationText
  import TestSupport
  import TestTurns
  import Testing

  @testable import LocationWeb

  /// The server with real connections.
  @Suite(.inTurn) struct WebServerTests {
    @Test func thePageNeedsNothingFromElsewhere() async throws {
      let page = try await ServedPage(LocationProviderMock())
      let answer = try await page.get("/")
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
      let policy = try #require(answer.headers["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
      #expect(!policy.contains("unsafe") && !policy.contains("http"))
      #expect(answer.headers["access-control-allow-origin"] == nil)
      for (path, file) in PageFile.all where file.type.hasPrefix("text") {
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(!text.contains("://"), "\(path) names an address")
        // Behind a proxy the page may be below a path.
        for root in ["\"/", "'/", "`/"] {
          #expect(!text.contains(root + "api") && !text.contains("=\(root)"), "\(path): \(root)")
        }
        #expect(try await page.get(path).body.utf8.count == file.bytes.count, "\(path)")
      }
      await page.stop()
    }

    @Test func tilesAreAllowedFromTheChosenServerOnly() async throws {
      let page = try await ServedPage(LocationProviderMock()) {
        $0.tiles = WebTiles(
          url: "https://tile.example.org/{z}/{x}/{y}.png", attribution: "© Example",
          origin: "https://tile.example.org")
      }
      let policy = try await page.get("/").headers["content-security-policy"]
      #expect(policy?.contains("img-src 'self' data: https://tile.example.org;") == true)
      #expect(
        try await page.get("/api/settings").json["tiles"]?["attribution"]?.string == "© Example")
      await page.stop()
    }

    @Test func unknownPathsAndMethodsAreRefused() async throws {
      let page = try await ServedPage(LocationProviderMock())
      #expect(try await page.get("/../etc/passwd").status == 404)
      #expect(try await page.get("/api/%6cocation").status == 404)
      let answer = try await page.send(ServedPage.request("DELETE /api/location"))
      #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD")
      let head = try await page.send(ServedPage.request("HEAD /api/location"))
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(try await page.get("/", ["Host: evil.example"]).status == 421)
      #expect(try await page.get("/", ["Host: localhost", "Host: localhost"]).status == 421)
      await page.stop()
    }

    @Test func otherAddressesNeedTheTokenOfTheLink() async throws {
      let page = try await ServedPage(LocationProviderMock()) { $0.host = "0.0.0.0" }
      let token = try #require(page.token)
      #expect(token.count == 32)
      #expect(try await page.get("/").status == 401)
      #expect(try await page.get("/api/location").status == 401)
      #expect(try await page.get("/api/events").status == 401)
      let answer = try await page.get("/?token=\(token)")
      #expect(answer.status == 200)
      let cookie = try #require(answer.headers["set-cookie"]?.prefix { $0 != ";" })
      #expect(!cookie.contains(token))
      #expect(try await page.get("/api/location", ["Cookie: \(cookie)"]).status == 200)
      // Another program that got the cookie, at another address.
      #expect(try await page.get("/api/location", ["Cookie: \(cookie)"], from: 2).status == 401)
      let places = try await page.get("/api/places", ["Authorization: bearer \(token)"])
      #expect(places.status == 200)
      await page.stop()
    }

    @Test func aNameThatOnlyBeginsLikeALocalAddressNeedsTheToken() {
      var settings = WebSettings()
      for (host, needs) in [
        ("127.0.0.1", false), ("127.9.9.9", false), ("localhost", false), ("::1", false),
        ("127.evil.example", true), ("127.0.0.1.evil.example", true), ("0.0.0.0", true),
      ] {
        settings.host = host
        #expect(settings.reachesOthers == needs, "\(host)")
      }
    }

    @Test(arguments: ["/boat", ""])
    func behindAProxyThePageIsAtItsPublicAddress(prefix: String) async throws {
      let page = try await ServedPage(LocationProviderMock()) {
        $0.publicURL = try? HTTPAddress("https://gps.example.org/boat/", name: "", form: "")
      }
      let token = try #require(page.token)
      #expect(
        page.links == [
          "https://gps.example.org/boat/?token=\(token)",
          "http://127.0.0.1:\(page.port)/?token=\(token)",
        ])
      let host = "Host: gps.example.org"
      // A proxy passes the public path on, or removes it.
      #expect(try await page.get("\(prefix)/", [host]).status == 401)
      let answer = try await page.get("\(prefix)/?token=\(token)", [host])
      #expect(answer.headers["set-cookie"]?.contains("Path=/boat/") == true)
      let cookie = answer.headers["set-cookie"]?.prefix { $0 != ";" } ?? ""
      for path in ["/style.css", "/api/location", "/metrics"] {
        #expect(try await page.get(prefix + path, [host, "Cookie: \(cookie)"]).status == 200)
      }
      let places = try await page.get("\(prefix)/api/places", [host, "Cookie: \(cookie)"])
      #expect(places.status == 200)
      #expect(
        try await page.get("/elsewhere", [host, "Cookie: \(cookie)"]).body
          == "There is nothing here. The page is at /boat/.\n")
      await page.stop()
    }

    @Test func largeRequestsAreRefused() async throws {
      let page = try await ServedPage(LocationProviderMock())
      let long = String(repeating: "a", count: 20_000)
      #expect(try await page.get("/", ["X-Long: \(long)"]).status != 200)
      let many = (0..<80).map { "X-\($0): 1" }
      #expect(try await page.get("/", many).status != 200)
      let body = String(repeating: " ", count: 70_000)
      let request = ServedPage.request(
        "POST /api/playback", ["Content-Type: application/json", "Content-Length: 70000"],
        body: body
      )
      #expect(try await page.send(request).status == 413)
      #expect(try await page.send("no request\r\n\r\n").status == 400)
      await page.stop()
    }

    @Test func clientsThatTakeTooLongAreDisconnected() async throws {
      let page = try await ServedPage(LocationProviderMock()) {
        $0.limits.patience = .milliseconds(200)
      }
      let port = page.port
      let isClosed = try await onThread {
        // One says nothing, the other one not all.
        guard let silent = try? LoopbackClient(port: port),
          let slow = try? LoopbackClient(port: port)
        else { return false }
        slow.send("GET / HTTP/1.1\r\nHost: local")
        return silent.isClosedByPeer && slow.isClosedByPeer
      }
      #expect(isClosed)
      await page.stop()
    }

    @Test func theNumberOfClientsIsLimited() async throws {
      let page = try await ServedPage(LocationProviderMock()) {
        $0.limits.connections = 2
        $0.limits.streams = 1
      }
      let port = page.port
      let lines = try await onThread { () -> [String] in
        guard let first = try? EventReader(port: port), first.next("hello") != nil,
          let second = try? EventReader(port: port)
        else { return [] }
        let refused = second.client.readToEnd()
        // The second one is closed, so there is room for one more.
        let others = (0..<2).compactMap { _ in try? LoopbackClient(port: port) }
        let answers = others.map { client in
          client.send("GET /api/sky HTTP/1.1\r\nHost: localhost\r\n\r\n")
          return client.readLine() ?? ""
        }
        return [refused.split(separator: "\r\n").first.map(String.init) ?? ""] + answers
      }
      #expect(
        lines == [
          "HTTP/1.1 503 Service Unavailable", "HTTP/1.1 200 OK",
          "HTTP/1.1 503 Service Unavailable",
        ])
      await page.stop()
    }

    /// Connections that never complete a request, from one address or from many.
    @Test(arguments: [1, 40])
    func halfOpenConnectionsDoNotBlockThePage(addresses: Int) async throws {
      let page = try await ServedPage(LocationProviderMock()) {
        $0.host = "0.0.0.0"
        $0.limits.patience = .seconds(600)
      }
      let token = try #require(page.token)
      let port = page.port
      let attackers = try await onThread {
        (0..<600).compactMap { number -> LoopbackClient? in
          let client = try? LoopbackClient(port: port, from: UInt8(10 + number % addresses))
          client?.send("GET / HTTP/1.1\r\nHost: 127.0")
          return client
        }
      }
      #expect(attackers.count == 600)
      // The page is served to everybody else at once, and also to the address of the attackers.
      for address in [1, 10] as [UInt8] {
        #expect(try await page.get("/?token=\(token)", from: address).status == 200)
        #expect(try await page.get("/", from: address).status == 401)
      }
      // The oldest ones are told why they were disconnected.
      let farewell = try await onThread { attackers[0].readToEnd() }
      #expect(farewell.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      #expect(farewell.contains("Retry-After: 1\r\n") && farewell.contains("Too many connections"))
      await page.stop()
    }

    @Test func theEndOfTheServerEndsItsStreams() async throws {
      let page = try await ServedPage(LocationProviderMock())
      let port = page.port
      let clients = try await onThread { () -> [LoopbackClient] in
        ["1.1", "1.0"].compactMap { version in
          let client = try? LoopbackClient(port: port)
          client?.send("GET /api/events HTTP/\(version)\r\nHost: localhost\r\n\r\n")
          return client?.readLine(with: "event: hello") == nil ? nil : client
        }
      }
      await page.stop()
      let ends = try await onThread { clients.map { $0.readToEnd() } }
      #expect(ends.count == 2)
      // The last chunk is empty. Without chunks, the connection just ends.
      #expect(ends.first?.hasSuffix("\r\n0\r\n\r\n") == true)
      #expect(ends.last?.hasSuffix("}\n\n") == true && ends.last?.contains("\r\n") == false)
    }

    @Test func aClientThatDoesNotReadDoesNotPreventTheEnd() async throws {
      let provider = LocationProviderMock()
      let page = try await ServedPage(provider) { $0.limits.waitingBytes = 1 << 30 }
      await provider.waitForStarts()
      let stalled = try LoopbackClient(port: page.port, receiveBuffer: 4096)
      stalled.send(ServedPage.request("GET /api/events"))
      #expect(
        await eventually {
          (try? await page.get("/api/location").json["clients"]?.double) == 1
        })
      // More than the buffers of the system have room for.
      for number in 0..<10_000 {
        let name = "\(number)" + String(repeating: "x", count: 1000)
        let source = FixSource(kind: .live, name: "mock:", device: name)
        provider.send(.fixLost(FixLoss(reason: .noFix, source: source)))
      }
      await page.stop()
      withExtendedLifetime(stalled) {}
    }

    @Test(arguments: [1, 3])
    func aConnectionThatOffersAnotherProtocolGoesOn(times: Int) async throws {
      let page = try await ServedPage(LocationProviderMock())
      let port = page.port
      let upgrade =
        [
          "GET /api/sky HTTP/1.1", "Host: localhost", "Connection: Upgrade, HTTP2-Settings",
          "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__",
        ].joined(separator: "\r\n") + "\r\n\r\n"
      let answers = try await onThread { () -> String in
        guard let client = try? LoopbackClient(port: port) else { return "" }
        var lines: [String] = []
        for _ in 0..<times {
          client.send(upgrade)
          while let line = client.readLine() {
            lines.append(line)
            if line.isEmpty { break }
          }
        }
        // Two at once.
        client.send(upgrade + ServedPage.request("GET /api/sky"))
        return lines.joined() + client.readToEnd()
      }
      await page.stop()
      #expect(answers.ranges(of: "HTTP/1.1 200").count == times + 2)
    }

    @Test func aStreamIsNotBufferedByAProxy() async throws {
      let page = try await ServedPage(LocationProviderMock())
      let port = page.port
      let head = try await onThread { () -> String in
        guard let reader = try? EventReader(port: port) else { return "" }
        var lines: [String] = []
        while let line = reader.client.readLine(), !line.isEmpty { lines.append(line) }
        return lines.joined(separator: "\n")
      }
      #expect(head.contains("X-Accel-Buffering: no"))
      #expect(head.contains("Content-Type: text/event-stream"))
      await page.stop()
    }

    @Test func aClientMayAskBeforeItSendsABody() async throws {
      let page = try await ServedPage(TestTrack.drive.provider(pace: .recorded))
      let port = page.port
      let body = #"{"action":"pause"}"#
      func answers(_ headers: [String], _ body: String) async throws -> [String] {
        let request = ServedPage.request("POST /api/playback", headers)
        return try await onThread { () -> [String] in
          guard let client = try? LoopbackClient(port: port) else { return [] }
          client.send(request)
          let first = client.readLine() ?? ""
          guard first.contains(" 100 ") else { return [first] }
          _ = client.readLine()
          client.send(body)
          return [first, client.readLine() ?? ""]
        }
      }
      let json = "Content-Type: application/json"
      #expect(
        try await answers(
          [json, "Content-Length: \(body.utf8.count)", "Expect: 100-Continue"], body)
          == ["HTTP/1.1 100 Continue", "HTTP/1.1 200 OK"])
      // A body that would be refused is not sent.
      #expect(
        try await answers([json, "Content-Length: 70000", "Expect: 100-continue"], "")
          == ["HTTP/1.1 413 Payload Too Large"])
      #expect(
        try await answers(
          [json, "Content-Length: 9", "Expect: 100-continue", "Origin: http://evil.example"], "")
          == ["HTTP/1.1 403 Forbidden"])
      #expect(
        try await answers([json, "Content-Length: 9", "Expect: tea"], "")
          == ["HTTP/1.1 417 Expectation Failed"])
      await page.stop()
    }

    @Test(arguments: [(64 * 1024, 60), (1 << 30, 1)])
    func aClientThatDoesNotReadIsDisconnected(_ bytes: Int, _ seconds: Int) async throws {
      let provider = LocationProviderMock()
      let page = try await ServedPage(provider) {
        $0.limits.waitingBytes = bytes
        $0.limits.patience = .seconds(seconds)
      }
      await provider.waitForStarts()
      let stalled = try LoopbackClient(port: page.port, receiveBuffer: 4096)
      stalled.send(ServedPage.request("GET /api/events"))
      #expect(
        await eventually {
          (try? await page.get("/api/location").json["clients"]?.double) == 1
        })
      // Each report of a loss is an event, which is never left out. The long name fills the buffers.
      let loss = FixLoss(
        reason: .noFix,
        source: FixSource(kind: .live, name: "mock:", device: String(repeating: "x", count: 8000)))
      let isDropped = await eventually {
        for _ in 0..<50 { provider.send(.fixLost(loss)) }
        return (try? await page.get("/api/location").json["clients"]?.double) == 0
      }
      #expect(isDropped)
      await page.stop()
    }

    @Test func aStreamContinuesAfterItsLastEvent() async throws {
      let provider = LocationProviderMock(script: [.update(.fix(try .bare(source: .live)))])
      let page = try await ServedPage(provider)
      let port = page.port
      // The first fix is older than the id.
      #expect(
        await eventually { (try? await page.get("/api/location").json["fixes"]?.double) == 1 })
      let id = try await onThread { () -> String in
        let reader = try? EventReader(port: port)
        return reader?.next("hello")?.id ?? ""
      }
      provider.send(.fix(try .bare(49, 12, source: .live)))
      #expect(
        await eventually { (try? await page.get("/api/location").json["fixes"]?.double) == 2 })
      let answers = try await onThread { () -> [String?] in
        let known = try? EventReader(port: port, after: id)
        let missed = known?.next("fix")?.data
        // The id of an earlier server is not known, so everything comes.
        let unknown = try? EventReader(port: port, after: "0-1")
        return [missed, unknown?.next("hello")?.data]
      }
      #expect(answers[0]?.contains(#""lat":49.000000000"#) == true)
      #expect(answers[1]?.contains(#""lat":49.000000000"#) == true)
      await page.stop()
    }

    @Test func anAddressInUseIsAnError() async throws {
      let page = try await ServedPage(LocationProviderMock())
      var settings = WebSettings()
      settings.port = Int(page.port)
      let second = WebSession(
        LocationProviderMock(), sources: ["mock:"], places: [], settings: settings)
      await #expect(throws: UserLocationError.sourceUnavailable) { try await second.run { _ in } }
      await page.stop()
    }

    @Test func theErrorOfTheSourceEndsTheServer() async throws {
      let provider = LocationProviderMock(script: [.fail(.sourceUnavailable)])
      var settings = WebSettings()
      settings.port = 0
      let session = WebSession(provider, sources: ["mock:"], places: [], settings: settings)
      await #expect(throws: UserLocationError.sourceUnavailable) { try await session.run { _ in } }
    }
  }
#endif
