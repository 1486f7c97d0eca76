#if Web
  import NIOCore
  import NIOHTTP1

  /// Reads the requests of one client, and writes the answers. All of it happens on one event loop.
  final class WebConnection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let site: WebSite
    private let limits: WebSettings.Limits
    private let clients: WebClients
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// Closes the connection of a client that is too slow.
    private var deadline: Scheduled<Void>?

    init(site: WebSite, limits: WebSettings.Limits, clients: WebClients) {
      self.site = site
      self.limits = limits
      self.clients = clients
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
      case .body(let bytes):
        guard head != nil else { return }
        guard body.count + bytes.readableBytes <= limits.body else {
          let response = WebResponse.text(413, "A body has at most \(limits.body) bytes.")
          return write(response, for: head, closes: true, context)
        }
        body += bytes.readableBytesView
      case .end:
        guard let head else { return }
        answer(head, context)
      }
    }

    /// A broken request or connection. The handler before this one has answered a broken request.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      var headers: [String: String] = [:]
      var hosts = 0
      for header in head.headers {
        let name = header.name.lowercased()
        if name == "host" { hosts += 1 }
        headers[name] = header.value
      }
      // Two hosts are a trick (RFC 9112, section 3.2).
      if hosts > 1 { headers["host"] = nil }
      let method: WebRequest.Method =
        switch head.method {
        case .GET: .get
        case .HEAD: .head
        case .POST: .post
        default: .other
        }
      let request = WebRequest(method: method, target: head.uri, headers: headers, body: body)
      switch site.answer(request) {
      case .response(let response): write(response, for: head, closes: false, context)
      case .events(let id):
        guard clients.canAddStream else {
          let response = WebResponse.text(503, "Too many clients read the events.")
          return write(response, for: head, closes: true, context)
        }
        stream(after: id, head, context)
      }
    }

    private func write(
      _ response: WebResponse, for head: HTTPRequestHead?, closes: Bool,
      _ context: ChannelHandlerContext
    ) {
      let keepsOpen = !closes && (head?.isKeepAlive ?? false)
      var headers = HTTPHeaders(response.headers)
      headers.add(name: "Content-Length", value: String(response.body.count))
      if !keepsOpen { headers.add(name: "Connection", value: "close") }
      let line = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: response.status),
        headers: headers)
      context.write(wrapOutboundOut(.head(line)), promise: nil)
      if head?.method != .HEAD {
        let bytes = context.channel.allocator.buffer(bytes: response.body)
        context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: nil)
      }
      self.head = nil
      body = []
      expectRequest(context)
      let end = context.writeAndFlush(wrapOutboundOut(.end(nil)))
      if !keepsOpen { end.assumeIsolated().whenComplete { _ in context.close(promise: nil) } }
    }

    private func stream(
      after id: String?, _ head: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      deadline?.cancel()
      var headers = HTTPHeaders(site.headers)
      headers.add(name: "Content-Type", value: "text/event-stream")
      let line = HTTPResponseHead(version: .http1_1, status: .ok, headers: headers)
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
      let seconds = limits.patience / .seconds(1)
      deadline = context.eventLoop.assumeIsolated().scheduleTask(
        in: .milliseconds(Int64(seconds * 1000))
      ) {
        context.close(promise: nil)
      }
    }
  }
#endif
