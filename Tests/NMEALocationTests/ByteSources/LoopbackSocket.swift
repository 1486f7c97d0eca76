import Foundation

@testable import NMEALocation

/// A socket of a test's own on this machine, at a port that the system chose.
final class LoopbackSocket: Sendable {
  let descriptor: Int32
  let port: UInt16

  /// Makes a TCP server that listens, or a UDP socket.
  init(datagrams: Bool = false, version6: Bool = false) throws {
    let kind = datagrams ? Descriptor.datagramSocket : Descriptor.streamSocket
    let host = version6 ? "::1" : "127.0.0.1"
    guard let address = try SocketAddress.find(host, port: 0, for: .listening).get().first
    else { throw POSIXError(.EADDRNOTAVAIL) }
    let descriptor = socket(address.family, kind, 0)
    self.descriptor = descriptor
    guard address.withPointer({ bind(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      throw POSIXError(.EADDRNOTAVAIL)
    }
    var bound = sockaddr_storage()
    var size = socklen_t(MemoryLayout.size(ofValue: bound))
    _ = withUnsafeMutablePointer(to: &bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    // The port is at the same place in the addresses of both versions.
    port = withUnsafeBytes(of: &bound) {
      UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
    if !datagrams { listen(descriptor, 8) }
  }

  deinit { close(descriptor) }

  /// Waits for a client; the connection is the caller's. `nil` when none comes in time.
  func accept(within time: Duration = .seconds(10)) -> Connection? {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Int32(time / .milliseconds(1))) == 1 else { return nil }
    return Connection(Foundation.accept(descriptor, nil, nil))
  }

  /// A server's side of a TCP connection.
  final class Connection: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Whether the other side is still there to take it.
    @discardableResult
    func send(_ text: String) -> Bool {
      Foundation.send(descriptor, text, text.utf8.count, Self.flags) == text.utf8.count
    }

    private static let flags = Descriptor.sendFlags & ~Int32(MSG_DONTWAIT)

    /// Ends the connection so that the other side sees an error, not an end.
    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Whether the other side has closed; waits ten seconds at most.
    var isClosedByPeer: Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var byte: UInt8 = 0
      return poll(&polled, 1, 10_000) == 1 && recv(descriptor, &byte, 1, 0) == 0
    }
  }

  /// Sends a datagram to a port of this machine.
  func send(_ bytes: [UInt8], toPort port: UInt16) -> Bool {
    guard
      case .success(let found) = SocketAddress.find("127.0.0.1", port: port, for: .listening),
      let address = found.first
    else { return false }
    return address.withPointer { sendto(descriptor, bytes, bytes.count, 0, $0, $1) } == bytes.count
  }
}
