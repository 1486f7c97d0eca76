import LocationIO
import LocationPOSIX

/// Sends NMEA to a host, each line in a datagram of its own, as readers of such datagrams expect.
/// Its owner closes it.
struct DatagramSender: Sendable {
  /// The largest datagram that networks do not split, in bytes.
  private static let largest = 1400

  let descriptor: Int32
  private let address: SocketAddress

  /// Looks up the host, which may block for a while.
  ///
  /// - Throws: `.hostNotFound`, or what the system reports.
  init(_ endpoint: ServerEndpoint, host: String, port: UInt16) throws(LocationServerError) {
    let addresses: [SocketAddress]
    switch SocketAddress.find(host, port: port, for: .connecting) {
    case .success(let found): addresses = found
    case .failure(let error):
      throw LocationServerError(
        .hostNotFound, subject: "\(endpoint)", detail: "\(host) has no address: \(error)")
    }
    // Most programs that read such datagrams listen at an IPv4 address.
    guard let address = addresses.first(where: { $0.family == AF_INET }) ?? addresses.first else {
      throw LocationServerError(
        .hostNotFound, subject: "\(endpoint)", detail: "\(host) has no address")
    }
    let descriptor = socket(address.family, Descriptor.datagramSocket, 0)
    guard descriptor >= 0 else { throw LocationServerError(endpoint, .last("socket")) }
    Descriptor.secure(descriptor)
    // The user may name a broadcast address.
    Descriptor.set(SO_BROADCAST, to: 1, at: SOL_SOCKET, of: descriptor)
    self.descriptor = descriptor
    self.address = address
  }

  /// Sends bytes. Datagrams that the network does not take at once are lost. It is not an error if no
  /// program listens.
  func send(_ bytes: [UInt8]) {
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
