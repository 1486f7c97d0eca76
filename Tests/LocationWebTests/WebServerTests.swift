#if Web
  import LocationCore
  import LocationTesting
  import LocationText
  import TestSupport
  import Testing

  @testable import LocationWeb

  /// The server with real connections.
  @Suite struct WebServerTests {
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
        try await page.get("/api/settings").json["tiles"]?["attribution"]?.text == "© Example")
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
      let page = try await ServedPage(
        LocationProviderMock(), places: [.circle("Secret", 1, 2, isPrivate: true)]
      ) { $0.host = "0.0.0.0" }
      let token = try #require(page.token)
      #expect(token.count == 32)
      #expect(try await page.get("/").status == 401)
      #expect(try await page.get("/api/location").status == 401)
      #expect(try await page.get("/api/events").status == 401)
      let answer = try await page.get("/?token=\(token)")
      #expect(answer.status == 200)
      let cookie = try #require(answer.headers["set-cookie"]?.prefix { $0 != ";" })
      #expect(try await page.get("/api/location", ["Cookie: \(cookie)"]).status == 200)
      let places = try await page.get("/api/places", ["Authorization: Bearer \(token)"])
      #expect(places.status == 200 && !places.body.contains("Secret"))
      await page.stop()
    }

    @Test func largeRequestsAreRefused() async throws {
      let page = try await ServedPage(LocationProviderMock())
      let long = String(repeating: "a", count: 20_000)
      #expect(try await page.get("/", ["X-Long: \(long)"]).status != 200)
      let many = (0..<80).map { "X-\($0): 1" }
      #expect(try await page.get("/", many).status != 200)
      let body = String(repeating: " ", count: 5_000)
      let request = ServedPage.request(
        "POST /api/playback", ["Content-Type: application/json", "Content-Length: 5000"], body: body
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
        $0.limits.connections = 3
        $0.limits.streams = 1
      }
      let port = page.port
      let words = try await onThread { () -> [String] in
        guard let first = try? EventReader(port: port), first.next("hello") != nil,
          let second = try? EventReader(port: port)
        else { return [] }
        let refused = second.client.readLine() ?? ""
        // The first connection is still open, and the second one is closed.
        let others = (0..<4).compactMap { _ in try? LoopbackClient(port: port) }
        return [refused, others.last?.isClosedByPeer == true ? "closed" : "open"]
      }
      #expect(words == ["HTTP/1.1 503 Service Unavailable", "closed"])
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
          (try? await page.get("/api/location").json["clients"]?.number) == 1
        })
      var number = 0.0
      let isDropped = await eventually {
        // Each loss of a new receiver is an event, which is never left out.
        for _ in 0..<50 {
          number += 1
          let source = FixSource(
            kind: .live, name: "mock:", device: "\(number)" + String(repeating: "x", count: 1000))
          provider.send(.fixLost(FixLoss(reason: .noFix, source: source)))
        }
        return (try? await page.get("/api/location").json["clients"]?.number) == 0
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
        await eventually { (try? await page.get("/api/location").json["fixes"]?.number) == 1 })
      let id = try await onThread { () -> String in
        let reader = try? EventReader(port: port)
        return reader?.next("hello")?.id ?? ""
      }
      provider.send(.fix(try .bare(49, 12, source: .live)))
      #expect(
        await eventually { (try? await page.get("/api/location").json["fixes"]?.number) == 2 })
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
        LocationProviderMock(), source: "mock:", places: [], settings: settings)
      await #expect(throws: UserLocationError.sourceUnavailable) { try await second.run { _ in } }
      await page.stop()
    }

    @Test func theErrorOfTheSourceEndsTheServer() async throws {
      let provider = LocationProviderMock(script: [.fail(.sourceUnavailable)])
      var settings = WebSettings()
      settings.port = 0
      let session = WebSession(provider, source: "mock:", places: [], settings: settings)
      await #expect(throws: UserLocationError.sourceUnavailable) { try await session.run { _ in } }
    }
  }
#endif
