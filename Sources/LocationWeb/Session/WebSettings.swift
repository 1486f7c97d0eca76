#if Web
  import LocationIO

  /// How a page is served.
  package struct WebSettings: Sendable {
    /// What a server allows its clients.
    package struct Limits: Sendable {
      /// Connections that have made a request, at the same time.
      package var connections = 400
      /// Connections whose first request is not complete, and those of them from one network. A new one takes
      /// the place of the oldest one.
      package var newcomers = 256
      package var newcomersOfNetwork = 64
      /// Connections that receive events.
      package var streams = 300
      /// Bytes of the headers of a request.
      package var headers = 16 * 1024
      /// Bytes of the body of a request. A client of a geolocation server sends all Wi-Fi access points in sight.
      package var body = 64 * 1024
      /// Bytes that wait for a client. A client that is further behind is disconnected.
      package var waitingBytes = 1 << 20
      /// The time for a complete request, between two requests of a connection, and for a client to read what
      /// waits.
      package var patience = Duration.seconds(20)
      /// The time after which a wrong token is refused.
      package var guessing = Duration.seconds(1)

      package init() {}
    }

    /// The host and the port to listen on. Port 0 takes a free port.
    package var host = "127.0.0.1"
    package var port = 8080
    /// The token of requests. If it is `nil`, one is made for an address that other machines reach.
    package var token: String?
    /// The address of the page at a reverse proxy; `nil` if there is none. A path ends with a slash.
    package var publicURL: HTTPAddress?
    package var tiles: WebTiles?
    package var limits = Limits()

    package init() {}

    /// Whether other machines may reach the page.
    var reachesOthers: Bool { publicURL != nil || !HostAndPort.isThisMachine(host) }
  }

  /// The tiles of the map: those of a tile server, or those of an archive, which this server has.
  package struct WebTiles: Sendable {
    /// The address of a tile, with `{z}`, `{x}` and `{y}`. For an archive it is relative to the page.
    let url: String
    /// Whom the map is from; the page shows it.
    let attribution: String?
    /// The scheme, the host and the port of a tile server. They are a part of a header.
    let origin: String?
    let archive: TileArchive?

    package init(url: String, attribution: String, origin: String) {
      self.url = url
      self.attribution = attribution
      self.origin = origin
      archive = nil
    }

    /// - Parameter attribution: it is shown in place of the archive's own; `nil` for its own.
    package init(_ archive: TileArchive, attribution: String? = nil) {
      // Browsers keep tiles. Those of another server, which may have another archive, are others.
      url = "tiles/{z}/{x}/{y}?server=\(WebToken.make().prefix(8))"
      self.attribution = attribution ?? archive.attribution
      origin = nil
      self.archive = archive
    }
  }
#endif
