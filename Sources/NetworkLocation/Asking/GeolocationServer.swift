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
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = try HTTPAddress(parts.first ?? "", name: "net:" + text, form: Self.form)
    guard address.path.count > 1 else {
      throw Self.error(text, "the path is missing; it looks like \(Self.form)")
    }
    if !address.isSecure, !HostAndPort.isThisMachine(address.host) {
      throw Self.error(text, "http shows the networks in sight to everybody on the way; use https")
    }
    origin = address.origin
    plainURL = address.description
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
    guard query.utf8.allSatisfy(HTTPAddress.isPlain) else {
      throw error(text, "a URL has no '#', no spaces and only ASCII characters")
    }
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
