#if canImport(Glibc) || canImport(Musl) || canImport(Android)
  import LocationPOSIX

  // What Linux does differently from Darwin.

  extension Descriptor {
    /// A send never blocks, and a send to a closed connection is an error, not a signal that ends the
    /// process.
    package static var sendFlags: Int32 { Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL) }

    /// Does nothing. Linux sets these properties when it creates the socket, or in `sendFlags`.
    package static func secure(_ socket: Int32) {}

    /// Acknowledges what was read at once. By default the system waits up to 40 ms for data that it can send
    /// together with the acknowledgment.
    static func acknowledge(_ socket: Int32) {
      set(TCP_QUICKACK, to: 1, at: Int32(IPPROTO_TCP), of: socket)
    }

    /// The socket option for the time before the first keep-alive probe, in seconds.
    static var keepAliveIdle: Int32 { TCP_KEEPIDLE }
  }

  extension DedicatedThread {
    static func create(_ work: Work) -> Int32 {
      let retained = Unmanaged.passRetained(work)
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { work in
          if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
          return nil
        }, retained.toOpaque())
      if failure == 0 { pthread_detach(thread) } else { retained.release() }
      return failure
    }
  }

  extension SerialLine {
    /// The system's constant for a rate in baud.
    static func speed(_ rate: Int) -> speed_t? {
      switch rate {
      case 1200: speed_t(B1200)
      case 2400: speed_t(B2400)
      case 4800: speed_t(B4800)
      case 9600: speed_t(B9600)
      case 19200: speed_t(B19200)
      case 38400: speed_t(B38400)
      case 57600: speed_t(B57600)
      case 115200: speed_t(B115200)
      case 230400: speed_t(B230400)
      case 460800: speed_t(B460800)
      case 921600: speed_t(B921600)
      default: nil
      }
    }
  }
#endif
