public import LocationCore

/// Bytes from a TCP server: a receiver with a network port, a multiplexer on a boat, gpsd's raw mode.
public struct TCPByteSource: ByteSource {
  /// The server's name, or its IPv4 or IPv6 address without brackets.
  public let host: String

  /// The server's port.
  public let port: UInt16

  /// The longest time for looking up and reaching the server. Less than zero counts as zero, which is
  /// too short for most servers.
  public let connectTimeout: Duration

  private let find: @Sendable () -> HostLookup.Answer

  /// Names a server. A stream's first read looks it up and connects.
  ///
  /// - Parameters:
  ///   - host: the server's name, or its IPv4 or IPv6 address without brackets.
  ///   - port: the server's port, 1 … 65,535. No server listens at port 0.
  ///   - connectTimeout: see ``connectTimeout``.
  public init(host: String, port: UInt16, connectTimeout: Duration = .seconds(10)) {
    self.init(host: host, port: port, connectTimeout: connectTimeout) {
      SocketAddress.find(host, port: port, for: .connecting)
    }
  }

  /// Names a server that `find` looks up.
  package init(
    host: String, port: UInt16, connectTimeout: Duration,
    find: @escaping @Sendable () -> HostLookup.Answer
  ) {
    self.host = host
    self.port = port
    self.connectTimeout = connectTimeout
    self.find = find
  }

  /// `tcp://HOST:PORT`.
  public var name: String { "tcp://\(HostAndPort.text(host, port))" }

  /// `true`: a server does not wait for its consumer.
  public var isLive: Bool { true }

  /// Makes a stream that connects in its first read. It tries all of the host's addresses.
  ///
  /// That read throws `.hostNotFound`, or `.sourceUnavailable` if the connection is refused, the host
  /// can not be reached, or nothing answers in time. The stream ends when the server closes the
  /// connection.
  public func open() throws(UserLocationError) -> any ByteStream {
    let reader = TCPReader(
      host: host, port: port, source: name, connectTimeout: connectTimeout, find: find)
    return try WakeableStream(reader, source: name)
  }
}
