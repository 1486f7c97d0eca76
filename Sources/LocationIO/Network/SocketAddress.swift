package import LocationCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An internet address and port, version 4 or 6, as sockets take it.
package struct SocketAddress: Hashable, Sendable {
  /// `AF_INET` or `AF_INET6`.
  package let family: Int32
  /// A `sockaddr_in` or `sockaddr_in6`.
  private let bytes: [UInt8]

  private init?(_ info: addrinfo) {
    guard info.ai_family == AF_INET || info.ai_family == AF_INET6, let address = info.ai_addr
    else { return nil }
    family = info.ai_family
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
  }

  /// Lends the address to a system call.
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    // The storage is larger and better aligned than any address.
    var storage = sockaddr_storage()
    withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(bytes.count))
      }
    }
  }
}

extension SocketAddress {
  /// Why a name has no address.
  package struct LookupFailure: Error, Hashable, CustomStringConvertible {
    /// In the system's words, as "Name or service not known".
    package let description: String
  }

  /// Which addresses to look for.
  package enum Use {
    /// One to connect to: a name or an address.
    case connecting
    /// One of this machine's own, as an address.
    case listening
  }

  /// Looks a host up; blocks for as long as the system pleases, unless for ``Use/listening``.
  ///
  /// - Parameter host: `nil` is any address of this machine.
  package static func find(
    _ host: String?, port: UInt16, for use: Use
  ) -> Result<[SocketAddress], LookupFailure> {
    var hints = addrinfo()
    switch use {
    case .connecting:
      hints.ai_flags = AI_NUMERICSERV
      hints.ai_protocol = Int32(IPPROTO_TCP)
    case .listening:
      hints.ai_flags = AI_NUMERICSERV | AI_NUMERICHOST | AI_PASSIVE
      hints.ai_protocol = Int32(IPPROTO_UDP)
    }
    var first: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &first)
    guard failure == 0 else {
      let words =
        failure == EAI_SYSTEM
        ? SystemError.last("getaddrinfo").message : String(cString: gai_strerror(failure))
      return .failure(LookupFailure(description: words))
    }
    defer { freeaddrinfo(first) }
    let entries = sequence(first: first, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
    return .success(entries.compactMap { $0.flatMap { SocketAddress($0.pointee) } })
  }
}

extension SocketAddress {
  /// The addresses of this machine to listen at for `host`, in the order in which to try them: a
  /// number, `localhost`, or `*` for all there are. Empty when it is none of these.
  package static func listening(at host: String, port: UInt16) -> [SocketAddress] {
    let numeric =
      switch host {
      case "*": ["::", "0.0.0.0"]
      case "localhost": ["127.0.0.1"]
      default: [host]
      }
    return numeric.flatMap { (try? find($0, port: port, for: .listening).get()) ?? [] }
  }
}

extension SocketAddress {
  /// The address itself, as both structures lay it out after family, port and, in version 6, flow.
  private var host: ArraySlice<UInt8> { family == AF_INET ? bytes[4..<8] : bytes[8..<24] }

  /// Whether it is a group's, which a socket joins to receive.
  package var isMulticast: Bool {
    host.first.map { family == AF_INET ? $0 & 0xF0 == 0xE0 : $0 == 0xFF } ?? false
  }

  /// Makes a socket a member of the group that this address is.
  package func join(_ socket: Int32) throws(SystemError) {
    let result: Int32
    if family == AF_INET {
      // struct ip_mreq: the group, and 0.0.0.0 for the interface that routing says.
      let membership = Array(host) + [0, 0, 0, 0]
      result = setsockopt(
        socket, Int32(IPPROTO_IP), Int32(IP_ADD_MEMBERSHIP), membership, socklen_t(8))
    } else {
      // struct ipv6_mreq: the group, and the interface that `%eth0` named, if any.
      let membership = Array(host) + bytes[24..<28]
      result = setsockopt(
        socket, Int32(IPPROTO_IPV6), Int32(IPV6_JOIN_GROUP), membership, socklen_t(20))
    }
    if result != 0 { throw .last("setsockopt") }
  }
}
