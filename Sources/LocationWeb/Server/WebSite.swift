#if Web
  import LocationSources
  import LocationText

  /// Answers requests. It does no I/O.
  struct WebSite: Sendable {
    /// What a client gets.
    enum Answer: Sendable {
      case response(WebResponse)
      /// The stream of events, from the one after an id.
      case events(after: String?)
    }

    let hub: WebHub
    let player: WebPlayer
    let access: WebAccess
    let tiles: WebTiles?

    private static let methods: [String: String] = [
      "/api/location": "GET, HEAD", "/api/sky": "GET, HEAD", "/api/track.gpx": "GET, HEAD",
      "/api/places": "GET, HEAD", "/api/events": "GET", "/api/settings": "GET, HEAD",
      "/metrics": "GET, HEAD", "/api/playback": "POST",
    ]

    /// Answers a request.
    func answer(_ request: WebRequest) -> Answer {
      var answer = access.refusal(of: request).map { Answer.response($0) } ?? content(for: request)
      guard case .response(var response) = answer else { return answer }
      response.headers += headers
      if response.status == 200, let cookie = access.cookie(for: request) {
        response.headers.append(("Set-Cookie", cookie))
      }
      answer = .response(response)
      return answer
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

    private func content(for request: WebRequest) -> Answer {
      let file = PageFile.all[request.path]
      guard let allowed = file != nil ? "GET, HEAD" : Self.methods[request.path] else {
        return .response(.text(404, "There is nothing here. The page is at /."))
      }
      let isAllowed =
        switch request.method {
        case .get: allowed.contains("GET")
        case .head: allowed.contains("HEAD")
        case .post: allowed == "POST"
        case .other: false
        }
      guard isAllowed else {
        var refusal = WebResponse.text(405, "\(request.path) allows \(allowed).")
        refusal.headers.append(("Allow", allowed))
        return .response(refusal)
      }
      if let file { return .response(WebResponse(200, file.type, file.bytes)) }
      switch request.path {
      case "/api/events":
        return .events(after: request.headers["last-event-id"] ?? request.query["after"])
      case "/api/location": return .response(.json(hub.location()))
      case "/api/sky": return .response(.json(hub.sky()))
      case "/api/places":
        return .response(WebResponse(200, "application/geo+json", hub.places()))
      case "/api/settings": return .response(.json(settings))
      case "/api/track.gpx":
        var response = WebResponse(200, "application/gpx+xml", hub.track())
        response.headers.append(("Content-Disposition", "attachment; filename=\"track.gpx\""))
        return .response(response)
      case "/metrics": return .response(metrics)
      default: return .response(player.answer(request))
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

    private var metrics: WebResponse {
      let snapshot = hub.snapshot()
      return WebResponse(
        200, LocationMetrics.mediaType,
        WebMetrics(state: snapshot.state, clients: snapshot.clients, now: snapshot.now).bytes)
    }
  }
#endif
