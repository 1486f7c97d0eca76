import LocationPOSIX

/// An IPv4 or IPv6 address and a port, or the path of a Unix socket, in the form that sockets need.
package struct SocketAddress: Hashable, Sendable {
  /// `AF_INET`, `AF_INET6` or `AF_UNIX`.
  package let family: Int32
  /// A `sockaddr_in`, `sockaddr_in6` or `sockaddr_un`.
  private let bytes: [UInt8]

  private init?(_ info: addrinfo) {
    guard info.ai_family == AF_INET || info.ai_family == AF_INET6, let address = info.ai_addr
    else { return nil }
    family = info.ai_family
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen)))
  }

  /// The address of a Unix socket; `nil` for a path that is longer than ``SocketFile/longestPath``.
  package init?(path: String) {
    let path = path.pathBytes
    guard path.count <= SocketFile.longestPath else { return nil }
    family = AF_UNIX
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    bytes = withUnsafeBytes(of: &address) { Array($0) }
  }

  /// Takes the address that a system call writes.
  init(
    writtenBy call: (UnsafeMutablePointer<sockaddr>, inout socklen_t) throws(SystemError) -> Void
  ) throws(SystemError) {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Result { () throws(SystemError) in try call(address, &size) }
      }
    }
    try result.get()
    family = Int32(storage.ss_family)
    bytes = withUnsafeBytes(of: storage) { Array($0.prefix(Int(size))) }
  }

  /// Passes the address to a system call.
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    // `sockaddr_storage` has the size and alignment for every address.
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
  /// The reason why a host has no address.
  package struct LookupFailure: Error, Hashable, CustomStringConvertible {
    /// The system's text: "Name or service not known".
    package let description: String
  }

  /// The purpose of the addresses.
  package enum Use {
    /// To connect to. The host may be a name or an address.
    case connecting
    /// To listen at. The host must be an address of this machine.
    case listening
  }

  /// Looks a host up. This blocks without a limit, except for ``Use/listening``.
  ///
  /// - Parameter host: `nil` means all addresses of this machine.
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
  /// The addresses of this machine to listen at, in the order in which to try them.
  ///
  /// - Parameter host: an address, `localhost`, or `*` for all addresses.
  /// - Returns: an empty array if `host` is something else.
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
  /// The bytes of the IP address. It follows the family, the port and, in IPv6, the flow information. A Unix
  /// socket has none.
  private var host: ArraySlice<UInt8> {
    switch family {
    case AF_INET: bytes[4..<8]
    case AF_INET6: bytes[8..<24]
    default: []
    }
  }

  /// Whether the address is a multicast group's. A socket must join a group to receive from it.
  package var isMulticast: Bool {
    host.first.map { family == AF_INET ? $0 & 0xF0 == 0xE0 : $0 == 0xFF } ?? false
  }

  /// Makes a socket a member of this multicast group.
  package func join(_ socket: Int32) throws(SystemError) {
    let result: Int32
    if family == AF_INET {
      // struct ip_mreq: the group, and 0.0.0.0 for the interface that routing selects.
      let membership = Array(host) + [0, 0, 0, 0]
      result = setsockopt(
        socket, Int32(IPPROTO_IP), Int32(IP_ADD_MEMBERSHIP), membership, socklen_t(8))
    } else {
      // struct ipv6_mreq: the group, and the index of the interface from `%eth0`, or 0.
      let membership = Array(host) + bytes[24..<28]
      result = setsockopt(
        socket, Int32(IPPROTO_IPV6), Int32(IPV6_JOIN_GROUP), membership, socklen_t(20))
    }
    if result != 0 { throw .last("setsockopt") }
  }
}
