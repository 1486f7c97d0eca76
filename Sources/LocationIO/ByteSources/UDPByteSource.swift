public import LocationCore
import LocationPOSIX

/// Lines of text in UDP datagrams that are sent to this machine or to a multicast group.
///
/// The end of a datagram ends its last line, even if the sender omits the line feed. A sentence that it cuts
/// continues in the next datagram of the same sender: bridges from serial lines fill datagrams of 64 to 256 bytes.
public struct UDPByteSource: ByteSource {
  /// The address to receive at: an address of this machine, a multicast group, `localhost` (127.0.0.1),
  /// or `*` or an empty string for all IPv4 and IPv6 addresses.
  public let host: String

  /// The port to receive at, 1 … 65,535.
  public let port: UInt16

  /// Names an address and a port. ``open()`` starts to receive.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `udp://HOST:PORT`.
  public var name: String { "udp://\(HostAndPort.text(host, port))" }

  /// `true`: senders do not wait for a consumer.
  public var isLive: Bool { true }

  /// Starts to receive. The system keeps datagrams until they are read, as far as its buffer allows.
  ///
  /// - Throws: `.sourceUnavailable` if the port is in use or the address is not this machine's;
  ///   `.notAuthorized` if the port is reserved for the superuser; `.invalidSource` if `host` is a
  ///   name, or if the port is 0.
  public func open() throws(UserLocationError) -> any ByteStream {
    try WakeableStream(UDPReader(receiving: bind(), source: name), source: name)
  }

  private func bind() throws(UserLocationError) -> OwnedDescriptor {
    var failure = SystemError("socket", EAFNOSUPPORT)
    for address in try addresses() {
      do throws(SystemError) {
        return try UDPReader.bind(to: address)
      } catch {
        failure = error
        // `*` is first tried as IPv6, which a machine may lack; IPv4 can still work.
        if error.number != EAFNOSUPPORT && error.number != EADDRNOTAVAIL { break }
      }
    }
    let code: UserLocationError.Code =
      failure.number == EACCES ? .notAuthorized : .sourceUnavailable
    throw UserLocationError(failure, source: name, code: code, detail: words(for: failure))
  }

  /// The addresses to try, in this order.
  private func addresses() throws(UserLocationError) -> [SocketAddress] {
    // The system would choose a port that no sender knows.
    guard port != 0 else {
      throw UserLocationError(
        .invalidSource, source: name,
        detail: "nothing is sent to port 0; give a port from 1 to 65535")
    }
    let found = SocketAddress.listening(at: host.isEmpty ? "*" : host, port: port)
    guard found.isEmpty else { return found }
    throw UserLocationError(
      .invalidSource, source: name,
      detail: "\(host) is not an address; give one of this machine's, a multicast group, or *")
  }

  private func words(for failure: SystemError) -> String {
    switch failure.number {
    case EADDRINUSE: "port \(port) is in use: another program receives there"
    case EADDRNOTAVAIL: "\(host) is not an address of this machine"
    case EACCES: "permission denied: ports below 1024 are the superuser's; take a higher one"
    case ENODEV: "no network interface for the multicast group \(host)"
    default: failure.message
    }
  }
}
