#if Web
  import LocationIO
  import LocationTesting
  import TestTurns
  import Testing

  @testable import LocationWeb

  /// Requests that are allowed and requests that are refused.
  @Suite(.inTurn) struct WebAccessTests {
    private static let token = "0123456789abcdef"
    private let clock = ManualClock()
    private let open: WebAccess
    private let closed: WebAccess
    private let proxied: WebAccess

    init() throws {
      let sessions = BrowserSessions(clock: clock)
      open = WebAccess(token: nil, port: 8080, sessions: sessions)
      closed = WebAccess(token: Self.token, port: 8080, names: ["pi.local"], sessions: sessions)
      proxied = WebAccess(
        token: Self.token, port: 8080,
        publicURL: try HTTPAddress("https://gps.example.org/boat/", name: "", form: ""),
        sessions: sessions)
    }

    private func status(
      _ access: WebAccess, host: String? = "localhost:8080", target: String = "/",
      _ headers: [String: String] = [:], method: WebRequest.Method = .get,
      network: String = "192.168.1.7"
    ) -> Int {
      var headers = headers
      headers["host"] = host
      return access.refusal(
        of: WebRequest(method: method, target: target, headers: headers, network: network))?.status
        ?? 200
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
      "localhost:80@evil.example", "localhost:", "localhost:80:80", "[::1]evil.example",
      "[::1]:80@evil.example", "[::2]", "127.0.0", "1270.0.0.1", "127.0.0.1.", "[::1",
      "127.evil.example",
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

    @Test func aTokenIsNeeded() {
      #expect(status(closed) == 401)
      #expect(status(closed, target: "/?token=0123456789abcdef") == 200)
      #expect(status(closed, ["authorization": "Bearer 0123456789abcdef"]) == 200)
      #expect(status(closed, ["authorization": "bearer  0123456789abcdef"]) == 200)
      for wrong in ["0123456789abcdee", "0123456789abcde", "0123456789abcdef0", ""] {
        #expect(status(closed, target: "/?token=\(wrong)") == 401)
        #expect(status(closed, ["authorization": "Bearer \(wrong)"]) == 401)
      }
      // The cookie has no token, so nobody learns it from there.
      #expect(status(closed, ["cookie": "locate-web-8080=0123456789abcdef"]) == 401)
    }

    /// Only a wrong token is a guess, and waits for its refusal.
    @Test func aWrongTokenIsAGuess() {
      func isGuess(_ target: String, _ headers: [String: String] = [:]) -> Bool {
        closed.isGuess(
          WebRequest(method: .get, target: target, headers: headers, network: "192.168.1.7"))
      }
      #expect(isGuess("/?token=0") && isGuess("/", ["authorization": "Bearer 0"]))
      #expect(!isGuess("/") && !isGuess("/?token=0123456789abcdef"))
      #expect(!isGuess("/", ["cookie": "locate-web-8080=0"]))
    }

    @Test func aTokenAllowsAddressesAndTheNamesOfTheMachine() {
      let token = ["authorization": "Bearer 0123456789abcdef"]
      for host in ["192.168.1.5:8080", "[fe80::1]:8080", "pi.local:8080"] {
        #expect(status(closed, host: host, token) == 200)
      }
      #expect(status(closed, host: "evil.example", token) == 421)
    }

    @Test func aRefusalSaysHowToBeAuthorized() {
      func challenge(_ headers: [String: String]) -> String? {
        let headers = headers.merging(["host": "pi.local"]) { $1 }
        let refusal = closed.refusal(
          of: WebRequest(method: .get, target: "/api/sky", headers: headers))
        return refusal?.headers.first { $0.name == "WWW-Authenticate" }?.value
      }
      #expect(challenge([:]) == "Bearer realm=\"locate web\"")
      #expect(
        challenge(["authorization": "Bearer no"])
          == "Bearer realm=\"locate web\", error=\"invalid_token\"")
    }

    // MARK: Sessions

    /// The cookie that a browser gets for a request, without its attributes.
    private func cookie(
      _ access: WebAccess, _ target: String = "/?token=\(token)", host: String = "pi.local",
      _ headers: [String: String] = [:]
    ) -> (value: String, attributes: String)? {
      let headers = headers.merging(["host": host]) { $1 }
      let cookie = access.cookie(
        for: WebRequest(method: .get, target: target, headers: headers, network: "192.168.1.7"))
      return cookie.map { text in
        let value = text.prefix { $0 != ";" }
        return (String(value), String(text.dropFirst(value.count)))
      }
    }

    @Test func theLinkBeginsASessionThatNoScriptReads() throws {
      let (value, attributes) = try #require(cookie(closed))
      #expect(value.hasPrefix("locate-web-8080=") && !value.contains(Self.token))
      #expect(attributes == "; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict")
      #expect(status(closed, ["cookie": "a=b; \(value)"]) == 200)
      #expect(cookie(closed)?.value != value)
      for target in ["/", "/?token=wrong", "/api/location?token=\(Self.token)"] {
        #expect(cookie(closed, target) == nil)
      }
      #expect(cookie(open) == nil)
    }

    @Test func aSessionIsOnlyForTheNetworkOfItsBrowser() throws {
      let (value, _) = try #require(cookie(closed))
      #expect(status(closed, ["cookie": value], network: "192.168.1.8") == 401)
      #expect(status(closed, ["cookie": value]) == 200)
      let port = value.split(separator: "=")[1]
      #expect(status(closed, ["cookie": "locate-web-80=\(port)"]) == 401)
    }

    @Test func aSessionEndsAWeekAfterItsLastUse() throws {
      let (value, _) = try #require(cookie(closed))
      let nearlyAWeek = Duration.seconds(7 * 24 * 3600 - 1)
      for _ in 1...3 {
        clock.advance(by: nearlyAWeek)
        #expect(status(closed, ["cookie": value]) == 200)
      }
      // The page and its stream renew the cookie.
      for target in ["/", "/api/events"] {
        #expect(cookie(closed, target, ["cookie": value])?.value == value)
      }
      clock.advance(by: nearlyAWeek + .seconds(1))
      #expect(status(closed, ["cookie": value]) == 401)
    }

    @Test func theNumberOfSessionsIsLimited() throws {
      let (first, _) = try #require(cookie(closed))
      for _ in 1...BrowserSessions.limit {
        clock.advance(by: .milliseconds(1))
        _ = cookie(closed)
      }
      let (last, _) = try #require(cookie(closed))
      #expect(status(closed, ["cookie": first]) == 401)
      #expect(status(closed, ["cookie": last]) == 200)
    }

    // MARK: A reverse proxy

    @Test(arguments: ["gps.example.org", "GPS.example.org:443", "127.0.0.1:8080"])
    func aProxyMayNameThePublicHostOrThisServer(host: String) {
      let token = ["authorization": "Bearer \(Self.token)"]
      #expect(status(proxied, host: host, token) == 200)
      #expect(status(proxied, host: host) == 401)
      let own = token.merging(["origin": "https://gps.example.org"]) { $1 }
      #expect(status(proxied, host: host, own, method: .post) == 200)
      for origin in [
        "http://gps.example.org", "https://gps.example.org:8443", "https://evil.example",
      ] {
        let other = token.merging(["origin": origin]) { $1 }
        #expect(status(proxied, host: host, other, method: .post) == 403)
      }
      #expect(status(closed, host: "gps.example.org", token) == 421)
    }

    @Test func theCookieOfAProxyIsForItsPath() throws {
      let attributes = cookie(proxied, host: "gps.example.org")?.attributes
      #expect(
        attributes == "; Path=/boat/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure")
      #expect(
        cookie(proxied, host: "127.0.0.1:8080")?.attributes
          == "; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict")
    }
  }
#endif
