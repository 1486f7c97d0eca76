/// An endpoint that a ``LocationServer`` has opened.
public struct OpenedEndpoint: Hashable, Sendable {
  /// The endpoint. If port 0 was asked for, it has the port that the system chose.
  public let endpoint: ServerEndpoint
  /// The path of the pseudo-terminal, such as `/dev/pts/3`; `nil` for other endpoints.
  public let terminalPath: String?

  init(_ endpoint: ServerEndpoint, terminalPath: String? = nil) {
    self.endpoint = endpoint
    self.terminalPath = terminalPath
  }

  /// The TCP or UDP port; `nil` for a pseudo-terminal and a Unix socket.
  public var port: UInt16? {
    switch endpoint {
    case .gpsd(_, let port), .tcp(_, let port), .udp(_, let port): port
    case .unix, .terminal: nil
    }
  }
}

extension OpenedEndpoint: CustomStringConvertible {
  /// One line for people: `gpsd://127.0.0.1:2947`, `pty:/dev/pts/3`, `pty:/tmp/gps0 -> /dev/pts/3`.
  public var description: String {
    guard case .terminal(let link) = endpoint, let terminalPath else { return "\(endpoint)" }
    return link.map { "pty:\($0) -> \(terminalPath)" } ?? "pty:\(terminalPath)"
  }
}
