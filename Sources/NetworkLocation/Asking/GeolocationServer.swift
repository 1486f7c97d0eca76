public import LocationCore
import LocationIO

/// A server with the ichnaea geolocation API, as its user writes it after `net:`.
///
/// ```swift
/// let server = try GeolocationServer("https://example.org/v1/geolocate?fallback=ip")
/// ```
public struct GeolocationServer: Hashable, Sendable {
  /// The URL of requests. It may contain a key.
  public let url: String
  /// Scheme, host and port: "https://example.org". A user agrees to send data to an origin.
  public let origin: String
  /// Whether the server may answer with the place of this machine's IP address, if it does not know the
  /// access points. Such a place is wrong behind a VPN, and inexact by 25 km and more.
  public let usesAddress: Bool
  /// The URL without its query.
  private let plainURL: String

  /// The form, for errors.
  private static let form = "net:https://HOST/v1/geolocate[?fallback=ip]"

  /// Reads a URL. `fallback=ip` in its query sets ``usesAddress`` and is not sent.
  ///
  /// - Throws: `.invalidSource` with the mistake. The scheme is `https`, or `http` for this machine: the
  ///   names of access points are as good as a location, and everybody on the way could read them.
  public init(_ text: String) throws(UserLocationError) {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    guard scheme == "https" || scheme == "http" else {
      throw Self.error(text, "it looks like \(Self.form)")
    }
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw Self.error(text, "a URL has no '#', no spaces and only ASCII characters")
    }
    let rest = text.dropFirst(scheme.count + 1)
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let (authority, path) = try HostAndPort.split(parts[0], "net:" + text, form: Self.form)
    if authority.contains("@") {
      throw Self.error(text, "a user name or password is not possible; it looks like \(Self.form)")
    }
    let (parsed, port) = try HostAndPort.parse(authority, "net:" + text, form: Self.form)
    let host = parsed.lowercased()
    guard !host.isEmpty else {
      throw Self.error(text, "the host is missing; it looks like \(Self.form)")
    }
    guard host.utf8.allSatisfy(Self.isOfHost) else {
      throw Self.error(text, "'\(host)' is not the name or address of a host")
    }
    guard let path, path.count > 1 else {
      throw Self.error(text, "the path is missing; it looks like \(Self.form)")
    }
    if scheme == "http", !Self.isThisMachine(host) {
      throw Self.error(text, "http shows the networks in sight to everybody on the way; use https")
    }
    let isDefault = port == nil || port == (scheme == "https" ? 443 : 80)
    let shown = host.contains(":") ? "[\(host)]" : host
    origin = "\(scheme)://\(shown)" + (isDefault ? "" : port.map { ":\($0)" } ?? "")
    plainURL = origin + path
    let (query, usesAddress) = try Self.query(parts.count > 1 ? parts[1] : "", text)
    url = plainURL + (query.isEmpty ? "" : "?" + query)
    self.usesAddress = usesAddress
  }

  /// The source in the form in which a user writes it, without the query, which may contain a key:
  /// "net:https://example.org/v1/geolocate".
  public var name: String { "net:" + plainURL }

  /// Removes `fallback=ip`.
  private static func query(
    _ query: Substring, _ text: String
  ) throws(UserLocationError) -> (rest: String, usesAddress: Bool) {
    var rest: [Substring] = []
    var usesAddress = false
    for parameter in query.split(separator: "&") {
      guard parameter.prefix(while: { $0 != "=" }) == "fallback" else {
        rest.append(parameter)
        continue
      }
      guard parameter == "fallback=ip" else {
        throw error(text, "the only fallback is fallback=ip, by the IP address of this machine")
      }
      usesAddress = true
    }
    return (rest.joined(separator: "&"), usesAddress)
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

  private static func isThisMachine(_ host: String) -> Bool {
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    let isLoopback =
      numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    return host == "localhost" || host == "::1" || isLoopback
  }

  private static func error(_ text: String, _ detail: String) -> UserLocationError {
    UserLocationError(.invalidSource, source: "'net:\(text)'", detail: detail)
  }
}

extension GeolocationServer: CustomStringConvertible {
  /// The text that ``init(_:)`` reads. It may contain a key.
  public var description: String {
    guard usesAddress else { return url }
    return url + (url == plainURL ? "?" : "&") + "fallback=ip"
  }
}
