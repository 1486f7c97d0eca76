public import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// NMEA in UDP datagrams that are sent to this machine, or to a multicast group.
///
/// The end of a datagram ends its last sentence, whether or not the sender says so.
public struct UDPByteSource: ByteSource {
  /// Where to receive: an address of this machine, a multicast group, `localhost` (its version 4
  /// address), or `*` or nothing for all addresses of both versions.
  public let host: String

  /// The port to receive at.
  public let port: UInt16

  /// Names a place to receive at. Nothing is opened yet.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// `udp://HOST:PORT`.
  public var name: String { "udp://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// Senders do not wait.
  public var isLive: Bool { true }

  /// Starts to receive. Datagrams from now on are kept until they are read, as far as the system's
  /// buffer goes.
  ///
  /// - Throws: `.sourceUnavailable` when the port is in use or the address is not this machine's;
  ///   `.notAuthorized` for a port that is the superuser's; `.invalidSource` for a host's name.
  public func open() throws(UserLocationError) -> any ByteStream {
    try WakeableStream(UDPReader(receiving: bind(), source: name), source: name)
  }

  private func bind() throws(UserLocationError) -> Int32 {
    var failure = SystemError("socket", EAFNOSUPPORT)
    for address in try addresses() {
      do throws(SystemError) {
        return try UDPReader.bind(to: address)
      } catch {
        failure = error
        // A machine without version 6 still has all the addresses of version 4.
        if error.number != EAFNOSUPPORT && error.number != EADDRNOTAVAIL { break }
      }
    }
    let code: UserLocationError.Code =
      failure.number == EACCES ? .notAuthorized : .sourceUnavailable
    throw UserLocationError(failure, source: name, code: code, detail: words(for: failure))
  }

  /// In the order in which to try them.
  private func addresses() throws(UserLocationError) -> [SocketAddress] {
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
