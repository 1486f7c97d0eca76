#if Web
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// The connections of a server.
  final class WebClients: Sendable {
    private struct Stream {
      let channel: any Channel
      /// How many events wait for the client, and when the system last took one.
      var waiting = 0
      var progress = NIODeadline.now()
    }

    private struct Content {
      var connections = 0
      var streams: [ObjectIdentifier: Stream] = [:]
      /// How many clients were disconnected because they did not read.
      var dropped = 0
    }

    private let content = Mutex(Content())
    private let limits: WebSettings.Limits

    init(limits: WebSettings.Limits) { self.limits = limits }

    /// How many clients read the events.
    var streamCount: Int { content.withLock { $0.streams.count } }

    var droppedCount: Int { content.withLock { $0.dropped } }

    var canAddStream: Bool { streamCount < limits.streams }

    /// Counts a connection until it is closed.
    ///
    /// - Returns: whether there is room for it.
    func add(_ channel: any Channel) -> Bool {
      let hasRoom = content.withLock { content in
        guard content.connections < limits.connections else { return false }
        content.connections += 1
        return true
      }
      guard hasRoom else { return false }
      channel.closeFuture.whenComplete { [weak self] _ in
        self?.content.withLock { content in
          content.connections -= 1
          content.streams[ObjectIdentifier(channel)] = nil
        }
      }
      return true
    }

    /// Sends all later events to a connection.
    func addStream(_ channel: any Channel) {
      content.withLock { $0.streams[ObjectIdentifier(channel)] = Stream(channel: channel) }
    }

    /// Sends an event to all streams, and disconnects clients that do not read. Called on the event loop of all
    /// connections.
    func send(_ bytes: [UInt8]) {
      let streams = content.withLock { $0.streams }
      let buffer = ByteBuffer(bytes: bytes)
      let now = NIODeadline.now()
      for (id, stream) in streams {
        // What waits for this client has reached the limit, or waits for too long.
        guard stream.channel.isWritable, stream.waiting == 0 || now - stream.progress < patience
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

    private var patience: TimeAmount {
      .milliseconds(Int64(limits.patience / .milliseconds(1)))
    }

    private func noteProgress(of id: ObjectIdentifier) {
      content.withLock { content in
        content.streams[id]?.waiting -= 1
        content.streams[id]?.progress = .now()
      }
    }

    private func drop(_ id: ObjectIdentifier) {
      let stream = content.withLock { content in
        content.dropped += 1
        return content.streams.removeValue(forKey: id)
      }
      stream?.channel.close(promise: nil)
    }
  }
#endif
