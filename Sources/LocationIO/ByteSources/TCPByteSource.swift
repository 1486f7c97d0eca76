public import LocationCore

/// NMEA from a TCP server: a receiver with a network port, a multiplexer on a boat, gpsd's raw mode.
public struct TCPByteSource: ByteSource {
  /// The server's name, or its address of either version, without brackets.
  public let host: String

  /// The server's port.
  public let port: UInt16

  /// How long finding and reaching the server may take in all.
  public let connectTimeout: Duration

  private let find: @Sendable () -> HostLookup.Answer

  /// Names a server. Nothing is looked up or connected yet.
  public init(host: String, port: UInt16, connectTimeout: Duration = .seconds(10)) {
    self.init(host: host, port: port, connectTimeout: connectTimeout) {
      SocketAddress.find(host, port: port, for: .connecting)
    }
  }

  /// With a look-up of the caller's own.
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
  public var name: String { "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

  /// The server does not wait.
  public var isLive: Bool { true }

  /// Makes a stream, which connects in its first read. All of the host's addresses are tried.
  ///
  /// That read throws `.hostNotFound`, or `.sourceUnavailable` when the connection is refused,
  /// nobody answers in time, or the host cannot be reached. The stream ends when the server closes.
  public func open() throws(UserLocationError) -> any ByteStream {
    let reader = TCPReader(
      host: host, port: port, source: name, connectTimeout: connectTimeout, find: find)
    return try WakeableStream(reader, source: name)
  }
}
