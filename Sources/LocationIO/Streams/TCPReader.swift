package import LocationCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Connects, and then reads until the server closes.
package struct TCPReader: StreamReader {
  private let host: String
  private let port: UInt16
  private let source: String
  private let connectTimeout: Duration
  private let greeting: String
  private let find: @Sendable () -> HostLookup.Answer
  private var connection: Int32?

  /// Names a server. Nothing is looked up or connected yet.
  ///
  /// - Parameters:
  ///   - source: the server as its user would write it, for errors.
  ///   - connectTimeout: how long finding and reaching it may take in all.
  ///   - greeting: what it is told first.
  ///   - find: looks the host up.
  package init(
    host: String, port: UInt16, source: String, connectTimeout: Duration, greeting: String = "",
    find: @escaping @Sendable () -> HostLookup.Answer
  ) {
    self.host = host
    self.port = port
    self.source = source
    self.connectTimeout = connectTimeout
    self.greeting = greeting
    self.find = find
  }

  /// Reads, once it has connected.
  ///
  /// - Throws: `.hostNotFound`; `.notAuthorized` when the system forbids the connection;
  ///   `.sourceUnavailable` when it is refused, nobody answers in time, the host cannot be reached,
  ///   or the connection breaks.
  package mutating func read(
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
      wake.ends(connection)
      deadline = Deadline(after: allowed)
    }
    do throws(SystemError) {
      // To wait in the read itself is one system call for each that there is to read, and not two.
      if deadline.isNever { return try Descriptor.receive(connection, into: buffer, waits: true) }
    } catch {
      throw broken(error)
    }
    while try wake.wait(for: connection, until: deadline) != nil {
      do throws(SystemError) {
        if let count = try Descriptor.receive(connection, into: buffer) { return count }
      } catch {
        throw broken(error)
      }
    }
    return nil
  }

  private func broken(_ error: SystemError) -> UserLocationError {
    UserLocationError(error, source: source, code: .sourceUnavailable)
  }

  /// Closes the connection.
  package func release() {
    if let connection { _ = close(connection) }
  }

  private func establish(wake: WakeChannel) throws(UserLocationError) -> Int32 {
    let deadline = Deadline(after: connectTimeout)
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
    let code: UserLocationError.Code =
      failure.isRefusal ? .notAuthorized : .sourceUnavailable
    throw UserLocationError(failure, source: source, code: code, detail: words(for: failure))
  }

  private func lookUp(
    until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> [SocketAddress] {
    let lookup: HostLookup
    do throws(SystemError) {
      lookup = try HostLookup(find)
    } catch {
      throw UserLocationError(error, source: source, code: .inputOutput)
    }
    switch try lookup.wait(until: deadline, wake: wake) {
    case .success(let addresses): return addresses
    case .failure(let error):
      throw UserLocationError(
        .hostNotFound, source: source,
        detail: "\(host) has no address: \(error)", cause: error)
    case nil:
      throw UserLocationError(
        .sourceUnavailable, source: source,
        detail: "looking up \(host) took longer than \(connectTimeout)")
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
    Descriptor.noticeAbsence(connection)
    Descriptor.makeBlocking(connection)
    // There is room for a greeting in a new connection's buffer.
    if !greeting.isEmpty {
      let bytes = Array(greeting.utf8)
      let sent = send(connection, bytes, bytes.count, Descriptor.sendFlags)
      guard sent == bytes.count else { return .failure(.last("send")) }
    }
    isConnected = true
    return .success(connection)
  }

  private func words(for failure: SystemError) -> String {
    switch failure.number {
    case ECONNREFUSED: "connection refused: nothing listens on port \(port) there"
    case EACCES, EPERM:
      "permission denied: a firewall or a sandbox forbids this program to connect there"
    case ETIMEDOUT: "timed out: nobody answered within \(connectTimeout)"
    default: failure.message
    }
  }
}
