#if Web
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// The connections of a server.
  ///
  /// A connection whose first request is not complete, or was refused, is a newcomer. There is always room for
  /// another newcomer: it takes the place of the oldest one, so clients that ask at once are served while others
  /// only hold connections. Each network has its share of the newcomers.
  final class WebClients: Sendable {
    private struct Stream {
      let channel: any Channel
      /// How many events wait for the client, and when the system last took one.
      var waiting = 0
      var progress = NIODeadline.now()
    }

    private struct Newcomer {
      let channel: any Channel
      let network: String
    }

    private struct Content {
      /// The oldest one first.
      var newcomers: [Newcomer] = []
      /// The connections with an accepted request.
      var accepted: Set<ObjectIdentifier> = []
      var streams: [ObjectIdentifier: Stream] = [:]
      var batch = EventBatch()
    }

    /// How long the events after a write are gathered for the next one. A fleet has thousands of events a second, and
    /// a write for each of them and each client would be most of the work.
    private static let gathering = TimeAmount.milliseconds(20)

    /// Tells a connection that a newer one takes its place.
    struct Displacement: Sendable {}

    private let content = Mutex(Content())
    private let limits: WebSettings.Limits

    init(limits: WebSettings.Limits) { self.limits = limits }

    /// How many clients read the events.
    var streamCount: Int { content.withLock { $0.streams.count } }

    var canAddStream: Bool { streamCount < limits.streams }

    /// Counts a connection until it is closed.
    func add(_ channel: any Channel, from network: String) {
      let displaced = content.withLock { content in
        content.newcomers.append(Newcomer(channel: channel, network: network))
        return displace(&content, network)
      }
      displaced?.pipeline.fireUserInboundEventTriggered(Displacement())
      channel.closeFuture.whenComplete { [weak self] _ in
        self?.content.withLock { content in
          content.newcomers.removeAll { $0.channel === channel }
          content.accepted.remove(ObjectIdentifier(channel))
          content.streams[ObjectIdentifier(channel)] = nil
        }
      }
    }

    /// Removes the newcomer whose place another one from a network takes, if there are too many.
    private func displace(_ content: inout Content, _ network: String) -> (any Channel)? {
      var counts: [String: Int] = [:]
      for newcomer in content.newcomers { counts[newcomer.network, default: 0] += 1 }
      var crowded: String?
      if counts[network] ?? 0 > limits.newcomersOfNetwork {
        crowded = network
      } else if content.newcomers.count > limits.newcomers {
        crowded = counts.max { $0.value < $1.value }?.key
      }
      guard let index = content.newcomers.firstIndex(where: { $0.network == crowded }) else {
        return nil
      }
      return content.newcomers.remove(at: index).channel
    }

    /// Notes that a request of a connection was accepted.
    ///
    /// - Returns: whether there is room for it.
    func accept(_ channel: any Channel) -> Bool {
      content.withLock { content in
        if content.accepted.contains(ObjectIdentifier(channel)) { return true }
        guard content.accepted.count < limits.connections else { return false }
        content.newcomers.removeAll { $0.channel === channel }
        content.accepted.insert(ObjectIdentifier(channel))
        return true
      }
    }

    // MARK: Streams

    /// Sends all later events to a connection.
    func addStream(_ channel: any Channel) {
      content.withLock { $0.streams[ObjectIdentifier(channel)] = Stream(channel: channel) }
    }

    /// Sends an event to all streams: at once, or with the others that follow a write soon.
    ///
    /// - Parameter loop: the event loop of all connections.
    func send(_ bytes: [UInt8], on loop: any EventLoop) {
      let isFirst = content.withLock { $0.batch.add(bytes) }
      guard isFirst else { return }
      loop.execute {
        self.write(bytes)
        self.gather(on: loop)
      }
    }

    /// Sends what was gathered, after a time.
    private func gather(on loop: any EventLoop) {
      loop.scheduleTask(in: Self.gathering) { [weak self] in
        guard let self, let bytes = content.withLock({ $0.batch.take() }) else { return }
        write(bytes)
        gather(on: loop)
      }
    }

    /// Writes events to all streams, and disconnects clients that do not read. Called on the event loop.
    private func write(_ bytes: [UInt8]) {
      let streams = content.withLock { $0.streams }
      let buffer = ByteBuffer(bytes: bytes)
      let now = NIODeadline.now()
      for (id, stream) in streams {
        // What waits for this client has reached the limit, or waits for too long.
        guard stream.channel.isWritable,
          stream.waiting == 0 || now - stream.progress < TimeAmount(limits.patience)
        else {
          drop(id)
          continue
        }
        content.withLock { content in
          if stream.waiting == 0 { content.streams[id]?.progress = now }
          content.streams[id]?.waiting += 1
        }
        stream.channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).whenComplete
        {
          [weak self] _ in self?.noteProgress(of: id)
        }
      }
    }

    /// Ends all streams, so that their clients know that nothing was cut off.
    ///
    /// - Parameter loop: the event loop of all connections. A client that does not read gets a second.
    func endStreams(on loop: any EventLoop) async {
      // The last events precede the end.
      _ = try? await loop.submit { self.content.withLock { $0.batch.take() }.map(self.write) }.get()
      let channels = content.withLock { content in
        defer { content.streams = [:] }
        return content.streams.values.map(\.channel)
      }
      let ends = channels.map { channel in
        channel.writeAndFlush(HTTPServerResponsePart.end(nil)).flatMap { channel.close() }
      }
      let limit = loop.scheduleTask(in: .seconds(1)) {
        for channel in channels { channel.close(promise: nil) }
      }
      _ = try? await EventLoopFuture.whenAllComplete(ends, on: loop).get()
      limit.cancel()
    }

    private func noteProgress(of id: ObjectIdentifier) {
      content.withLock { content in
        content.streams[id]?.waiting -= 1
        content.streams[id]?.progress = .now()
      }
    }

    private func drop(_ id: ObjectIdentifier) {
      let stream = content.withLock { $0.streams.removeValue(forKey: id) }
      stream?.channel.close(promise: nil)
    }
  }
#endif
