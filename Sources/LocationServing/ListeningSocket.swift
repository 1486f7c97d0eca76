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

/// A TCP socket at which clients of one protocol arrive. Who made it closes it.
package struct ListeningSocket: Sendable {
  package let descriptor: Int32
  /// The endpoint with the port that it got.
  package let endpoint: ServeEndpoint
  /// Whether clients speak gpsd's protocol, or only read NMEA.
  package let speaksGPSD: Bool

  /// Listens at an address of this machine, or at all of them (`*`).
  ///
  /// - Throws: `LocationServerError` with what to do.
  package init(
    _ endpoint: ServeEndpoint, host: String, port: UInt16, speaksGPSD: Bool
  ) throws(LocationServerError) {
    var failure = SystemError("socket", EAFNOSUPPORT)
    for address in try Self.addresses(of: host, port, endpoint) {
      do throws(SystemError) {
        let descriptor = try Self.listen(at: address)
        let taken = Self.port(of: descriptor) ?? port
        self.descriptor = descriptor
        self.speaksGPSD = speaksGPSD
        self.endpoint =
          speaksGPSD ? .gpsd(host: host, port: taken) : .tcp(host: host, port: taken)
        return
      } catch {
        failure = error
        // A machine without version 6 still has all the addresses of version 4.
        if error.number != EAFNOSUPPORT && error.number != EADDRNOTAVAIL { break }
      }
    }
    throw LocationServerError(endpoint, failure)
  }

  /// The next client that waits; `nil` when none does.
  package func accept() throws(SystemError) -> Int32? {
    while true {
      let connection = Self.systemAccept(descriptor)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Descriptor.secure(connection)
        Descriptor.makeNonBlocking(connection)
        return connection
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return nil
      default: throw .last("accept")
      }
    }
  }

  private static func addresses(
    of host: String, _ port: UInt16, _ endpoint: ServeEndpoint
  ) throws(LocationServerError) -> [SocketAddress] {
    let found = SocketAddress.listening(at: host, port: port)
    guard found.isEmpty else { return found }
    throw LocationServerError(
      .invalidEndpoint, endpoint,
      "\(host) is not an address; give one of this machine's, or * for all of them")
  }

  private static func listen(at address: SocketAddress) throws(SystemError) -> Int32 {
    let descriptor = socket(address.family, Descriptor.streamSocket, 0)
    guard descriptor >= 0 else { throw .last("socket") }
    do throws(SystemError) {
      Descriptor.secure(descriptor)
      Descriptor.makeNonBlocking(descriptor)
      // The port is free again as soon as this program is gone, whoever was connected.
      Descriptor.set(SO_REUSEADDR, to: 1, at: SOL_SOCKET, of: descriptor)
      if address.family == AF_INET6 {
        Descriptor.set(IPV6_V6ONLY, to: 0, at: Int32(IPPROTO_IPV6), of: descriptor)
      }
      let bound = address.withPointer { systemBind(descriptor, $0, $1) }
      guard bound == 0 else { throw .last("bind") }
      guard systemListen(descriptor) == 0 else { throw .last("listen") }
      return descriptor
    } catch {
      _ = close(descriptor)
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
    // It is at the same place in the addresses of both versions.
    return withUnsafeBytes(of: &storage) {
      UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  // Under these names the type has members of its own.

  private static func systemAccept(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.accept(descriptor, nil, nil)
    #elseif canImport(Musl)
      Musl.accept(descriptor, nil, nil)
    #else
      Darwin.accept(descriptor, nil, nil)
    #endif
  }

  private static func systemListen(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.listen(descriptor, 64)
    #elseif canImport(Musl)
      Musl.listen(descriptor, 64)
    #else
      Darwin.listen(descriptor, 64)
    #endif
  }

  private static func systemBind(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
  ) -> Int32 {
    bind(descriptor, address, length)
  }
}
