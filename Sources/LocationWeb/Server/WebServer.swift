#if Web
  import LocationCore
  import LocationPOSIX
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// Serves a page. One thread serves all clients.
  struct WebServer: Sendable {
    private let group: MultiThreadedEventLoopGroup
    private let channel: any Channel
    private let clients: WebClients
    /// The addresses for browsers, with the token. The public one comes first.
    let links: [String]

    /// Begins to serve.
    ///
    /// - Throws: `UserLocationError` if the address cannot be used.
    static func start(
      _ settings: WebSettings, hub: WebHub, player: WebPlayer, clock: any LocationClock
    ) async throws(UserLocationError) -> WebServer {
      let address = try await resolve(settings)
      let token = settings.token ?? (settings.reachesOthers ? WebToken.make() : nil)
      let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let clients = WebClients(limits: settings.limits)
      do {
        // The port is known only after this, and the site needs it. A connection that comes before is closed.
        let site = SharedValue<WebSite?>(nil)
        let channel = try await bootstrap(settings.limits, clients, site, on: group)
          .bind(to: address).get()
        let port = channel.localAddress?.port ?? settings.port
        var names: Set = [settings.host.lowercased()]
        if settings.reachesOthers, let name = MachineName.own {
          names.formUnion([name, "\(name).local"])
        }
        site.value = WebSite(
          hub: hub, player: player,
          access: WebAccess(
            token: token, port: port, names: names, publicURL: settings.publicURL,
            sessions: BrowserSessions(clock: clock)), tiles: settings.tiles)
        hub.start(delivery(to: clients, hub, on: channel.eventLoop))
        let pages =
          (settings.publicURL.map { [$0.description] } ?? [])
          + MachineName.hosts(of: address, named: settings.host).map { "http://\($0):\(port)/" }
        return WebServer(
          group: group, channel: channel, clients: clients,
          links: pages.map { $0 + (token.map { "?token=\($0)" } ?? "") })
      } catch {
        try? await group.shutdownGracefully()
        throw UserLocationError(
          .sourceUnavailable, source: "http://\(settings.host):\(settings.port)",
          detail: "it cannot be served: \(reason(error)); choose another address with --listen")
      }
    }

    /// Ends all streams and closes all connections.
    func stop() async {
      try? await channel.close()
      await clients.endStreams(on: channel.eventLoop)
      try? await group.shutdownGracefully()
    }

    private static func resolve(
      _ settings: WebSettings
    ) async throws(UserLocationError) -> SocketAddress {
      let host = settings.host == "*" ? "0.0.0.0" : settings.host
      do {
        return try SocketAddress.makeAddressResolvingHost(host, port: settings.port)
      } catch {
        throw UserLocationError(
          .hostNotFound, source: settings.host, detail: "it is no address of this machine")
      }
    }

    private static func bootstrap(
      _ limits: WebSettings.Limits, _ clients: WebClients, _ site: SharedValue<WebSite?>,
      on group: MultiThreadedEventLoopGroup
    ) -> ServerBootstrap {
      ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(AcceptPause())
          }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelOption(
          .writeBufferWaterMark,
          value: .init(low: limits.waitingBytes / 2, high: limits.waitingBytes)
        )
        .childChannelInitializer { channel in
          guard let site = site.value else { return channel.close() }
          let network = MachineName.network(of: channel.remoteAddress)
          clients.add(channel, from: network)
          return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            // As `configureHTTPServerPipeline` does, but with a decoder that is replaced after an upgrade.
            try pipeline.addHandlers(
              HTTPResponseEncoder(), WebConnection.decoder(limits), HTTPServerPipelineHandler(),
              NIOHTTPResponseHeadersValidator(), HTTPServerProtocolErrorHandler(),
              WebConnection(site: site, limits: limits, clients: clients, network: network))
          }
        }
    }

    private static func delivery(
      to clients: WebClients, _ hub: WebHub, on loop: any EventLoop
    ) -> WebHub.Delivery {
      WebHub.Delivery(
        send: { bytes in clients.send(bytes, on: loop) },
        wait: { time in
          loop.scheduleTask(in: TimeAmount(time)) { hub.release() }
        },
        clientCount: { clients.streamCount })
    }

    private static func reason(_ error: any Error) -> String {
      guard let error = error as? IOError else { return "\(error)" }
      return String(cString: strerror(error.errnoCode))
    }
  }

  /// Accepts nothing for a second when no descriptor is free; otherwise the next try would come at once, for ever.
  ///
  /// NIO's `AcceptBackoffHandler` does not wait if the first connection of a turn fails: the socket stays registered.
  private final class AcceptPause: ChannelInboundHandler {
    typealias InboundIn = any Channel

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard error is IOError else { return context.fireErrorCaught(error) }
      let channel = context.channel
      channel.setOption(.autoRead, value: false).assumeIsolated().whenComplete { _ in
        channel.eventLoop.scheduleTask(in: .seconds(1)) {
          channel.setOption(.autoRead, value: true)
        }
      }
    }
  }
#endif
