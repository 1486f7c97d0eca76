import GPSDProtocol
import LocationIO
import LocationText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Sends NMEA to a host in datagrams: each line in one of its own, as receivers of such datagrams
/// expect them. Who made it closes it.
package struct DatagramSender: Sendable {
  /// What fits into a datagram that no network on the way takes apart.
  private static let largest = 1400

  package let descriptor: Int32
  private let address: SocketAddress

  /// Looks the host up, which takes as long as the system pleases.
  ///
  /// - Throws: `LocationServerError` with what to do.
  package init(_ endpoint: ServeEndpoint, host: String, port: UInt16) throws(LocationServerError) {
    let addresses: [SocketAddress]
    switch SocketAddress.find(host, port: port, for: .connecting) {
    case .success(let found): addresses = found
    case .failure(let error):
      throw LocationServerError(.hostNotFound, endpoint, "\(host) has no address: \(error)")
    }
    // Most of those who wait for datagrams wait for them at an address of version 4.
    guard let address = addresses.first(where: { $0.family == AF_INET }) ?? addresses.first else {
      throw LocationServerError(.hostNotFound, endpoint, "\(host) has no address")
    }
    let descriptor = socket(address.family, Descriptor.datagramSocket, 0)
    guard descriptor >= 0 else { throw LocationServerError(endpoint, .last("socket")) }
    Descriptor.secure(descriptor)
    // An address that is a network's own reaches everybody there, and was asked for by name.
    Descriptor.set(SO_BROADCAST, to: 1, at: SOL_SOCKET, of: descriptor)
    self.descriptor = descriptor
    self.address = address
  }

  /// Sends bytes. What the network does not take at once is lost, as datagrams are; that nobody
  /// listens yet is no failure.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let line = rest.firstIndex(of: UInt8(ascii: "\n")).map { rest[...$0] } ?? rest
      let datagram = line.prefix(Self.largest)
      rest = rest[datagram.endIndex...]
      _ = address.withPointer { pointer, length in
        datagram.withUnsafeBytes {
          sendto(descriptor, $0.baseAddress, $0.count, Descriptor.sendFlags, pointer, length)
        }
      }
    }
  }
}
