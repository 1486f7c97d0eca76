#if Web
  import LocationText

  /// Answers requests. It does no I/O.
  struct WebSite: Sendable {
    /// What a client gets.
    enum Answer: Sendable {
      case response(WebResponse)
      /// The stream of events, from the one after an id, with its headers.
      case events(after: String?, headers: [(name: String, value: String)])
    }

    let hub: WebHub
    let player: WebPlayer
    let access: WebAccess
    let tiles: WebTiles?

    private static let methods: [String: String] = [
      "/api/location": "GET, HEAD", "/api/sky": "GET, HEAD", "/api/track.gpx": "GET, HEAD",
      "/api/places": "GET, HEAD", "/api/events": "GET", "/api/settings": "GET, HEAD",
      "/metrics": "GET, HEAD", "/api/playback": "POST", "/v1/geolocate": "GET, HEAD, POST",
    ]

    func answer(_ request: WebRequest) -> Answer {
      if let refusal = refusal(of: request) { return .response(refusal) }
      let request = relative(request)
      var headers = headers
      if let cookie = access.cookie(for: request) { headers.append(("Set-Cookie", cookie)) }
      if request.path == "/api/events" {
        // A proxy must not wait for more events (nginx, X-Accel-Buffering).
        headers += [("Content-Type", "text/event-stream"), ("X-Accel-Buffering", "no")]
        let id = request.headers["last-event-id"] ?? request.query["after"]
        return .events(after: id, headers: headers)
      }
      var response = content(for: request)
      response.headers += headers
      return .response(response)
    }

    /// Why a request is refused, whatever its body is; `nil` if it is not.
    func refusal(of request: WebRequest) -> WebResponse? {
      let request = relative(request)
      var refusal = access.refusal(of: request) ?? misdirection(of: request)
      refusal?.headers += headers
      return refusal
    }

    /// A request for a path below the public address. A proxy may leave the public path out or not.
    private func relative(_ request: WebRequest) -> WebRequest {
      guard let path = access.publicURL?.path, request.path.hasPrefix(path),
        Self.methods(of: request.path) == nil
      else { return request }
      var request = request
      request.path = "/" + request.path.dropFirst(path.count)
      return request
    }

    /// The answer to a request for a path or with a method that does not exist.
    private func misdirection(of request: WebRequest) -> WebResponse? {
      guard let allowed = Self.methods(of: request.path) else {
        return request.failure(
          404, "There is nothing here. The page is at \(access.publicURL?.path ?? "/").")
      }
      let isAllowed =
        switch request.method {
        case .get: allowed.contains("GET")
        case .head: allowed.contains("HEAD")
        case .post: allowed.contains("POST")
        case .other: false
        }
      if isAllowed { return nil }
      var refusal = request.failure(405, "\(request.path) allows \(allowed).")
      refusal.headers.append(("Allow", allowed))
      return refusal
    }

    private static func methods(of path: String) -> String? {
      PageFile.all[path] != nil ? "GET, HEAD" : methods[path]
    }

    /// The headers of each answer, the stream of events included.
    var headers: [(name: String, value: String)] {
      let images = tiles.map { " \($0.origin)" } ?? ""
      return [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' data:\(images); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        // Some tile servers answer only if they know which page asks.
        ("Referrer-Policy", tiles == nil ? "no-referrer" : "strict-origin-when-cross-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
      ]
    }

    private func content(for request: WebRequest) -> WebResponse {
      if let file = PageFile.all[request.path] {
        return WebResponse(200, file.type, file.bytes)
      }
      switch request.path {
      case "/api/location": return .json(hub.location())
      case "/api/sky": return .json(hub.sky())
      case "/api/places":
        return WebResponse(200, "application/geo+json", hub.places())
      case "/api/settings": return .json(settings)
      case "/api/track.gpx":
        var response = WebResponse(200, "application/gpx+xml", hub.track())
        response.headers.append(("Content-Disposition", "attachment; filename=\"track.gpx\""))
        return response
      case "/metrics": return metrics
      case "/v1/geolocate": return geolocation(for: request)
      default: return player.answer(request)
      }
    }

    /// What the page needs besides the state: the tile server.
    private var settings: [UInt8] {
      var text = ByteText()
      text.write("{")
      if let tiles {
        text.member(#""tiles":{"url":"#, string: tiles.url)
        text.member(#","attribution":"#, string: tiles.attribution)
        text.write("}")
      }
      text.write("}")
      return text.bytes
    }

    private func geolocation(for request: WebRequest) -> WebResponse {
      let snapshot = hub.snapshot()
      return Geolocation(
        of: snapshot.state, receiver: request.query["receiver"], now: snapshot.now
      ).response
    }

    private var metrics: WebResponse {
      let snapshot = hub.snapshot()
      return WebResponse(
        200, MetricFamily.mediaType,
        WebMetrics(
          state: snapshot.state, sources: hub.sources, clients: snapshot.clients, now: snapshot.now
        ).bytes)
    }
  }
#endif
