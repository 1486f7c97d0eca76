package import LocationCore

/// An address of the web without a query: `https://HOST[:PORT][/PATH]`.
package struct HTTPAddress: Hashable, Sendable, CustomStringConvertible {
  /// Whether the connection is secured with TLS.
  package let isSecure: Bool
  /// The name or address, in lowercase letters and without brackets.
  package let host: String
  /// The port; `nil` for the usual one.
  package let port: UInt16?
  /// The path with the slash at its start; empty if there is none.
  package let path: String

  /// Reads an address.
  ///
  /// - Parameters:
  ///   - name: the text as its user wrote it, for errors.
  ///   - form: the expected form, for errors.
  /// - Throws: `.invalidSource` with the mistake.
  package init(
    _ text: some StringProtocol, name: String, form: String
  ) throws(UserLocationError) {
    func mistake(_ detail: String) -> UserLocationError { HostAndPort.mistake(name, detail) }
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard scheme == "https" || scheme == "http" else { throw mistake("it looks like \(form)") }
    guard text.utf8.allSatisfy(Self.isPlain) else {
      throw mistake("a URL has no '#', no spaces and only ASCII characters")
    }
    if text.contains("?") { throw mistake("a query is not possible; it looks like \(form)") }
    let (authority, path) = try HostAndPort.split(
      Substring(text.dropFirst(scheme.count + 1)), name, form: form)
    if authority.contains("@") {
      throw mistake("a user name or password is not possible; it looks like \(form)")
    }
    let (parsed, port) = try HostAndPort.parse(authority, name, form: form)
    host = parsed.lowercased()
    if host.isEmpty { throw mistake("the host is missing; it looks like \(form)") }
    guard host.utf8.allSatisfy(Self.isOfHost) else {
      throw mistake("'\(host)' is not the name or address of a host")
    }
    isSecure = scheme == "https"
    self.port = port == (isSecure ? 443 : 80) ? nil : port
    self.path = path.map(String.init) ?? ""
  }

  /// The scheme, the host and the port, as a browser writes it: `https://example.org:8443`.
  package var origin: String { (isSecure ? "https://" : "http://") + authority }

  /// The host and the port, as in the header Host: `example.org:8443`.
  package var authority: String {
    (host.contains(":") ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
  }

  package var description: String { origin + path }

  /// Whether a byte may be part of a URL without a fragment.
  package static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "#")
  }

  /// Whether a byte may be part of a host. libcurl could read other characters as the end of the host.
  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
