package import LocationCore
import LocationPOSIX

/// Reads datagrams and ends each one with a line feed.
package struct UDPReader: StreamReader {
  private let socket: OwnedDescriptor
  private let source: String
  /// One whole datagram and a line feed. A caller's buffer may be smaller than a datagram, and a read
  /// into it would lose the rest.
  private var datagram = [UInt8](repeating: 0, count: 65536)
  /// The part of the datagram that was not returned yet.
  private var pending = 0..<0

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
    while pending.isEmpty {
      guard try wake.wait(for: socket.number, until: deadline) != nil else { return nil }
      try receive()
    }
    let part = pending.prefix(buffer.count)
    buffer.copyBytes(from: datagram[part])
    pending = part.upperBound..<pending.upperBound
    return part.count
  }

  /// Fills `pending`. It stays empty if the datagram was damaged: the system discards such a datagram
  /// only when it is read.
  private mutating func receive() throws(UserLocationError) {
    let last = datagram.count - 1
    let result = datagram.withUnsafeMutableBytes { room in
      Result { () throws(SystemError) in
        try Descriptor.read(
          socket.number, into: UnsafeMutableRawBufferPointer(rebasing: room[..<last]))
      }
    }
    do throws(SystemError) {
      guard let count = try result.get(), count > 0 else { return }
      pending = 0..<count
      guard datagram[count - 1] != UInt8(ascii: "\n") else { return }
      datagram[count] = UInt8(ascii: "\n")
      pending = 0..<count + 1
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
  }
}
