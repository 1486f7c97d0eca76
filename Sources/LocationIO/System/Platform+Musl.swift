#if canImport(Musl) || canImport(Android)
  import LocationPOSIX

  // What Musl and Android's Bionic declare differently from Glibc.

  extension Descriptor {
    /// A stream socket that child processes do not inherit.
    package static var streamSocket: Int32 { SOCK_STREAM | SOCK_CLOEXEC }

    /// A datagram socket that child processes do not inherit.
    package static var datagramSocket: Int32 { SOCK_DGRAM | SOCK_CLOEXEC }
  }

  // Swift's module of Musl does not contain inotify. Android's was not tried.
  extension FileWatch {
    static func openQueue() -> Int32 { -1 }
    static func watch(_ path: String, in folder: String, with queue: Int32) {}
  }
#endif
