#if canImport(Darwin)
  import LocationPOSIX

  // What Darwin does differently from Linux.

  extension Descriptor {
    /// A stream socket. ``secure(_:)`` must follow.
    package static var streamSocket: Int32 { SOCK_STREAM }

    /// A datagram socket. ``secure(_:)`` must follow.
    package static var datagramSocket: Int32 { SOCK_DGRAM }

    /// Does nothing: Darwin has no such option.
    static func acknowledge(_ socket: Int32) {}

    /// A send never blocks.
    package static var sendFlags: Int32 { Int32(MSG_DONTWAIT) }

    /// Makes a new socket close-on-exec, and makes a send to a closed connection an error instead of a
    /// signal that ends the process. Linux sets both elsewhere.
    package static func secure(_ socket: Int32) {
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      set(SO_NOSIGPIPE, to: 1, at: SOL_SOCKET, of: socket)
    }

    /// The socket option for the time before the first keep-alive probe, in seconds.
    static var keepAliveIdle: Int32 { TCP_KEEPALIVE }
  }

  extension DedicatedThread {
    static func create(_ work: Work) -> Int32 {
      let retained = Unmanaged.passRetained(work)
      var thread: pthread_t?
      let failure = pthread_create(
        &thread, nil,
        { work in
          Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
          return nil
        }, retained.toOpaque())
      if let thread { pthread_detach(thread) }
      if failure != 0 { retained.release() }
      return failure
    }
  }

  extension SerialLine {
    /// The system's constant for a rate in baud, which on Darwin is the rate itself.
    static func speed(_ rate: Int) -> speed_t? { rates.contains(rate) ? speed_t(rate) : nil }
  }

  extension FileWatch {
    static func openQueue() -> Int32 { -1 }
    static func watch(_ path: String, in folder: String, with queue: Int32) {}
  }
#endif
