#if Web
  import LocationCore
  import LocationDashboard
  import LocationIO
  import LocationTesting
  import LocationText
  import NetworkLocation
  import TestSupport
  import TestTurns
  import Testing

  @testable import LocationWeb

  /// The page as a geolocation server.
  @Suite(.inTurn) struct GeolocationTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// The answer for some updates that arrived now, and its JSON.
    private func answer(
      _ updates: [LocationUpdate], to receiver: String? = nil, after age: Double = 0
    ) throws -> (status: Int, json: JSONValue) {
      var state = LocationDashboard()
      for update in updates { state.note(update, at: start) }
      let response = Geolocation(
        of: state, receiver: receiver, now: start.addingTimeInterval(age)
      ).response
      return (response.status, try JSONValue(response.body))
    }

    private func reason(_ json: JSONValue) -> String? { json["error"]?["message"]?.string }

    @Test func theLastLocationIsAnsweredWithItsError() throws {
      let (status, json) = try answer([
        .fix(try .bare(10, 20, source: .live)), .fix(try .full(source: .live)),
      ])
      #expect(status == 200)
      #expect(json["location"]?["lat"]?.double == -33.856784)
      #expect(json["location"]?["lng"]?.double == 151.215297)
      #expect(json["accuracy"]?.double == 4)
      #expect(json["simulated"] == nil)
    }

    @Test(arguments: [nil, 0]) func anErrorThatIsNotKnownIsLeftOut(_ accuracy: Double?) throws {
      var fix = try Fix.bare(source: .live)
      fix.errors.horizontal = accuracy
      let (status, json) = try answer([.fix(fix)])
      #expect(status == 200)
      #expect(json["accuracy"] == nil)
    }

    @Test func aSimulatedLocationSaysSo() throws {
      let fix = try Fix.bare(source: FixSource(kind: .simulated, name: "sim:drive"))
      #expect(try answer([.fix(fix)], after: 3600).json["simulated"]?.bool == true)
    }

    @Test func withoutAPresentLocationTheServerKnowsNone() throws {
      let fix = LocationUpdate.fix(try .bare(source: .live))
      let lost = LocationUpdate.fixLost(FixLoss(reason: .noFix, source: .live))
      for (updates, age) in [([], 0.0), ([fix, lost], 0), ([fix], 11)] {
        let (status, json) = try answer(updates, after: age)
        #expect(status == 404)
        #expect(json["error"]?["code"]?.double == 404)
        #expect(json["error"]?["errors"]?.array?.first?["reason"]?.string == "notFound")
        #expect(reason(json) == "there is no present location")
      }
      #expect(try answer([fix], after: 10).status == 200)
    }

    @Test func severalReceiversAreNotMixed() throws {
      func fix(_ device: String, _ latitude: Double) throws -> LocationUpdate {
        let source = FixSource(kind: .live, name: "mqtt://broker/owntracks/+/+", device: device)
        return .fix(try .bare(latitude, 20, source: source))
      }
      let updates = [try fix("anna/phone", 10), try fix("max/phone", 11)]
      let (status, json) = try answer(updates)
      #expect(status == 404)
      #expect(reason(json)?.contains("2 receivers have a location; choose one") == true)
      for (receiver, latitude) in [
        ("anna", 10.0), ("anna/phone", 10), ("mqtt://broker/owntracks/+/+ max/phone", 11),
      ] {
        let (_, json) = try answer(updates, to: receiver)
        #expect(json["location"]?["lat"]?.double == latitude)
      }
      let unknown = try answer(updates, to: "phone")
      #expect(unknown.status == 404)
      #expect(reason(unknown.json)?.contains("no such receiver") == true)
    }

    @Test func answersMatchTheDescription() async throws {
      let file = try #require(PageFile.all["/api/openapi.json"])
      let schema = JSONSchema(try JSONValue(handwritten: file.bytes))
      var fix = try Fix.full(source: .live)
      fix.status = .simulated
      let found = try answer([.fix(fix)]).json
      #expect(schema.mistakes(in: found, of: "Geolocation") == [])
      #expect(schema.mistakes(in: try answer([]).json, of: "GeolocationError") == [])
    }

    @Test func itAnswersAsTheOtherPathsToWhomItMay() async throws {
      let provider = LocationProviderMock(script: [.update(.fix(try .full(source: .live)))])
      let page = try await ServedPage(provider) { $0.host = "0.0.0.0" }
      let token = try #require(page.token)
      let path = "/v1/geolocate"
      #expect(await eventually { (try? await page.get("\(path)?token=\(token)").status) == 200 })
      // Firefox sends an empty body.
      let empty = ["Content-Type: application/json", "Content-Length: 0"]
      let posted = try await page.send(
        ServedPage.request("POST \(path)?token=\(token)", empty))
      #expect(posted.status == 200)
      #expect(posted.headers["content-type"] == "application/json")
      #expect(try posted.json["accuracy"]?.double == 4)
      for (line, headers, status) in [
        ("GET \(path)", [], 401), ("POST \(path)", empty, 401),
        ("GET \(path)?token=\(token)", ["Host: evil.example"], 421),
        ("POST \(path)?token=\(token)", empty + ["Origin: http://evil.example"], 403),
        ("DELETE \(path)?token=\(token)", [], 405),
      ] {
        let answer = try await page.send(ServedPage.request(line, headers))
        #expect(answer.status == status, "\(line)")
        #expect(answer.headers["content-type"] == "application/problem+json", "\(line)")
      }
      await page.stop()
    }

    @Test func aSourceOfTheNetworkGetsTheLocation() async throws {
      var fix = try Fix.full(source: .live)
      fix.status = .simulated
      let page = try await ServedPage(LocationProviderMock(script: [.update(.fix(fix))]))
      #expect(await eventually { (try? await page.get("/v1/geolocate").status) == 200 })
      let server = try GeolocationServer("http://127.0.0.1:\(page.port)/v1/geolocate")
      let points = try ["00:00:5E:00:53:01", "00:00:5E:00:53:02"].map {
        WiFiAccessPoint(address: try #require(MACAddress($0)), networkName: Array("net".utf8))
      }
      let provider = NetworkProvider(
        server: server, consents: MemoryConsentStore([server.origin: .granted]),
        scanner: WiFiScannerMock(accessPoints: points), cells: CellScannerMock())
      let found = try await UserLocationService(provider: provider).userLocation()
      #expect(found.coordinate == fix.coordinate)
      #expect(found.horizontalAccuracy == 4)
      #expect(found.isSimulated)
      await page.stop()
    }
  }
#endif
