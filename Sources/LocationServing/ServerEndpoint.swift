public import LocationCore
import LocationIO

/// An address at which a ``LocationServer`` serves. Nothing is opened yet.
///
/// A host is a name or address of this machine, or `*` for all its addresses. The default,
/// `127.0.0.1`, is reachable from this machine only. Port 0 takes a free port, which
/// ``LocationServer/endpoints`` names.
public enum ServerEndpoint: Hashable, Sendable {
  /// gpsd's protocol over TCP.
  case gpsd(host: String = "127.0.0.1", port: UInt16 = 2947)
  /// NMEA 0183 over TCP, for every program that connects.
  case tcp(host: String = "127.0.0.1", port: UInt16)
  /// NMEA 0183 in datagrams to a host, one sentence in each. The host may be a broadcast address. The
  /// port is 1 … 65,535.
  case udp(host: String = "127.0.0.1", port: UInt16)
  /// NMEA 0183 on a Unix stream socket, for every program of this user that connects. Its file replaces one that a
  /// server left behind, and is removed at the end.
  case unix(path: String)
  /// NMEA 0183 on a new pseudo-terminal, and a symbolic link to it if `link` is a path.
  case terminal(link: String? = nil)

  /// The forms of text that ``init(_:)`` reads, for help and error messages.
  package static let forms =
    "gpsd://HOST:PORT, tcp://HOST:PORT, udp://HOST:PORT, unix:PATH, pty: and pty:PATH"

  /// Reads an endpoint: `gpsd://HOST:PORT`, `tcp://HOST:PORT`, `udp://HOST:PORT`, `unix:PATH`, `pty:` or `pty:PATH`.
  ///
  /// - Throws: `.invalidEndpoint` with the expected form.
  public init(_ text: String) throws(LocationServerError) {
    let scheme = text.prefix { $0 != ":" }
    let rest = text.dropFirst(scheme.count + 1)
    switch scheme.lowercased() {
    case "gpsd":
      let (host, port) = try Self.address(rest, form: "gpsd://127.0.0.1:2947")
      self = .gpsd(host: host, port: port ?? 2947)
    case "tcp":
      let (host, port) = try Self.address(rest, form: "tcp://127.0.0.1:10110")
      self = .tcp(host: host, port: try Self.required(port, "a port, or 0 for a free one"))
    case "udp":
      let (host, port) = try Self.address(rest, form: "udp://127.0.0.1:10110")
      guard port != 0 else { throw LocationServerError(.invalidEndpoint, detail: Self.noPort) }
      self = .udp(host: host, port: try Self.required(port, "the port to send to"))
    case "unix":
      guard !rest.isEmpty else {
        throw LocationServerError(
          .invalidEndpoint, detail: "it needs a path: unix:/run/user/1000/nmea.sock")
      }
      self = .unix(path: String(rest))
    case "pty" where text.hasPrefix("\(scheme):"):
      self = .terminal(link: rest.isEmpty ? nil : String(rest))
    default:
      throw LocationServerError(
        .invalidEndpoint, detail: "'\(text)' is not an endpoint; the forms are \(Self.forms)")
    }
  }

  /// Datagrams to port 0 would all be lost.
  static let noPort = "datagrams cannot be sent to port 0; give a port from 1 to 65535"

  private static func address(
    _ rest: Substring, form: String
  ) throws(LocationServerError) -> (host: String, port: UInt16?) {
    do throws(UserLocationError) {
      let (authority, path) = try HostAndPort.split(rest, "", form: form)
      guard path == nil || path == "/" else {
        throw UserLocationError(
          .invalidSource, detail: "nothing may follow the port; it looks like \(form)")
      }
      let (host, port) = try HostAndPort.parse(
        authority, "", form: form, ports: 0...UInt16.max)
      return (host.isEmpty ? "127.0.0.1" : host, port)
    } catch {
      throw LocationServerError(.invalidEndpoint, detail: error.detail)
    }
  }

  private static func required(
    _ port: UInt16?, _ what: String
  ) throws(LocationServerError) -> UInt16 {
    guard let port else { throw LocationServerError(.invalidEndpoint, detail: "it needs \(what)") }
    return port
  }
}

extension ServerEndpoint: CustomStringConvertible {
  /// The endpoint in the form that ``init(_:)`` reads.
  public var description: String {
    switch self {
    case .gpsd(let host, let port): "gpsd://\(HostAndPort.text(host, port))"
    case .tcp(let host, let port): "tcp://\(HostAndPort.text(host, port))"
    case .udp(let host, let port): "udp://\(HostAndPort.text(host, port))"
    case .unix(let path): "unix:\(path)"
    case .terminal(let link): "pty:\(link ?? "")"
    }
  }
}
