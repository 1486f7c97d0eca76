public import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
  init(
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
    try WakeableStream(TCPReader(source: self, find: find), source: name)
  }
}

/// Connects, and then reads until the server closes.
private struct TCPReader: StreamReader {
  let source: TCPByteSource
  let find: @Sendable () -> HostLookup.Answer
  var connection: Int32?

  init(source: TCPByteSource, find: @escaping @Sendable () -> HostLookup.Answer) {
    self.source = source
    self.find = find
  }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    let connection: Int32
    var deadline = deadline
    if let established = self.connection {
      connection = established
    } else {
      let allowed = deadline.remaining
      connection = try establish(wake: wake)
      self.connection = connection
      deadline = Deadline(after: allowed)
    }
    while try wake.wait(for: connection, until: deadline) != nil {
      do throws(SystemError) {
        if let count = try Descriptor.read(connection, into: buffer) { return count }
      } catch {
        throw UserLocationError(error, source: source.name, code: .sourceUnavailable)
      }
    }
    return nil
  }

  func release() {
    if let connection { _ = close(connection) }
  }

  private func establish(wake: WakeChannel) throws(UserLocationError) -> Int32 {
    let deadline = Deadline(after: source.connectTimeout)
    let addresses = try lookUp(until: deadline, wake: wake)
    var failure = SystemError("connect", ETIMEDOUT)
    for (index, address) in addresses.enumerated() {
      // One that swallows everything may not use up the time of those after it.
      let share = (deadline.remaining ?? .zero) / (addresses.count - index)
      switch try attempt(address, until: Deadline(after: share), wake: wake) {
      case .success(let connection): return connection
      // Somebody there who refuses says more than addresses that lead nowhere.
      case .failure(let error): if failure.number != ECONNREFUSED { failure = error }
      }
    }
    throw UserLocationError(
      failure, source: source.name, code: .sourceUnavailable, detail: words(for: failure))
  }

  private func lookUp(
    until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> [SocketAddress] {
    let lookup: HostLookup
    do throws(SystemError) {
      lookup = try HostLookup(find)
    } catch {
      throw UserLocationError(error, source: source.name, code: .inputOutput)
    }
    switch try lookup.wait(until: deadline, wake: wake) {
    case .success(let addresses): return addresses
    case .failure(let error):
      throw UserLocationError(
        .hostNotFound, source: source.name,
        detail: "\(source.host) has no address: \(error)", cause: error)
    case nil:
      throw UserLocationError(
        .sourceUnavailable, source: source.name,
        detail: "looking up \(source.host) took longer than \(source.connectTimeout)")
    }
  }

  /// Tries one address.
  private func attempt(
    _ address: SocketAddress, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Result<Int32, SystemError> {
    let connection = socket(address.family, Descriptor.streamSocket, 0)
    guard connection >= 0 else { return .failure(.last("socket")) }
    Descriptor.secure(connection)
    Descriptor.makeNonBlocking(connection)
    var isConnected = false
    defer { if !isConnected { _ = close(connection) } }

    if address.withPointer({ connect(connection, $0, $1) }) != 0 {
      let error = SystemError.last("connect")
      guard error.number == EINPROGRESS || error.number == EINTR else { return .failure(error) }
      guard try wake.wait(for: connection, events: Int32(POLLOUT), until: deadline) != nil else {
        return .failure(SystemError("connect", ETIMEDOUT))
      }
    }
    var outcome: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(connection, SOL_SOCKET, SO_ERROR, &outcome, &size)
    guard outcome == 0 else { return .failure(SystemError("connect", outcome)) }
    // A server that vanishes without a word is noticed in the end.
    var on: Int32 = 1
    _ = setsockopt(connection, SOL_SOCKET, SO_KEEPALIVE, &on, size)
    isConnected = true
    return .success(connection)
  }

  private func words(for failure: SystemError) -> String {
    switch failure.number {
    case ECONNREFUSED: "connection refused: nothing listens on port \(source.port) there"
    case ETIMEDOUT: "timed out: nobody answered within \(source.connectTimeout)"
    default: failure.message
    }
  }
}
