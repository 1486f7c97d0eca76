#if Web
  import LocationCore
  import LocationIO
  import LocationPlaces
  import LocationTesting
  import LocationText
  import TestSupport
  import TestTurns
  import Testing

  @testable import LocationWeb

  /// The API matches its description.
  @Suite(.inTurn) struct WebAPITests {
    private static var schema: JSONSchema {
      get throws {
        let file = try #require(PageFile.all["/api/openapi.json"])
        return JSONSchema(try JSONValue(handwritten: file.bytes))
      }
    }

    /// A source with two receivers. One lost its location.
    private func provider() throws -> LocationProviderMock {
      var van = FixSource.live
      van.device = "owntracks/max/van"
      var satellite = Satellite(prn: 5, constellation: .gps, id: 5)
      (satellite.elevation, satellite.azimuth, satellite.signalStrength) = (40, 120, 33.5)
      satellite.isUsed = true
      var sky = SkyView(satellites: [satellite], source: .live)
      sky.dilution.horizontal = 0.9
      let lost = FixLoss(reason: .noFix, source: van)
      return LocationProviderMock(script: [
        .update(.fix(try .full(source: .live))), .update(.sky(sky)),
        .update(.fix(try .bare(-33.86, 151.2, source: van))), .update(.fixLost(lost)),
      ])
    }

    @Test func answersMatchTheDescription() async throws {
      let home = try Place.circle("Home", -33.856, 151.215)
      let page = try await ServedPage(provider(), places: [home])
      #expect(
        await eventually {
          (try? await page.get("/api/location").json["receivers"]?.array?.last?["state"]?.string)
            == "lost"
        })
      let schema = try Self.schema
      for (path, name) in [
        ("/api/location", "Locations"), ("/api/sky", "Skies"), ("/api/places", "Places"),
        ("/api/settings", "Settings"), ("/api/track?receiver=owntracks/max/van", "WholeTrack"),
      ] {
        let answer = try await page.get(path)
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"]?.contains("json") == true)
        #expect(schema.mistakes(in: try answer.json, of: name) == [], "\(path)")
      }
      let receivers = try #require(try await page.get("/api/location").json["receivers"]?.array)
      #expect(receivers.map { $0["state"]?.string } == ["fix", "lost"])
      #expect(receivers[0]["fix"]?["eph"]?.double == 4)
      #expect(receivers[0]["places"]?.array?.first?["name"]?.string == "Home")
      #expect(receivers[1]["reason"]?.string == "no fix")
      await page.stop()
    }

    @Test func eventsMatchTheDescription() async throws {
      let provider = try provider()
      let page = try await ServedPage(provider)
      await provider.waitForStarts()
      let schema = try Self.schema
      let port = page.port
      let events = try await onThread { () -> [String: String] in
        guard let reader = try? EventReader(port: port) else { return [:] }
        var found = ["Hello": reader.next("hello")?.data ?? ""]
        found["Status"] = reader.next("status")?.data
        return found
      }
      provider.send(.fix(try .bare(-33.85, 151.2, source: .live)))
      for (name, data) in events {
        #expect(schema.mistakes(in: try JSONValue(handwritten: Array(data.utf8)), of: name) == [])
      }
      #expect(events.count == 2)
      await page.stop()
    }

    @Test func theDescriptionNamesEachPath() async throws {
      let folder = try TemporaryDirectory()
      try TestArchive.write(folder.path("map.mbtiles"))
      let archive = try TileArchive(path: folder.path("map.mbtiles"))
      let page = try await ServedPage(
        LocationProviderMock(script: [.update(.fix(try .full(source: .live)))])
      ) { $0.tiles = WebTiles(archive) }
      #expect(await eventually { (try? await page.get("/v1/geolocate").status) == 200 })
      let document = try await page.get("/api/openapi.json").json
      guard let paths = document["paths"]?.object?.members else {
        Issue.record("there are no paths")
        return
      }
      // Not each source has the last one.
      let others = ["/api/events", "/api/recording"]
      for path in paths where path.value["get"] != nil && !others.contains(path.name) {
        // Of the tiles, the one of the whole Earth.
        let answer = try await page.get(path.name.replacing(/{[xyz]}/, with: "0"))
        #expect(answer.status == 200, "\(path.name)")
        let types = path.value["get"]?["responses"]?["200"]?["content"]
        let type = try #require(answer.headers["content-type"])
        #expect(types?[type] != nil, "\(path.name): \(type)")
      }
      await page.stop()
    }

    @Test func theSchemaFindsMistakes() throws {
      let schema = try Self.schema
      for (text, count) in [
        (#"{"number":1,"time":"2026-05-08T09:15:00.000Z","text":"left Home"}"#, 0),
        (#"{"number":0,"time":"2026-05-08T09:15:00.000Z","text":"left Home"}"#, 1),
        (#"{"number":1.5,"time":"yesterday","text":1,"more":true}"#, 4), ("{}", 2), ("[]", 1),
      ] {
        let value = try JSONValue(handwritten: Array(text.utf8))
        #expect(schema.mistakes(in: value, of: "Event").count == count, "\(text)")
      }
    }

    @Test func failuresMatchTheDescription() async throws {
      let page = try await ServedPage(LocationProviderMock()) { $0.host = "0.0.0.0" }
      let bearer = "Authorization: Bearer \(try #require(page.token))"
      let schema = try Self.schema
      for (line, headers, status) in [
        ("GET /api/location", [], 401), ("GET /api/places", ["Host: evil.example"], 421),
        ("GET /api/sky", [bearer, "Origin: http://evil.example"], 403),
        ("GET /api/nothing", [bearer], 404), ("GET /api/track", [bearer], 404),
        ("GET /api/track?receiver=van", [bearer], 404), ("GET /api/recording", [bearer], 404),
        ("GET /api/track.gpx?receiver=van", [bearer], 404), ("DELETE /api/sky", [bearer], 405),
        ("POST /api/playback", [bearer], 415),
        ("POST /api/playback", [bearer, "Content-Type: application/json"], 409),
        ("POST /api/playback", [bearer, "Content-Length: 70000"], 413),
      ] {
        let isLong = headers.last == "Content-Length: 70000"
        let body = isLong ? String(repeating: " ", count: 70_000) : ""
        let answer = try await page.send(ServedPage.request(line, headers, body: body))
        #expect(answer.status == status, "\(line)")
        #expect(answer.headers["content-type"] == "application/problem+json", "\(line)")
        let problem = try answer.json
        #expect(schema.mistakes(in: problem, of: "Problem") == [], "\(line)")
        #expect(problem["status"]?.double == Double(status))
      }
      // People get a text.
      let answer = try await page.get("/")
      #expect(answer.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(answer.headers["www-authenticate"] == "Bearer realm=\"locate web\"")
      await page.stop()
    }

    @Test func theDescriptionNamesTheWaysToBeAuthorized() async throws {
      let page = try await ServedPage(LocationProviderMock())
      let document = try await page.get("/api/openapi.json").json
      let schemes = document["components"]?["securitySchemes"]
      #expect(schemes?["bearer"]?["scheme"]?.string == "bearer")
      #expect(schemes?["token"]?["in"]?.string == "query")
      #expect(schemes?["session"]?["in"]?.string == "cookie")
      #expect(document["security"]?.array?.count == 4)
      // Behind a proxy the API is not at the root.
      #expect(document["servers"]?.array?.first?["url"]?.string == "..")
      await page.stop()
    }

    @Test func metricsNameSourcesThatAreSilent() async throws {
      let provider = LocationProviderMock()
      let page = try await ServedPage(
        provider, sources: ["gpsd://boat:2947", "tcp://plotter:10110"])
      func states() async throws -> [Substring] {
        try await page.get("/metrics").body.split(separator: "\n")
          .filter { $0.hasPrefix("locate_source_state") && $0.hasSuffix(" 1") }
      }
      let waiting = #"locate_source_state="waiting"} 1"#
      #expect(
        try await states() == [
          #"locate_source_state{source="gpsd://boat:2947",\#(waiting)"#,
          #"locate_source_state{source="tcp://plotter:10110",\#(waiting)"#,
        ])
      await provider.waitForStarts()
      provider.send(.fix(try .bare(source: FixSource(kind: .live, name: "tcp://plotter:10110"))))
      #expect(
        await eventually {
          (try? await states()) == [
            #"locate_source_state{source="tcp://plotter:10110",locate_source_state="fix"} 1"#,
            #"locate_source_state{source="gpsd://boat:2947",\#(waiting)"#,
          ]
        })
      await page.stop()
    }

    @Test func metricsHaveTheStateOfEachReceiver() async throws {
      let page = try await ServedPage(provider())
      #expect(
        await eventually {
          (try? await page.get("/api/location").json["receivers"]?.array?.last?["state"]?.string)
            == "lost"
        })
      let text = try await page.get("/metrics").body
      for line in [
        #"locate_source_state{source="serial:/dev/ttyACM0",locate_source_state="fix"} 1"#,
        #"locate_source_state{source="serial:/dev/ttyACM0 owntracks/max/van",locate_source_state="waiting"} 1"#,
        #"locate_fix_horizontal_accuracy_meters{source="serial:/dev/ttyACM0"} 4"#,
        "locate_fixes_total 2", "locate_losses_total 1", "locate_web_clients 0",
      ] {
        #expect(text.contains("\n\(line)\n"), "\(line)")
      }
      #expect(text.hasSuffix("# EOF\n"))
      await page.stop()
    }

    @Test func theTrackIsGPX() async throws {
      let provider = LocationProviderMock(
        script: TestTrack.outage.updates.map { .update($0) })
      let page = try await ServedPage(provider)
      let count = TestTrack.outage.fixes.count
      #expect(
        await eventually {
          (try? await page.get("/api/location").json["fixes"]?.double) == Double(count)
        })
      let answer = try await page.get("/api/track.gpx")
      #expect(answer.headers["content-type"] == "application/gpx+xml")
      #expect(answer.body.contains("<gpx version=\"1.1\""))
      #expect(answer.body.split(separator: "<trkseg>").count == 3)
      #expect(answer.body.hasSuffix("</gpx>\n"))
      await page.stop()
    }

    @Test func aRecordingShowsItsWholeTrack() async throws {
      let page = try await ServedPage(
        TestTrack.drive.provider(pace: .recorded), recording: TestTrack.drive.provider())
      #expect(await eventually { (try? await page.get("/api/recording").status) == 200 })
      let recording = try await page.get("/api/recording").json
      #expect(try Self.schema.mistakes(in: recording, of: "Recording") == [])
      let points = try #require(recording["tracks"]?.array?.first?["points"]?.array)
      #expect(points.first?.array?[2].double == 0)
      let duration = try #require(recording["duration"]?.double)
      // The last point is near the end.
      let last = try #require(points.last?.array?[2].double)
      #expect((duration - 5...duration).contains(last / 1000))
      // What is played says how long it is.
      #expect(
        await eventually {
          (try? await page.get("/api/location").json["playback"]?["duration"]?.double) == duration
        })
      await page.stop()
    }

    @Test func aRecordingIsControlled() async throws {
      let page = try await ServedPage(TestTrack.drive.provider(pace: .recorded))
      func post(_ body: String, type: String = "application/json") async throws -> Answer {
        try await page.send(
          ServedPage.request(
            "POST /api/playback", ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"],
            body: body))
      }
      let paused = try await post(#"{"action":"pause"}"#)
      #expect(try Self.schema.mistakes(in: paused.json, of: "Playback") == [])
      #expect(try paused.json["paused"]?.bool == true)
      let told = try await page.get("/api/location").json["playback"]
      #expect(told?["paused"]?.bool == true)
      #expect(try await post(#"{"action":"faster"}"#).json["factor"]?.double == 2)
      #expect(try await post(#"{"action":"seek","position":30}"#).json["position"]?.double == 30)
      #expect(try await post(#"{"action":"resume"}"#).json["paused"]?.bool == false)
      #expect(try await post(#"{"action":"fly"}"#).status == 400)
      #expect(try await post("pause").status == 400)
      // A form of another page could send this without asking first.
      #expect(try await post(#"{"action":"pause"}"#, type: "text/plain").status == 415)
      #expect(try await page.get("/api/playback").status == 405)
      await page.stop()
    }
  }
#endif
