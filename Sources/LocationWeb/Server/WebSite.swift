#if Web
  import LocationCore
  import LocationIO
  import LocationText

  /// Answers requests. It does no I/O.
  struct WebSite: Sendable {
    /// What a client gets.
    enum Answer: Sendable {
      case response(WebResponse)
      /// The stream of events, from the one after an id, with its headers.
      case events(after: String?, headers: [(name: String, value: String)])
      /// A tile of an archive, which has to be read; see ``response(_:of:)``.
      case tile(TileArchive, TilePath)
    }

    let hub: WebHub
    let player: WebPlayer
    let access: WebAccess
    let tiles: WebTiles?

    private static let methods: [String: String] = [
      "/api/location": "GET, HEAD", "/api/sky": "GET, HEAD", "/api/track.gpx": "GET, HEAD",
      "/api/track": "GET, HEAD", "/api/recording": "GET, HEAD",
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
      if let archive = tiles?.archive, let path = TilePath(request.path) {
        return .tile(archive, path)
      }
      var response = content(for: request)
      response.headers += headers
      return .response(response)
    }

    /// The answer with a tile, or why there is none.
    func response(
      _ tile: Result<TileArchive.Tile?, UserLocationError>, of request: WebRequest
    ) -> WebResponse {
      var response: WebResponse
      switch tile {
      case .success(let tile?):
        response = WebResponse(200, tile.type, tile.bytes)
        response.headers += headers(caching: "private, max-age=86400")
        return response
      case .success(nil): response = request.failure(404, "The archive does not have this tile.")
      case .failure(let error):
        response = request.failure(500, "The tile cannot be read: \(error.detail).")
      }
      response.headers += headers
      return response
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
        methods(of: request.path) == nil
      else { return request }
      var request = request
      request.path = "/" + request.path.dropFirst(path.count)
      return request
    }

    /// The answer to a request for a path or with a method that does not exist.
    private func misdirection(of request: WebRequest) -> WebResponse? {
      guard let allowed = methods(of: request.path) else {
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

    private func methods(of path: String) -> String? {
      if PageFile.all[path] != nil { return "GET, HEAD" }
      if tiles?.archive != nil, TilePath(path) != nil { return "GET, HEAD" }
      return Self.methods[path]
    }

    /// The headers of each answer, the stream of events included.
    var headers: [(name: String, value: String)] { headers(caching: "no-store") }

    private func headers(caching: String) -> [(name: String, value: String)] {
      let images = tiles?.origin.map { " \($0)" } ?? ""
      return [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' data:\(images); base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        // Some tile servers answer only if they know which page asks.
        (
          "Referrer-Policy",
          tiles?.origin == nil ? "no-referrer" : "strict-origin-when-cross-origin"
        ),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", caching),
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
      case "/api/track":
        guard let track = hub.track(of: request.query["receiver"]) else {
          return noReceiver(for: request)
        }
        return .json(track)
      case "/api/recording": return player.whole(request)
      case "/api/track.gpx":
        guard let track = hub.gpx(of: request.query["receiver"]) else {
          return noReceiver(for: request)
        }
        var response = WebResponse(200, "application/gpx+xml", track)
        response.headers.append(("Content-Disposition", "attachment; filename=\"track.gpx\""))
        return response
      case "/metrics": return metrics
      case "/v1/geolocate": return geolocation(for: request)
      default: return player.answer(request)
      }
    }

    private func noReceiver(for request: WebRequest) -> WebResponse {
      request.failure(
        404,
        "This is not the track of one receiver; choose one with receiver=ID, as /api/location names it."
      )
    }

    /// What the page needs besides the state: where its tiles are.
    private var settings: [UInt8] {
      var text = ByteText()
      text.write("{")
      if let tiles {
        text.member(#""tiles":{"url":"#, string: tiles.url)
        text.member(#","attribution":"#, string: tiles.attribution)
        text.member(#","minZoom":"#, integer: tiles.archive?.zooms.lowerBound)
        text.member(#","maxZoom":"#, integer: tiles.archive?.zooms.upperBound)
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

  /// Which tile a path names: `/tiles/ZOOM/X/Y`.
  struct TilePath: Sendable {
    let zoom: Int
    let x: Int
    let y: Int

    init?(_ path: String) {
      guard path.hasPrefix("/tiles/") else { return nil }
      let parts = path.dropFirst(7).split(separator: "/", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { UInt32($0) }
      guard parts.count == 3, numbers.count == 3 else { return nil }
      (zoom, x, y) = (Int(numbers[0]), Int(numbers[1]), Int(numbers[2]))
    }
  }
#endif
