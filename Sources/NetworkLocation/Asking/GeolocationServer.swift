public import LocationCore
import LocationIO
import LocationText

/// A server with the ichnaea geolocation API.
///
/// ```swift
/// let server = try GeolocationServer("https://example.org/v1/geolocate?fallback=ip")
/// ```
///
/// Other users of the machine see the arguments of a program, so a key is better in a file or in an environment
/// variable: `?key-file=PATH` or `?key-variable=NAME`. The program reads the key from there, and
/// calls ``withKey(_:)``.
public struct GeolocationServer: Hashable, Sendable {
  /// Where the key of a server is.
  public enum KeyPlace: Hashable, Sendable {
    /// In the first line of a file.
    case file(path: String)
    /// In an environment variable.
    case variable(String)
  }

  /// The URL of requests. It may contain a key.
  public private(set) var url: String
  /// Where a key is that ``url`` does not contain yet; `nil` if none is missing.
  public private(set) var keyPlace: KeyPlace?
  /// Scheme, host and port: "https://example.org". A user agrees to send data to an origin.
  public let origin: String
  /// Whether the server may answer with the place of this machine's IP address, if it does not know the
  /// access points. Such a place is wrong behind a VPN, and inexact by 25 km and more.
  public let usesAddress: Bool
  /// The URL without its query.
  private let plainURL: String

  /// Reads a URL. In its query, `fallback=ip` sets ``usesAddress``, and `key-file` or `key-variable` sets
  /// ``keyPlace``. They are not sent.
  ///
  /// - Throws: `.invalidSource` with the mistake. The scheme is `https`, or `http` for this machine: the
  ///   names of access points are as good as a location, and everybody on the way could read them.
  public init(_ text: String) throws(UserLocationError) { try self.init(text, after: "") }

  /// - Parameter prefix: what the user wrote before the URL. Errors repeat it.
  package init(_ text: String, after prefix: String) throws(UserLocationError) {
    let written = prefix + URLQuery.hidingValues(in: text)
    let form = prefix + "https://HOST/v1/geolocate[?key-file=PATH&fallback=ip]"
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let address = try HTTPAddress(parts.first ?? "", name: written, form: form)
    guard address.path.count > 1 else {
      throw HostAndPort.mistake(written, "the path is missing; it looks like \(form)")
    }
    if !address.isSecure, !HostAndPort.isThisMachine(address.host) {
      throw HostAndPort.mistake(
        written, "http shows the networks in sight to everybody on the way; use https")
    }
    origin = address.origin
    plainURL = address.description
    let query = try Self.query(parts.count > 1 ? parts[1] : "", written)
    url = plainURL + (query.rest.isEmpty ? "" : "?" + query.rest)
    usesAddress = query.usesAddress
    keyPlace = query.keyPlace
  }

  /// The same server with the key from ``keyPlace``.
  ///
  /// - Throws: `.invalidSource` for an empty key, or one with other characters than ASCII letters, digits, `-`, `.`,
  ///   `_` and `~`.
  public func withKey(_ key: String) throws(UserLocationError) -> GeolocationServer {
    guard key.utf8.allSatisfy(\.isUnreserved), !key.isEmpty else {
      throw UserLocationError(
        .invalidSource, source: name,
        detail:
          "its key is empty, or has other characters than letters, digits, '-', '.', '_' and '~'")
    }
    var server = self
    server.url += (url == plainURL ? "?" : "&") + "key=" + key
    server.keyPlace = nil
    return server
  }

  /// The source in the form in which a user writes it, without the query, which may contain a key:
  /// "net:https://example.org/v1/geolocate".
  public var name: String { "net:" + plainURL }

  /// Removes what is not sent.
  private static func query(
    _ query: Substring, _ written: String
  ) throws(UserLocationError) -> (rest: String, usesAddress: Bool, keyPlace: KeyPlace?) {
    guard query.utf8.allSatisfy(HTTPAddress.isPlain) else {
      throw HostAndPort.mistake(written, "a URL has no '#', no spaces and only ASCII characters")
    }
    var rest: [Substring] = []
    var usesAddress = false
    var places: [KeyPlace] = []
    for parameter in query.split(separator: "&") {
      let name = parameter.prefix { $0 != "=" }
      let value = String(parameter.dropFirst(name.count + 1))
      switch name {
      case "fallback":
        guard value == "ip" else {
          throw HostAndPort.mistake(
            written, "the only fallback is fallback=ip, by the IP address of this machine")
        }
        usesAddress = true
      case "key-file", "key-variable":
        guard !value.isEmpty else { throw HostAndPort.mistake(written, "'\(name)=' has no value") }
        places.append(name == "key-file" ? .file(path: value) : .variable(value))
      default: rest.append(parameter)
      }
    }
    if places.count > 1 || !places.isEmpty && rest.contains(where: { $0.hasPrefix("key=") }) {
      throw HostAndPort.mistake(
        written, "it has one key: key-file=PATH, key-variable=NAME or key=KEY")
    }
    return (rest.joined(separator: "&"), usesAddress, places.first)
  }
}

extension GeolocationServer: CustomStringConvertible {
  /// The text that ``init(_:)`` reads. It may contain a key.
  public var description: String {
    var parameters: [String] = []
    switch keyPlace {
    case .file(let path): parameters.append("key-file=\(path)")
    case .variable(let name): parameters.append("key-variable=\(name)")
    case nil: break
    }
    if usesAddress { parameters.append("fallback=ip") }
    guard !parameters.isEmpty else { return url }
    return url + (url == plainURL ? "?" : "&") + parameters.joined(separator: "&")
  }
}
