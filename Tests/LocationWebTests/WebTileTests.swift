#if Web
  import LocationIO
  import LocationTesting
  import LocationText
  import TestSupport
  import TestTurns
  import Testing

  @testable import LocationWeb

  /// The tiles of an archive.
  @Suite(.inTurn) struct WebTileTests {
    private typealias Tile = TestArchive.Tile

    /// A page with an archive whose tile 1/0/0 is in the row 1 of the file.
    private func page(
      metadata: [String: String] = ["attribution": "© Example"], attribution: String? = nil,
      others: [TestArchive.Tile] = [], in folder: TemporaryDirectory? = nil,
      _ change: (inout WebSettings) -> Void = { _ in }
    ) async throws -> ServedPage {
      let folder = try folder ?? TemporaryDirectory()
      // The server has opened the file when the folder goes.
      defer { withExtendedLifetime(folder) {} }
      let path = folder.path("map.mbtiles")
      let tile = Tile(1, 0, 1, TestArchive.image("north"))
      try TestArchive.write(path, metadata: metadata, tiles: [tile] + others)
      let archive = try TileArchive(path: path)
      return try await ServedPage(LocationProviderMock()) {
        $0.tiles = WebTiles(archive, attribution: attribution)
        change(&$0)
      }
    }

    @Test func aTileComesFromTheServerOfThePage() async throws {
      let page = try await page()
      let answer = try await page.get("/tiles/1/0/0")
      #expect(answer.status == 200 && answer.body == "RIFF____WEBPnorth")
      #expect(answer.headers["content-type"] == "image/webp")
      // Only the browser itself keeps it.
      #expect(answer.headers["cache-control"] == "private, max-age=86400")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      let policy = try #require(answer.headers["content-security-policy"])
      #expect(policy.contains("img-src 'self' data:;"))
      let head = try await page.send(ServedPage.request("HEAD /tiles/1/0/0"))
      #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "17")
      #expect(try await page.send(ServedPage.request("POST /tiles/1/0/0")).status == 405)
      await page.stop()
    }

    @Test(arguments: [
      "1/0/1", "0/0/0", "1/2/0", "1/0", "1/0/0/0", "1/0/x", "1//0", "1/0/-1", "99999999999/0/0", "",
    ])
    func aTileThatIsNotThereIsNotFound(path: String) async throws {
      let page = try await page()
      let answer = try await page.get("/tiles/\(path)")
      #expect(answer.status == 404)
      #expect(answer.headers["cache-control"] == "no-store")
      await page.stop()
    }

    @Test func withoutAnArchiveThereAreNoTiles() async throws {
      let page = try await ServedPage(LocationProviderMock())
      #expect(try await page.get("/tiles/1/0/0").status == 404)
      #expect(try await page.get("/api/settings").body == "{}")
      await page.stop()
    }

    @Test func aTileThatCannotBeReadIsAnErrorWithoutThePath() async throws {
      let page = try await page(others: [Tile(2, 0, 0, Array("text".utf8))])
      let answer = try await page.get("/tiles/2/0/3")
      #expect(answer.status == 500)
      #expect(
        answer.body == "The tile cannot be read: the tile is not a PNG, JPEG or WebP image.\n")
      await page.stop()
    }

    @Test func tilesNeedTheToken() async throws {
      let page = try await page { $0.host = "0.0.0.0" }
      let token = try #require(page.token)
      #expect(try await page.get("/tiles/1/0/0").status == 401)
      let bearer = "Authorization: Bearer \(token)"
      #expect(try await page.get("/tiles/1/0/0", [bearer]).status == 200)
      let link = try await page.get("/?token=\(token)")
      let cookie = try #require(link.headers["set-cookie"]?.prefix { $0 != ";" })
      let answer = try await page.get("/tiles/1/0/0", ["Cookie: \(cookie)"])
      #expect(answer.status == 200 && answer.headers["set-cookie"] == nil)
      #expect(
        try await page.get("/tiles/1/0/0", [bearer, "Origin: http://evil.example"]).status == 403)
      await page.stop()
    }

    @Test(arguments: ["/boat", "/tiles", ""])
    func behindAProxyTilesAreBelowItsPath(prefix: String) async throws {
      let path = prefix.isEmpty ? "/boat" : prefix
      let page = try await page {
        $0.publicURL = try? HTTPAddress(
          "https://gps.example.org\(path)/", name: "", form: "")
      }
      let headers = [
        "Host: gps.example.org", "Authorization: Bearer \(try #require(page.token))",
      ]
      #expect(try await page.get("\(prefix)/tiles/1/0/0", headers).status == 200)
      #expect(try await page.get("\(prefix)/tiles/1/0/1", headers).status == 404)
      let url = try await page.get("\(prefix)/api/settings", headers).json["tiles"]?["url"]?.string
      #expect(url?.hasPrefix("tiles/{z}/{x}/{y}?") == true)
      await page.stop()
    }

    @Test(
      arguments: [
        (["attribution": "© Example"], nil, "© Example"),
        (["attribution": "© Example"], "© Me", "© Me"), ([:], nil, nil),
      ] as [([String: String], String?, String?)])
    func theSettingsHaveTheAttributionAndTheZoomLevels(
      metadata: [String: String], given: String?, shown: String?
    ) async throws {
      let tile = Tile(14, 0, 0, TestArchive.image())
      let page = try await page(metadata: metadata, attribution: given, others: [tile])
      let settings = try await page.get("/api/settings").json
      #expect(settings["tiles"]?["attribution"]?.string == shown)
      #expect(settings["tiles"]?["minZoom"]?.double == 1)
      #expect(settings["tiles"]?["maxZoom"]?.double == 14)
      let file = try #require(PageFile.all["/api/openapi.json"])
      let schema = JSONSchema(try JSONValue(handwritten: file.bytes))
      #expect(schema.mistakes(in: settings, of: "Settings") == [])
      await page.stop()
    }

    /// A browser keeps tiles. Another server may have another archive.
    @Test func eachServerHasItsOwnAddresses() async throws {
      let pages = try await [page(), page()]
      let settings = try await [
        pages[0].get("/api/settings").body, pages[1].get("/api/settings").body,
      ]
      #expect(settings[0] != settings[1])
      for page in pages { await page.stop() }
    }

    @Test func anArchiveThatKeepsAClientWaitingDoesNotStopTheOthers() async throws {
      let folder = try TemporaryDirectory()
      let page = try await page(in: folder)
      var archive = try SQLiteDatabase(path: folder.path("map.mbtiles")) { $0 as SQLiteError }
      // Another program writes into the archive, so it cannot be read now.
      try archive.run("BEGIN EXCLUSIVE")
      let client = try LoopbackClient(port: page.port)
      client.send(ServedPage.request("GET /tiles/1/0/0"))
      #expect(try await page.get("/api/location").status == 200)
      try archive.run("COMMIT")
      let answer = try await onThread { Answer(client.readToEnd()) }
      #expect(answer.status == 200 && answer.body == "RIFF____WEBPnorth")
      await page.stop()
    }

    @Test func theRequestsOfAConnectionAreAnsweredInOrder() async throws {
      let page = try await page()
      let request = "HTTP/1.1\r\nHost: localhost\r\n"
      let client = try LoopbackClient(port: page.port)
      client.send(
        "GET /tiles/1/0/0 \(request)\r\nHEAD /tiles/1/0/0 \(request)\r\nGET /tiles/1/0/1 \(request)\r\n"
          + "GET /api/settings \(request)Connection: close\r\n\r\n")
      let answers = try await onThread { client.readToEnd() }
      let lines = answers.split(separator: "\r\n").filter {
        $0.hasPrefix("HTTP/1.1 ") || $0.hasPrefix("RIFF") || $0.contains("HTTP/1.1 ")
      }
      #expect(
        lines.map { $0.prefix(25) }
          == [
            "HTTP/1.1 200 OK", "RIFF____WEBPnorthHTTP/1.1", "HTTP/1.1 404 Not Found",
            "The archive does not have",
          ].map { $0.prefix(25) })
      await page.stop()
    }
  }
#endif
