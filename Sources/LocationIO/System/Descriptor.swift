import LocationPOSIX

/// System calls on file descriptors, repeated when a signal interrupts them.
///
/// What differs between platforms is in `Platform+Linux.swift` and the files beside it.
package enum Descriptor {
  /// Makes a TCP connection fail 40 seconds after the other side disappeared.
  ///
  /// A machine that loses power does not close its connections, and the system's default is to notice
  /// that after two hours.
  package static func noticeAbsence(_ socket: Int32) {
    let tcp = Int32(IPPROTO_TCP)
    set(SO_KEEPALIVE, to: 1, at: SOL_SOCKET, of: socket)
    set(keepAliveIdle, to: 20, at: tcp, of: socket)
    set(TCP_KEEPINTVL, to: 5, at: tcp, of: socket)
    set(TCP_KEEPCNT, to: 4, at: tcp, of: socket)
  }

  /// Sets an option of a socket. Ignores an option that this system does not have.
  package static func set(
    _ option: Int32, to value: Int32, at level: Int32, of socket: Int32
  ) {
    var value = value
    _ = setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Makes reads and writes return `EAGAIN` instead of waiting.
  package static func makeNonBlocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Makes reads and writes wait.
  package static func makeBlocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }

  /// Accepts the next client that waits at a listening socket, for non-blocking reads and writes.
  ///
  /// - Returns: the client's socket; `nil` if none waits.
  package static func accept(from listener: Int32) throws(SystemError) -> Int32? {
    while true {
      let connection = LocationPOSIX.accept(listener, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        secure(connection)
        makeNonBlocking(connection)
        return connection
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw .last("accept")
      }
    }
  }

  /// Receives bytes from a socket that is in blocking mode.
  ///
  /// - Parameter waits: whether to wait for bytes.
  /// - Returns: the number of bytes, 0 at the end, `nil` if there are no bytes yet.
  package static func receive(
    _ socket: Int32, into buffer: UnsafeMutableRawBufferPointer, waits: Bool = false
  ) throws(SystemError) -> Int? {
    while true {
      let count = recv(socket, buffer.baseAddress, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT))
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN where !waits: return nil
      // The same name as in `read`, because users can not tell the two calls apart.
      default: throw .last("read")
      }
    }
  }

  /// Reads bytes.
  ///
  /// - Returns: the number of bytes, 0 at the end, `nil` if there are no bytes yet.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int? {
    try count { LocationPOSIX.read(descriptor, buffer.baseAddress, buffer.count) }
  }

  /// Receives a datagram. The socket is non-blocking.
  ///
  /// - Returns: its size and its sender; `nil` if there is none yet.
  package static func receiveDatagram(
    _ socket: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> (count: Int, sender: SocketAddress)? {
    var received: Int?
    let sender = try SocketAddress(writtenBy: { address, size throws(SystemError) in
      received = try count {
        recvfrom(socket, buffer.baseAddress, buffer.count, 0, address, &size)
      }
    })
    return received.map { ($0, sender) }
  }

  /// Repeats a call that reads bytes while signals interrupt it.
  private static func count(_ read: () -> Int) throws(SystemError) -> Int? {
    while true {
      let count = read()
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: return nil
      default: throw .last("read")
      }
    }
  }

  /// Writes all bytes, and waits for room if the descriptor is non-blocking.
  package static func write(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer
  ) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = LocationPOSIX.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      default: throw .last("write")
      }
    }
  }

  /// Raises the number of files that this process may have open, as far as the system lets it. The usual limit of
  /// 1,024 is for programs that call `select`.
  package static func raiseLimit() {
    guard var limit = limits else { return }
    limit.rlim_cur = limit.rlim_max
    _ = setrlimit(limitedResource, &limit)
  }

  /// The number of files that this process may have open; at most a million.
  package static var limit: Int { min(limits.map { Int(clamping: $0.rlim_cur) } ?? 256, 1_000_000) }

  private static var limits: rlimit? {
    var limit = rlimit()
    return getrlimit(limitedResource, &limit) == 0 ? limit : nil
  }

  #if canImport(Glibc)
    private static var limitedResource: __rlimit_resource_t {
      __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    }
  #else
    private static var limitedResource: Int32 { RLIMIT_NOFILE }
  #endif
}

/// An open file descriptor that closes when its last reference goes away.
///
/// The number is valid as long as the object lives. A system call on the number must therefore keep
/// the object alive: the number could otherwise already name another file.
package final class OwnedDescriptor: Sendable {
  /// The descriptor, 0 or greater.
  package let number: Int32

  /// Takes over an open descriptor. Nothing else may close it.
  package init(_ number: Int32) { self.number = number }

  /// Takes over the descriptor that a system call returned.
  ///
  /// - Throws: the call's error if it returned −1. The call must be the last one on this thread.
  package convenience init(_ result: Int32, from call: String) throws(SystemError) {
    guard result >= 0 else { throw .last(call) }
    self.init(result)
  }

  /// Makes two ends of a connection. A pipe can not be made close-on-exec in one step from Swift, so a fork on
  /// another thread could inherit it. A socket pair can.
  package static func pair() throws(SystemError) -> (OwnedDescriptor, OwnedDescriptor) {
    var pair: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &pair) { bytes in
      socketpair(
        AF_UNIX, Descriptor.streamSocket, 0, bytes.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { throw .last("socketpair") }
    let ends = (OwnedDescriptor(pair.0), OwnedDescriptor(pair.1))
    Descriptor.secure(pair.0)
    Descriptor.secure(pair.1)
    return ends
  }

  deinit { _ = close(number) }
}
