#if Web
  import Testing

  @testable import LocationWeb

  /// Requests that are allowed and requests that are refused.
  @Suite struct WebAccessTests {
    private let open = WebAccess(token: nil, port: 8080)
    private let closed = WebAccess(token: "0123456789abcdef", port: 8080, names: ["pi.local"])

    private func status(
      _ access: WebAccess, host: String? = "localhost:8080", target: String = "/",
      _ headers: [String: String] = [:], method: WebRequest.Method = .get
    ) -> Int {
      var headers = headers
      headers["host"] = host
      return access.refusal(
        of: WebRequest(method: method, target: target, headers: headers))?.status ?? 200
    }

    @Test(arguments: [
      "localhost", "localhost:8080", "LOCALHOST", "127.0.0.1:8080", "127.1.2.3", "[::1]:8080",
      "127.0.0.1:9000",
    ])
    func namesOfThisMachineAreAccepted(_ host: String) {
      #expect(status(open, host: host) == 200)
    }

    @Test(arguments: [
      "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "192.168.1.5:8080", "",
      "[::2]", "127.0.0", "1270.0.0.1", "127.0.0.1.", "[::1",
    ])
    func otherNamesAreRefused(_ host: String) {
      #expect(status(open, host: host) == 421)
    }

    @Test func aRequestWithoutAHostIsRefused() { #expect(status(open, host: nil) == 421) }

    @Test func pagesOfOthersAreRefused() {
      #expect(status(open, ["origin": "http://localhost:8080"]) == 200)
      for origin in [
        "http://evil.example", "null", "http://localhost:8081", "https://localhost:8080",
      ] {
        #expect(status(open, ["origin": origin], method: .post) == 403)
      }
      #expect(status(open, ["sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"]) == 403)
      #expect(status(open, ["sec-fetch-site": "same-site", "sec-fetch-mode": "cors"]) == 403)
      // A link from elsewhere may be followed.
      let navigation = ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"]
      #expect(status(open, navigation) == 200)
      #expect(status(open, navigation, method: .post) == 403)
    }

    @Test func aTokenIsNeededInOneOfThreePlaces() {
      #expect(status(closed) == 401)
      #expect(status(closed, target: "/?token=0123456789abcdef") == 200)
      #expect(status(closed, ["authorization": "Bearer 0123456789abcdef"]) == 200)
      #expect(status(closed, ["cookie": "a=b; locate-web-8080=0123456789abcdef"]) == 200)
      for wrong in ["0123456789abcdee", "0123456789abcde", "0123456789abcdef0", ""] {
        #expect(status(closed, target: "/?token=\(wrong)") == 401)
        #expect(status(closed, ["authorization": "Bearer \(wrong)"]) == 401)
        #expect(status(closed, ["cookie": "locate-web-8080=\(wrong)"]) == 401)
      }
      #expect(status(closed, ["cookie": "locate-web-80=0123456789abcdef"]) == 401)
    }

    @Test func aTokenAllowsAddressesAndTheNamesOfTheMachine() {
      let token = ["authorization": "Bearer 0123456789abcdef"]
      for host in ["192.168.1.5:8080", "[fe80::1]:8080", "pi.local:8080"] {
        #expect(status(closed, host: host, token) == 200)
      }
      #expect(status(closed, host: "evil.example", token) == 421)
    }

    @Test func theLinkLeavesACookieThatNoScriptReads() throws {
      let request = WebRequest(method: .get, target: "/?token=0123456789abcdef")
      let cookie = try #require(closed.cookie(for: request))
      #expect(cookie.hasPrefix("locate-web-8080=0123456789abcdef;"))
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      #expect(closed.cookie(for: WebRequest(method: .get, target: "/")) == nil)
    }
  }
#endif
