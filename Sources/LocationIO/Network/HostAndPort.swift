import LocationCore

/// Parses and formats the host and port in the URL of a source or server.
package enum HostAndPort {
  /// Splits `//AUTHORITY[/PATH]`. The path keeps its slash.
  ///
  /// - Parameters:
  ///   - rest: the URL after its scheme.
  ///   - text: the whole URL, for errors.
  ///   - form: the expected form, for errors: "tcp://HOST:PORT".
  package static func split(
    _ rest: Substring, _ text: String, form: String
  ) throws(UserLocationError) -> (authority: Substring, path: Substring?) {
    guard rest.hasPrefix("//") else { throw mistake(text, "it looks like \(form)") }
    let afterSlashes = rest.dropFirst(2)
    guard let slash = afterSlashes.firstIndex(of: "/") else { return (afterSlashes, nil) }
    return (afterSlashes[..<slash], afterSlashes[slash...])
  }

  /// Parses `HOST[:PORT]`. An IPv6 address must be in brackets.
  package static func parse(
    _ authority: Substring, _ text: String, form: String,
    ports: ClosedRange<UInt16> = 1...UInt16.max
  ) throws(UserLocationError) -> (host: String, port: UInt16?) {
    var host = authority
    var rest: Substring
    if authority.first == "[" {
      guard let bracket = authority.firstIndex(of: "]") else {
        throw mistake(text, "a ']' is missing after the IPv6 address")
      }
      host = authority[..<bracket].dropFirst()
      rest = authority[bracket...].dropFirst()
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
    }
    guard !rest.isEmpty else { return (String(host), nil) }
    if rest.dropFirst().contains(":"), authority.first != "[" {
      throw mistake(text, "an IPv6 address goes in brackets, as [::1]:10110")
    }
    guard rest.popFirst() == ":", let port = UInt16(rest), ports.contains(port) else {
      throw mistake(
        text, "a port is a number from \(ports.lowerBound) to 65535; it looks like \(form)")
    }
    return (String(host), port)
  }

  /// Whether a host is this machine for certain: `localhost`, or an address that begins with 127, or ::1. A
  /// name that begins with `127.` may be anywhere.
  package static func isThisMachine(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    let isLoopback =
      numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    return host.lowercased() == "localhost" || host == "::1" || isLoopback
  }

  /// Formats `HOST:PORT`, with an IPv6 address in brackets.
  package static func text(_ host: String, _ port: UInt16) -> String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The error of an address, or of another text of the user's that names a source.
  package static func mistake(_ text: String, _ detail: String) -> UserLocationError {
    UserLocationError(.invalidSource, source: "'\(text)'", detail: detail)
  }
}
