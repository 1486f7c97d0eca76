#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What differs between systems in the handling of descriptors.
package enum Descriptor {
  /// A stream socket that no child process inherits.
  package static var streamSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      SOCK_STREAM | SOCK_CLOEXEC
    #else
      SOCK_STREAM
    #endif
  }

  /// A datagram socket that no child process inherits.
  package static var datagramSocket: Int32 {
    #if canImport(Glibc)
      Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
    #elseif canImport(Musl)
      SOCK_DGRAM | SOCK_CLOEXEC
    #else
      SOCK_DGRAM
    #endif
  }

  /// Sending to a peer that is gone is an error, never a signal that ends the process.
  package static var sendFlags: Int32 {
    #if canImport(Darwin)
      Int32(MSG_DONTWAIT)
    #else
      Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #endif
  }

  /// Where a socket could not be born close-on-exec and without SIGPIPE, it is made so.
  package static func secure(_ socket: Int32) {
    #if canImport(Darwin)
      _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
      set(SO_NOSIGPIPE, to: 1, at: SOL_SOCKET, of: socket)
    #endif
  }

  /// Has a TCP connection fail when the other side has been gone for 40 seconds: a machine that lost
  /// its power says no goodbye, and without this it would be missed for two hours.
  package static func noticeAbsence(_ socket: Int32) {
    #if canImport(Darwin)
      let idle = TCP_KEEPALIVE
    #else
      let idle = TCP_KEEPIDLE
    #endif
    let tcp = Int32(IPPROTO_TCP)
    for (level, option, value) in [
      (SOL_SOCKET, SO_KEEPALIVE, Int32(1)), (tcp, idle, 20), (tcp, TCP_KEEPINTVL, 5),
      (tcp, TCP_KEEPCNT, 4),
    ] {
      set(option, to: value, at: level, of: socket)
    }
  }

  /// Sets an option of a socket, which does without it where the system has none such.
  package static func set(
    _ option: Int32, to value: Int32, at level: Int32, of socket: Int32
  ) {
    var value = value
    _ = setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes reads and writes return instead of waiting.
  package static func makeNonBlocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Makes reads and writes wait.
  package static func makeBlocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Receives what is there, from a socket that is not made non-blocking; `nil` when that is nothing
  /// yet, unless it `waits` for it.
  package static func receive(
    _ socket: Int32, into buffer: UnsafeMutableRawBufferPointer, waits: Bool = false
  ) throws(SystemError) -> Int? {
    while true {
      let count = recv(socket, buffer.baseAddress, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT))
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN where !waits: return nil
      // As of a read: which of the two was called is nobody's concern.
      default: throw .last("read")
      }
    }
  }

  /// Reads what is there, `nil` when that is nothing yet.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw .last("read")
      }
    }
  }
}
