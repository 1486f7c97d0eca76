package import LocationCore
import LocationPOSIX

/// Connects to a TCP server and reads until the server closes the connection.
package struct TCPReader: StreamReader {
  private let host: String
  private let port: UInt16
  private let source: String
  private let connectTimeout: Duration
  private let greeting: String
  private let find: @Sendable () -> HostLookup.Answer
  /// `nil` before the first read.
  private var connection: OwnedDescriptor?

  /// Names a server. The first read looks it up and connects.
  ///
  /// - Parameters:
  ///   - source: the server as its user writes it, for errors.
  ///   - connectTimeout: the longest time for the look-up and the connection together.
  ///   - greeting: the bytes to send after connecting.
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

  /// Connects if necessary, and reads.
  ///
  /// - Throws: `.hostNotFound`; `.notAuthorized` if the system forbids the connection;
  ///   `.sourceUnavailable` if the connection is refused or breaks, the host can not be reached, or
  ///   nothing answers in time.
  package mutating func read(
    into buffer: UnsafeMutableRawBufferPointer, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Int? {
    let connection: OwnedDescriptor
    var deadline = deadline
    if let established = self.connection {
      connection = established
    } else {
      let allowed = deadline.remaining
      connection = try establish(wake: wake)
      self.connection = connection
      wake.shutsDown(connection.number)
      deadline = Deadline(after: allowed)
    }
    do throws(SystemError) {
      // Without a deadline the read itself can wait: one system call instead of two.
      if deadline.isNever {
        return try Descriptor.receive(connection.number, into: buffer, waits: true)
      }
    } catch {
      throw broken(error)
    }
    while try wake.wait(for: connection.number, until: deadline) != nil {
      do throws(SystemError) {
        if let count = try Descriptor.receive(connection.number, into: buffer) { return count }
      } catch {
        throw broken(error)
      }
    }
    return nil
  }

  private func broken(_ error: SystemError) -> UserLocationError {
    UserLocationError(error, source: source, code: .sourceUnavailable)
  }

  private func establish(wake: WakeChannel) throws(UserLocationError) -> OwnedDescriptor {
    let deadline = Deadline(after: connectTimeout)
    let addresses = try lookUp(until: deadline, wake: wake)
    var failure = SystemError("connect", ETIMEDOUT)
    for (index, address) in addresses.enumerated() {
      // Each address gets its share, so that one that never answers leaves time for the others.
      let share = (deadline.remaining ?? .zero) / (addresses.count - index)
      switch try attempt(address, until: Deadline(after: share), wake: wake) {
      case .success(let connection): return connection
      // A refusal is the most useful error, because it shows that the host was reached.
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

  private func attempt(
    _ address: SocketAddress, until deadline: Deadline, wake: WakeChannel
  ) throws(UserLocationError) -> Result<OwnedDescriptor, SystemError> {
    let connection: OwnedDescriptor
    do throws(SystemError) {
      connection = try OwnedDescriptor(
        socket(address.family, Descriptor.streamSocket, 0), from: "socket")
    } catch {
      return .failure(error)
    }
    let number = connection.number
    Descriptor.secure(number)
    Descriptor.makeNonBlocking(number)
    if address.withPointer({ connect(number, $0, $1) }) != 0 {
      let error = SystemError.last("connect")
      guard error.number == EINPROGRESS || error.number == EINTR else { return .failure(error) }
      guard try wake.wait(for: number, events: Int32(POLLOUT), until: deadline) != nil else {
        return .failure(SystemError("connect", ETIMEDOUT))
      }
    }
    var outcome: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(number, SOL_SOCKET, SO_ERROR, &outcome, &size)
    guard outcome == 0 else { return .failure(SystemError("connect", outcome)) }
    Descriptor.noticeAbsence(number)
    Descriptor.makeBlocking(number)
    // The buffer of a new connection has room for the whole greeting.
    if !greeting.isEmpty {
      let bytes = Array(greeting.utf8)
      let sent = send(number, bytes, bytes.count, Descriptor.sendFlags)
      guard sent == bytes.count else { return .failure(.last("send")) }
    }
    return .success(connection)
  }

  private func words(for failure: SystemError) -> String {
    switch failure.number {
    case ECONNREFUSED: "connection refused: nothing listens on port \(port) there"
    case EACCES, EPERM:
      "permission denied: a firewall or a sandbox forbids this program to connect there"
    case ETIMEDOUT: "timed out: nobody answered within \(connectTimeout.words)"
    default: failure.message
    }
  }
}
