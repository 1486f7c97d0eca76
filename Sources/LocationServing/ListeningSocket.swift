import LocationIO
import LocationPOSIX

/// A TCP or Unix socket that accepts clients of one protocol. Its owner closes it.
struct ListeningSocket: Sendable {
  let descriptor: Int32
  /// The endpoint with the port that the socket got.
  let endpoint: ServerEndpoint
  /// Whether clients speak gpsd's protocol. Otherwise they only read NMEA.
  var speaksGPSD: Bool { if case .gpsd = endpoint { true } else { false } }
  /// The file of a Unix socket.
  private let file: SocketFile?

  /// Listens at an address of this machine, or at all of them (`*`).
  ///
  /// - Throws: `.invalidEndpoint`, or what the system reports.
  init(
    _ endpoint: ServerEndpoint, host: String, port: UInt16
  ) throws(LocationServerError) {
    var failure = SystemError("socket", EAFNOSUPPORT)
    for address in try Self.addresses(of: host, port, endpoint) {
      do throws(SystemError) {
        let descriptor = try Self.listen(at: address)
        let taken = Self.port(of: descriptor) ?? port
        self.descriptor = descriptor
        file = nil
        if case .gpsd = endpoint {
          self.endpoint = .gpsd(host: host, port: taken)
        } else {
          self.endpoint = .tcp(host: host, port: taken)
        }
        return
      } catch {
        failure = error
        // On a machine without IPv6 the next address is an IPv4 one.
        if error.number != EAFNOSUPPORT && error.number != EADDRNOTAVAIL { break }
      }
    }
    throw LocationServerError(endpoint, failure)
  }

  /// Listens at a path, for clients that read NMEA; see ``SocketFile``.
  ///
  /// - Throws: `.invalidEndpoint` for a path that is too long, or what the system reports.
  init(_ endpoint: ServerEndpoint, path: String) throws(LocationServerError) {
    do throws(SystemError) {
      let file = try SocketFile(path)
      self.file = file
      descriptor = file.descriptor
    } catch {
      throw LocationServerError(endpoint, error)
    }
    self.endpoint = endpoint
  }

  /// Closes the socket, and removes the file of a Unix socket.
  func close() {
    if let file { file.close() } else { _ = LocationPOSIX.close(descriptor) }
  }

  private static func addresses(
    of host: String, _ port: UInt16, _ endpoint: ServerEndpoint
  ) throws(LocationServerError) -> [SocketAddress] {
    let found = SocketAddress.listening(at: host, port: port)
    guard found.isEmpty else { return found }
    throw LocationServerError(
      .invalidEndpoint, subject: "\(endpoint)",
      detail: "\(host) is not an address; give an address of this machine, or * for all of them")
  }

  private static func listen(at address: SocketAddress) throws(SystemError) -> Int32 {
    let descriptor = socket(address.family, Descriptor.streamSocket, 0)
    guard descriptor >= 0 else { throw .last("socket") }
    do throws(SystemError) {
      Descriptor.secure(descriptor)
      Descriptor.makeNonBlocking(descriptor)
      // Without it the port stays taken for minutes after this program ended.
      Descriptor.set(SO_REUSEADDR, to: 1, at: SOL_SOCKET, of: descriptor)
      if address.family == AF_INET6 {
        Descriptor.set(IPV6_V6ONLY, to: 0, at: Int32(IPPROTO_IPV6), of: descriptor)
      }
      let bound = address.withPointer { bind(descriptor, $0, $1) }
      guard bound == 0 else { throw .last("bind") }
      guard LocationPOSIX.listen(descriptor, 64) == 0 else { throw .last("listen") }
      return descriptor
    } catch {
      _ = LocationPOSIX.close(descriptor)
      throw error
    }
  }

  /// The port that a socket got.
  private static func port(of descriptor: Int32) -> UInt16? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let found = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard found == 0 else { return nil }
    // IPv4 and IPv6 addresses have the port at the same place.
    return withUnsafeBytes(of: &storage) {
      UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
  }
}
