import GPSDProtocol
import LocationCore
import LocationIO
import LocationText

/// Where a receiver is to be served, as `--serve` says it. Nothing is opened yet.
package enum ServeEndpoint: Hashable, Sendable {
  /// gpsd's protocol over TCP.
  case gpsd(host: String, port: UInt16)
  /// NMEA over TCP, to everybody who connects.
  case tcp(host: String, port: UInt16)
  /// NMEA in datagrams, one for each sentence, sent to a host.
  case udp(host: String, port: UInt16)
  /// NMEA on a pseudo-terminal of its own, with a link to it at a path if one is named.
  case terminal(link: String?)

  /// The forms there are, for people.
  package static let forms = "gpsd://HOST:PORT, tcp://HOST:PORT, udp://HOST:PORT, pty: and pty:PATH"

  /// Reads what a user wrote after `--serve`. Without a host it is this machine alone.
  package init(argument text: String) throws(LocationServerError) {
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
      guard port != 0 else {
        throw LocationServerError(.invalidEndpoint, nil, "datagrams are sent to a port from 1 on")
      }
      self = .udp(host: host, port: try Self.required(port, "the port to send to"))
    case "pty" where text.hasPrefix("\(scheme):"):
      self = .terminal(link: rest.isEmpty ? nil : String(rest))
    default:
      throw LocationServerError(.invalidEndpoint, nil, "there are \(Self.forms)")
    }
  }

  private static func address(
    _ rest: Substring, form: String
  ) throws(LocationServerError) -> (host: String, port: UInt16?) {
    do throws(UserLocationError) {
      let (authority, path) = try HostAndPort.split(rest, "", form: form)
      guard path == nil || path == "/" else {
        throw UserLocationError(.invalidSource, detail: "nothing may follow it, as in \(form)")
      }
      let (host, port) = try HostAndPort.parse(
        authority, "", form: form, ports: 0...UInt16.max)
      return (host.isEmpty ? "127.0.0.1" : host, port)
    } catch {
      throw LocationServerError(.invalidEndpoint, nil, error.detail)
    }
  }

  private static func required(
    _ port: UInt16?, _ what: String
  ) throws(LocationServerError) -> UInt16 {
    guard let port else { throw LocationServerError(.invalidEndpoint, nil, "it needs \(what)") }
    return port
  }
}

extension ServeEndpoint: CustomStringConvertible {
  /// The endpoint as its user would write it.
  package var description: String {
    switch self {
    case .gpsd(let host, let port): "gpsd://\(HostAndPort.text(host, port))"
    case .tcp(let host, let port): "tcp://\(HostAndPort.text(host, port))"
    case .udp(let host, let port): "udp://\(HostAndPort.text(host, port))"
    case .terminal(let link): "pty:\(link ?? "")"
    }
  }
}
