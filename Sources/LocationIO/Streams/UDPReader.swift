package import LocationCore
import LocationPOSIX

/// Reads the lines of datagrams; see ``DatagramLines``.
package struct UDPReader: StreamReader {
  private let socket: OwnedDescriptor
  private let source: String
  /// One whole datagram. A caller's buffer may be smaller, and a read into it would lose the rest.
  private var datagram = [UInt8](repeating: 0, count: 65535)
  private var lines = DatagramLines()

  package init(receiving socket: OwnedDescriptor, source: String) {
    self.socket = socket
    self.source = source
  }

  /// Makes a socket that receives at an address, and joins the group if the address is a multicast
  /// group's.
  package static func bind(to address: SocketAddress) throws(SystemError) -> OwnedDescriptor {
    let opened = try OwnedDescriptor(
      LocationPOSIX.socket(address.family, Descriptor.datagramSocket, 0), from: "socket")
    Descriptor.secure(opened.number)
    Descriptor.makeNonBlocking(opened.number)
    if address.family == AF_INET6 {
      Descriptor.set(IPV6_V6ONLY, to: 0, at: Int32(IPPROTO_IPV6), of: opened.number)
    }
    // Each member of a group receives every datagram, so several programs may share the port.
    if address.isMulticast {
      Descriptor.set(SO_REUSEADDR, to: 1, at: SOL_SOCKET, of: opened.number)
    }
    let bound = address.withPointer { LocationPOSIX.bind(opened.number, $0, $1) }
    guard bound == 0 else { throw .last("bind") }
    if address.isMulticast { try address.join(opened.number) }
    return opened
  }

  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    while lines.isEmpty {
      guard try wake.wait(for: socket.number, until: deadline) != nil else { return nil }
      try receive()
    }
    return lines.move(into: buffer)
  }

  /// Receives a datagram. There is none if it was damaged: the system discards such a datagram only when it is
  /// read.
  private mutating func receive() throws(UserLocationError) {
    let result = datagram.withUnsafeMutableBytes { room in
      Result { () throws(SystemError) in try Descriptor.receiveDatagram(socket.number, into: room) }
    }
    do throws(SystemError) {
      guard let (count, sender) = try result.get() else { return }
      lines.take(datagram[..<count], from: sender)
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
  }
}
