#if Web
  import LocationPOSIX
  import NIOCore
  import NIOPosix

  /// The names and addresses under which other machines reach this one.
  enum MachineName {
    /// The name of this machine, in lowercase letters.
    static var own: String? {
      var bytes = [CChar](repeating: 0, count: 256)
      guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
      let name = String(
        decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return name.isEmpty ? nil : name.lowercased()
    }

    /// The hosts for links to an address. Of the address for all addresses, these are those of the machine.
    ///
    /// - Parameter name: the host as the user wrote it.
    static func hosts(of address: SocketAddress, named name: String) -> [String] {
      guard let text = address.ipAddress else { return [name] }
      guard text == "0.0.0.0" || text == "::" else { return [bracketed(name)] }
      let isIPv4 = text == "0.0.0.0"
      let devices = (try? System.enumerateDevices()) ?? []
      let all = devices.compactMap { $0.address?.ipAddress }
        .filter { $0.contains(".") || (!isIPv4 && !$0.hasPrefix("fe80")) }
      // Links for other machines come first.
      let local = all.filter { $0.hasPrefix("127.") || $0 == "::1" }
      return (all.filter { !local.contains($0) } + local).map(bracketed)
    }

    /// The network of a client: its IPv4 address, or the first half of its IPv6 address. A machine changes the
    /// second half as it likes.
    static func network(of address: SocketAddress?) -> String {
      guard case .v6(let six) = address else { return address?.ipAddress ?? "" }
      let bytes = withUnsafeBytes(of: six.address.sin6_addr) { Array($0) }
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [0xFF, 0xFF]
      if isMapped { return bytes[12...].map(String.init).joined(separator: ".") }
      return bytes.prefix(8).map(String.init).joined(separator: ":")
    }

    private static func bracketed(_ host: String) -> String {
      host.contains(":") ? "[\(host)]" : host
    }
  }

  /// A secret that nobody can guess.
  enum WebToken {
    static func make() -> String {
      var generator = SystemRandomNumberGenerator()
      return (0..<4).map { _ in
        let digits = String(UInt32.random(in: 0...UInt32.max, using: &generator), radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
      }.joined()
    }
  }
#endif
