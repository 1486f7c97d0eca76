#if Web
  /// Decides who may use the page.
  ///
  /// Any page that a browser shows can send requests to this machine. So a request must name this server as
  /// its host (against DNS rebinding), and it must not come from another page (against forged requests).
  /// Where other machines can connect, a request also needs the token.
  struct WebAccess: Sendable {
    /// The token; `nil` if none is needed.
    let token: String?
    /// The name of the cookie with the token. A browser sends a cookie to all ports of a host, so the name
    /// has the port.
    let cookie: String
    /// The names of this machine that a request may give, besides localhost and addresses.
    let names: Set<String>

    init(token: String?, port: Int, names: Set<String> = []) {
      self.token = token
      cookie = "locate-web-\(port)"
      self.names = names
    }

    /// Why a request is refused; `nil` if it is not.
    func refusal(of request: WebRequest) -> WebResponse? {
      guard let host = request.headers["host"], isOwn(host) else {
        return .text(
          421, "This server is not called so. Use the address that locate web printed.")
      }
      if let origin = request.headers["origin"],
        origin.lowercased() != "http://\(host.lowercased())"
      {
        return .text(403, "Pages of other servers may not use this one.")
      }
      // A browser says so for requests without an origin. Following a link from elsewhere is allowed.
      if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none",
        request.headers["sec-fetch-mode"] != "navigate" || request.method != .get
      {
        return .text(403, "Pages of other servers may not use this one.")
      }
      guard isAuthorized(request) else {
        return .text(401, "Open the link that locate web printed. It contains the token.")
      }
      return nil
    }

    /// The header that makes a browser keep the token of the link; `nil` if the request has no token in its
    /// address.
    func cookie(for request: WebRequest) -> String? {
      guard let token, request.query["token"] != nil else { return nil }
      return "\(cookie)=\(token); Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict"
    }

    private func isAuthorized(_ request: WebRequest) -> Bool {
      guard let token else { return true }
      var given = [request.query["token"]]
      let authorization = request.headers["authorization"] ?? ""
      if authorization.hasPrefix("Bearer ") { given.append(String(authorization.dropFirst(7))) }
      for pair in (request.headers["cookie"] ?? "").split(separator: ";") {
        let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
        if parts.count == 2, parts[0] == cookie { given.append(String(parts[1])) }
      }
      return given.compactMap { $0 }.contains { Self.areEqual($0, token) }
    }

    /// Compares in a time that does not depend on the content.
    private static func areEqual(_ one: String, _ other: String) -> Bool {
      guard one.utf8.count == other.utf8.count else { return false }
      return zip(one.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether `HOST[:PORT]` is this machine. An attacker's name that leads here is none of these; an
    /// address needs no name. The port may be that of a tunnel.
    private func isOwn(_ host: String) -> Bool {
      var name = host.lowercased()
      if name.hasPrefix("[") {
        guard let end = name.firstIndex(of: "]") else { return false }
        name = String(name[name.index(after: name.startIndex)..<end])
        return token != nil ? name.contains(":") : name == "::1"
      }
      if let colon = name.firstIndex(of: ":") { name = String(name[..<colon]) }
      if name == "localhost" || names.contains(name) { return true }
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { UInt8($0) }
      guard parts.count == 4, numbers.count == 4 else { return false }
      return token != nil || numbers[0] == 127
    }
  }
#endif
