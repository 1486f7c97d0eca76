private import Foundation
private import LocationIO
private import Synchronization

/// A socket of a test, at a port of this machine.
package final class LoopbackSocket: Sendable {
  package let descriptor: Int32
  package let port: UInt16

  /// Makes a listening TCP socket or a UDP socket.
  ///
  /// - Parameters:
  ///   - port: the port; with 0 the system chooses one.
  ///   - backlog: the number of clients that can wait for `accept`.
  package init(
    datagrams: Bool = false, version6: Bool = false, port: UInt16 = 0, backlog: Int32 = 8
  ) throws {
    let family = version6 ? AF_INET6 : AF_INET
    let descriptor = socket(
      family, datagrams ? Descriptor.datagramSocket : Descriptor.streamSocket, 0)
    guard descriptor >= 0 else { throw POSIXError(.EAFNOSUPPORT) }
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = Self.loopback(port: port, version6: version6)
    var size = Self.size(version6: version6)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    // IPv4 and IPv6 addresses have the port at the same offset.
    self.port = withUnsafeBytes(of: &address) {
      UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
    guard isBound, datagrams || listen(descriptor, backlog) == 0 else {
      close(descriptor)
      throw POSIXError(.EADDRNOTAVAIL)
    }
  }

  /// Makes a listening Unix domain socket, or one for datagrams. Its ``port`` is 0.
  package init(path: String, datagrams: Bool = false) throws {
    guard var address = Self.unixAddress(path) else { throw POSIXError(.ENAMETOOLONG) }
    descriptor = socket(
      AF_UNIX, datagrams ? Descriptor.datagramSocket : Descriptor.streamSocket, 0)
    port = 0
    let isListening = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      } && (datagrams || listen(descriptor, 8) == 0)
    }
    guard isListening else {
      close(descriptor)
      throw POSIXError(.EADDRNOTAVAIL)
    }
  }

  deinit { close(descriptor) }

  /// Whether this machine has IPv6 addresses.
  package static var hasVersion6: Bool { (try? LoopbackSocket(version6: true)) != nil }

  /// A port at which nothing listens, different in each call. It is outside the range from which the
  /// system chooses, so that no parallel test gets it.
  package static func freePort(datagrams: Bool = false) throws -> UInt16 {
    for _ in 0..<portsOfOurOwn.count {
      let step = Int(
        lastPort.wrappingAdd(1, ordering: .relaxed).newValue % UInt64(portsOfOurOwn.count))
      let port = portsOfOurOwn.lowerBound + UInt16(step)
      if (try? LoopbackSocket(datagrams: datagrams, port: port)) != nil { return port }
    }
    throw POSIXError(.EADDRNOTAVAIL)
  }

  /// Linux chooses ports from 32768 up, and Darwin from 49152 up. These are lower.
  private static let portsOfOurOwn = UInt16(20_000)..<32_000
  /// The first port differs between processes, so that parallel runs do not collide.
  private static let lastPort = Atomic(UInt64(getpid()) &* 101)

  /// Waits for a client; returns `nil` if none connects in time.
  package func accept(within time: Duration = .seconds(60)) -> Connection? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(time / .milliseconds(1))) == 1 else { return nil }
    return Connection(Foundation.accept(descriptor, nil, nil))
  }

  /// The server side of a TCP connection.
  package final class Connection: Sendable {
    fileprivate let descriptor: Int32

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Sends text and returns whether the other side is still connected.
    @discardableResult
    package func send(_ text: String) -> Bool {
      Foundation.send(descriptor, text, text.utf8.count, Self.flags) == text.utf8.count
    }

    /// A disconnected peer is an error and not a signal.
    #if canImport(Darwin)
      private static let flags: Int32 = 0
    #else
      private static let flags = Int32(MSG_NOSIGNAL)
    #endif

    /// The other side's next line without its line feed; `nil` if it closed the connection or was
    /// silent for too long.
    package func readLine(within time: Duration = .seconds(60)) -> String? {
      var line: [UInt8] = []
      var byte: UInt8 = 0
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&polled, 1, Int32(time / .milliseconds(1))) == 1,
        recv(descriptor, &byte, 1, 0) == 1
      {
        if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
        line.append(byte)
      }
      return nil
    }

    /// Resets the connection: the other side gets an error instead of an end.
    package func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Whether the other side sent something or closed the connection.
    package var hasInput: Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&polled, 1, 0) == 1
    }

    /// Whether the other side has closed the connection. Received bytes are discarded.
    package var isGone: Bool {
      var bytes = [UInt8](repeating: 0, count: 1024)
      var count = 1
      while count > 0 { count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)) }
      return count == 0 || errno != EAGAIN
    }

    /// Waits until the other side closes, at most ten seconds after it last sent something, and returns
    /// whether it did. What it sent is discarded.
    package var isClosedByPeer: Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 1024)
      while poll(&polled, 1, 10_000) == 1 {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count <= 0 { return count == 0 }
      }
      return false
    }
  }

  /// The next datagram; `nil` if none arrives in ten seconds.
  package func receive() -> String? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 10_000) == 1 else { return nil }
    var room = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &room, room.count, 0)
    return count < 0 ? nil : String(decoding: room[..<count], as: UTF8.self)
  }

  /// Connects to a port of this machine; returns `nil` if nothing listens there.
  package static func connect(to port: UInt16) -> Connection? {
    var address = loopback(port: port, version6: false)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(AF_INET, $0, size(version6: false))
      }
    }
  }

  /// Connects to a Unix domain socket; returns `nil` if nothing listens there.
  package static func connect(toPath path: String) -> Connection? {
    guard var address = unixAddress(path) else { return nil }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(AF_UNIX, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// `nil` if the path is too long.
  private static func unixAddress(_ path: String) -> sockaddr_un? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path.utf8.prefix(room.count - 1))
      return path.utf8.count < room.count
    }
    return fits ? address : nil
  }

  private static func connect(
    _ family: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
  ) -> Connection? {
    let connection = Connection(socket(family, Descriptor.streamSocket, 0))
    return Foundation.connect(connection.descriptor, address, size) == 0 ? connection : nil
  }

  /// Sends a datagram to a port of this machine.
  @discardableResult
  package func send(_ bytes: [UInt8], toPort port: UInt16) -> Bool {
    var address = Self.loopback(port: port, version6: false)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, 0, $0, Self.size(version6: false))
      }
    } == bytes.count
  }

  /// The loopback address, IPv4 or IPv6, in a structure that is large enough for both.
  private static func loopback(port: UInt16, version6: Bool) -> sockaddr_in6 {
    var address = sockaddr_in6()
    if version6 {
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      address.sin6_addr = in6addr_loopback
      return address
    }
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        $0.pointee.sin_family = sa_family_t(AF_INET)
        $0.pointee.sin_port = port.bigEndian
        $0.pointee.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
      }
    }
    return address
  }

  private static func size(version6: Bool) -> socklen_t {
    socklen_t(version6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
  }
}
