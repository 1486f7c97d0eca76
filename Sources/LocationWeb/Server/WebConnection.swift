#if Web
  import LocationCore
  import LocationIO
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// Reads the requests of one client, and writes the answers. All of it happens on one event loop.
  final class WebConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let site: WebSite
    private let limits: WebSettings.Limits
    private let clients: WebClients
    private let network: String
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// Closes the connection of a client that is too slow.
    private var deadline: Scheduled<Void>?

    init(site: WebSite, limits: WebSettings.Limits, clients: WebClients, network: String) {
      self.site = site
      self.limits = limits
      self.clients = clients
      self.network = network
    }

    /// A decoder of requests.
    static func decoder(
      _ limits: WebSettings.Limits
    ) -> ByteToMessageHandler<HTTPRequestDecoder> {
      var decoding = NIOHTTPDecoderLimitConfiguration()
      decoding.maxHeaderFieldSize = limits.headers
      decoding.maxHeaderListSize = limits.headers
      decoding.maxHeaderFieldCount = 64
      return ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: decoding))
    }

    func channelActive(context: ChannelHandlerContext) {
      expectRequest(context)
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      deadline?.cancel()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        self.head = head
        body = []
        if let expectation = head.headers.first(name: "expect") {
          answer(expectation, of: head, context)
        }
      case .body(let bytes):
        guard let head else { return }
        guard body.count + bytes.readableBytes <= limits.body else {
          return write(tooLarge(request(head)), for: head, closes: true, context)
        }
        body += bytes.readableBytesView
      case .end:
        guard let head else { return }
        if head.headers.contains(name: "upgrade") || head.method == .CONNECT {
          ignoreUpgrade(context)
        }
        answer(head, context)
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard event is WebClients.Displacement else {
        return context.fireUserInboundEventTriggered(event)
      }
      // There is no complete request, so the encoder of answers would not expect one.
      let answer =
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
        + "Retry-After: 1\r\nConnection: close\r\n\r\n"
        + "Too many connections wait for their first request; this was the oldest one.\n"
      let bytes = context.channel.allocator.buffer(string: answer)
      let encoder = try? context.pipeline.syncOperations.context(
        handlerType: HTTPResponseEncoder.self)
      let end = (encoder ?? context).writeAndFlush(NIOAny(bytes))
      end.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    /// A broken request or connection. The handler before this one has answered a broken request.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    // MARK: Requests

    /// Goes on with HTTP/1.1 after a request that offers another protocol, as Java's `HttpClient` and `curl --http2` do.
    /// NIO's decoder stops there, so another one takes its place, and what it did not read.
    private func ignoreUpgrade(_ context: ChannelHandlerContext) {
      let pipeline = context.pipeline.syncOperations
      guard
        let former = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self),
        (try? pipeline.addHandler(Self.decoder(limits), position: .after(former))) != nil
      else { return context.close(promise: nil) }
      context.pipeline.syncOperations.removeHandler(former, promise: nil)
    }

    /// Answers a client that waits with the body of its request (RFC 9110, section 10.1.1).
    private func answer(
      _ expectation: String, of head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      // HTTP 1.0 has no expectations.
      guard head.version != .http1_0 else { return }
      let request = request(head)
      let length = head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0
      if expectation.lowercased() != "100-continue" {
        let refusal = request.failure(417, "The only expectation is 100-continue.")
        write(refusal, for: head, closes: true, context)
      } else if let refusal = site.refusal(of: request) {
        write(refusal, for: head, closes: true, context)
      } else if length > limits.body {
        write(tooLarge(request), for: head, closes: true, context)
      } else {
        let line = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(line)), promise: nil)
      }
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      let request = request(head)
      let answer = site.answer(request)
      if case .response(let response) = answer, [401, 403, 421].contains(response.status) {
        return refuse(response, isGuess: site.access.isGuess(request), head, context)
      }
      guard clients.accept(context.channel) else {
        return write(
          busy("Too many clients are connected.", request), for: head, closes: true, context)
      }
      switch answer {
      case .response(let response): write(response, for: head, closes: false, context)
      case .events(let id, let headers):
        guard clients.canAddStream else {
          let response = busy("Too many clients read the events.", request)
          return write(response, for: head, closes: true, context)
        }
        stream(after: id, headers, head, context)
      case .tile(let archive, let path): read(path, of: archive, request, head, context)
      }
    }

    /// Closes the connection with a refusal. A guess waits for it, so that nobody tries thousands of tokens in a second.
    private func refuse(
      _ response: WebResponse, isGuess: Bool, _ head: HTTPRequestHead,
      _ context: ChannelHandlerContext
    ) {
      guard isGuess else { return write(response, for: head, closes: true, context) }
      context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.guessing)) { [self] in
        guard context.channel.isActive else { return }
        write(response, for: head, closes: true, context)
      }
    }

    /// Answers with a tile. It is read on another thread, because that waits for the disk.
    private func read(
      _ path: TilePath, of archive: TileArchive, _ request: WebRequest, _ head: HTTPRequestHead,
      _ context: ChannelHandlerContext
    ) {
      // The client waits now, and not the server.
      deadline?.cancel()
      let reading = NIOThreadPool.singleton.runIfActive(eventLoop: context.eventLoop) {
        Result { () throws(UserLocationError) in
          try archive.tile(zoom: path.zoom, x: path.x, y: path.y)
        }
      }
      reading.assumeIsolated().whenComplete { [self] result in
        guard context.channel.isActive, let tile = try? result.get() else {
          return context.close(promise: nil)
        }
        write(site.response(tile, of: request), for: head, closes: false, context)
      }
    }

    private func request(_ head: HTTPRequestHead) -> WebRequest {
      var headers: [String: String] = [:]
      var hosts = 0
      for header in head.headers {
        let name = header.name.lowercased()
        if name == "host" { hosts += 1 }
        headers[name] = header.value
      }
      // A request with two Host headers is invalid (RFC 9112, section 3.2). Without a host it is refused: proxies
      // and we could read different ones.
      if hosts > 1 { headers["host"] = nil }
      let method: WebRequest.Method =
        switch head.method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        default: .other
        }
      return WebRequest(
        method: method, target: head.uri, headers: headers, body: body, network: network)
    }

    private func tooLarge(_ request: WebRequest) -> WebResponse {
      request.failure(413, "A body has at most \(limits.body) bytes.")
    }

    private func busy(_ words: String, _ request: WebRequest) -> WebResponse {
      var response = request.failure(503, words)
      response.headers.append(("Retry-After", "5"))
      return response
    }

    // MARK: Answers

    private func write(
      _ response: WebResponse, for head: HTTPRequestHead, closes: Bool,
      _ context: ChannelHandlerContext
    ) {
      let keepsOpen = !closes && head.isKeepAlive
      var headers = HTTPHeaders(response.headers)
      headers.add(name: "Content-Length", value: String(response.body.count))
      if !keepsOpen { headers.add(name: "Connection", value: "close") }
      let line = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: response.status),
        headers: headers)
      context.write(wrapOutboundOut(.head(line)), promise: nil)
      self.head = nil
      body = []
      expectRequest(context)
      if head.method == .HEAD { return finish(keepsOpen: keepsOpen, context) }
      let bytes = context.channel.allocator.buffer(bytes: response.body)
      let written = context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))))
      written.assumeIsolated().whenComplete { [self] _ in finish(keepsOpen: keepsOpen, context) }
    }

    /// Ends an answer. Its content has left by then, because the next request begins after it: for a client that
    /// sends many requests and reads nothing, one answer waits.
    private func finish(keepsOpen: Bool, _ context: ChannelHandlerContext) {
      let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if !keepsOpen { end.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
    }

    /// Begins the stream of events. A client with HTTP 1.0, as nginx is by default, knows no chunks: its stream
    /// ends with the connection.
    private func stream(
      after id: String?, _ headers: [(name: String, value: String)], _ head: HTTPRequestHead,
      _ context: ChannelHandlerContext
    ) {
      deadline?.cancel()
      let line = HTTPResponseHead(
        version: head.version == .http1_0 ? .http1_0 : .http1_1, status: .ok,
        headers: HTTPHeaders(headers))
      context.write(wrapOutboundOut(.head(line)), promise: nil)
      // A client waits a second before it connects again.
      let greeting = Array("retry: 1000\n\n".utf8) + site.hub.greeting(after: id)
      let bytes = context.channel.allocator.buffer(bytes: greeting)
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
      clients.addStream(context.channel)
    }

    /// Closes the connection unless the next request is complete in time.
    private func expectRequest(_ context: ChannelHandlerContext) {
      deadline?.cancel()
      deadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.patience)) {
        context.close(promise: nil)
      }
    }
  }
#endif
