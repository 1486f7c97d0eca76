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
