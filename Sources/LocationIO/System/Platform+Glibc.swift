#if canImport(Glibc)
  import LocationPOSIX

  // What Glibc declares differently from Musl.

  extension Descriptor {
    /// A stream socket that child processes do not inherit.
    package static var streamSocket: Int32 { Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) }

    /// A datagram socket that child processes do not inherit.
    package static var datagramSocket: Int32 { Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue) }
  }

  extension FileWatch {
    static func openQueue() -> Int32 {
      inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    }

    static func watch(_ path: String, in folder: String, with queue: Int32) {
      _ = path.withPath {
        inotify_add_watch(queue, $0, UInt32(IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF))
      }
      _ = folder.withPath { inotify_add_watch(queue, $0, UInt32(IN_CREATE | IN_MOVED_TO)) }
    }
  }
#endif
