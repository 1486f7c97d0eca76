#if Web
  import LocationIO

  /// Decides who may use the page.
  ///
  /// Any page that a browser shows can send requests to this machine. So a request must name this server as
  /// its host (against DNS rebinding), and it must not come from another page (against forged requests).
  /// Where other machines can connect, a request also needs the token, or the session of a browser that had it.
  struct WebAccess: Sendable {
    /// The token; `nil` if none is needed.
    let token: String?
    /// The name of the cookie with the session. A browser sends a cookie to all ports of a host, so the name
    /// has the port.
    let cookie: String
    /// The names of this machine that a request may give, besides localhost and addresses.
    let names: Set<String>
    /// The address of the page at a reverse proxy. Its path ends with a slash.
    let publicURL: HTTPAddress?
    private let sessions: BrowserSessions

    init(
      token: String?, port: Int, names: Set<String> = [], publicURL: HTTPAddress? = nil,
      sessions: BrowserSessions
    ) {
      self.token = token
      cookie = "locate-web-\(port)"
      self.names = names
      self.publicURL = publicURL
      self.sessions = sessions
    }

    /// Why a request is refused; `nil` if it is not.
    func refusal(of request: WebRequest) -> WebResponse? {
      guard let host = request.headers["host"]?.lowercased(), isPublic(host) || isOwn(host) else {
        return request.failure(
          421, "This server is not called so. Use the address that locate web printed.")
      }
      if let origin = request.headers["origin"], !isOwn(origin: origin.lowercased(), host) {
        return request.failure(403, "Pages of other servers may not use this one.")
      }
      // A browser says so for requests without an origin. Following a link from elsewhere is allowed.
      if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none",
        request.headers["sec-fetch-mode"] != "navigate" || request.method != .get
      {
        return request.failure(403, "Pages of other servers may not use this one.")
      }
      guard token == nil || hasToken(request) || session(of: request) != nil else {
        var refusal = request.failure(
          401, "Open the link that locate web printed. It contains the token.")
        let reason = request.bearer == nil ? "" : ", error=\"invalid_token\""
        refusal.headers.append(("WWW-Authenticate", "Bearer realm=\"locate web\"\(reason)"))
        return refusal
      }
      return nil
    }

    /// The header that makes a browser keep its session: for the link with the token, and again for each page
    /// and stream of events.
    func cookie(for request: WebRequest) -> String? {
      guard let token, request.path == "/" || request.path == "/api/events" else { return nil }
      var value = session(of: request)
      if value == nil, request.path == "/", let given = request.query["token"],
        Self.areEqual(given, token)
      {
        value = sessions.begin(for: request.network)
      }
      guard let value else { return nil }
      let seconds = Int(BrowserSessions.lifetime / .seconds(1))
      let isPublic = request.headers["host"].map { self.isPublic($0.lowercased()) } ?? false
      let path = isPublic ? publicURL?.path ?? "/" : "/"
      return "\(cookie)=\(value); Path=\(path); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
        + (isPublic && publicURL?.isSecure == true ? "; Secure" : "")
    }

    /// Whether a refused request guesses: it has a token, a wrong one.
    func isGuess(_ request: WebRequest) -> Bool {
      token != nil && (request.query["token"] ?? request.bearer) != nil && !hasToken(request)
    }

    private func hasToken(_ request: WebRequest) -> Bool {
      guard let token else { return false }
      return [request.query["token"], request.bearer].contains { given in
        given.map { Self.areEqual($0, token) } ?? false
      }
    }

    /// The valid session of a request.
    private func session(of request: WebRequest) -> String? {
      for pair in (request.headers["cookie"] ?? "").split(separator: ";") {
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == cookie else { continue }
        let value = String(parts[1])
        if sessions.use(value, from: request.network) { return value }
      }
      return nil
    }

    /// Compares in a time that does not depend on the content.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
      guard one.utf8.count == other.utf8.count else { return false }
      return zip(one.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    // MARK: Names

    /// Whether `HOST[:PORT]` is that of the public address.
    private func isPublic(_ host: String) -> Bool {
      guard let publicURL else { return false }
      let full = HostAndPort.text(publicURL.host, publicURL.port ?? (publicURL.isSecure ? 443 : 80))
      return host == publicURL.authority || host == full
    }

    /// Whether a page of this server has an origin. Without the proxy it is `http://` and the host. A proxy may
    /// send its own name for this server as the host.
    private func isOwn(origin: String, _ host: String) -> Bool {
      origin == publicURL?.origin || (!isPublic(host) && origin == "http://\(host)")
    }

    /// Whether `HOST[:PORT]` is this machine. An attacker's name that leads here is none of these; an
    /// address needs no name. The port may be that of a tunnel.
    private func isOwn(_ host: String) -> Bool {
      // `localhost:80@example.org` has no port: in a link it is the server example.org.
      guard
        let name = try? HostAndPort.parse(host[...], host, form: "", ports: 0...UInt16.max).host
      else { return false }
      if host.hasPrefix("[") { return token != nil ? name.contains(":") : name == "::1" }
      if names.contains(name) || HostAndPort.isThisMachine(name) { return true }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      return token != nil && parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }
  }
#endif
