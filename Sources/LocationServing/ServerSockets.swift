import LocationPOSIX

/// The open endpoints of a server. Its owner closes them.
struct ServerSockets: Sendable {
  private(set) var listeners: [ListeningSocket] = []
  private(set) var senders: [DatagramSender] = []
  private(set) var terminals: [ServedTerminal] = []
  /// All of them, in the order in which they were asked for.
  private(set) var served: [OpenedEndpoint] = []

  /// Opens all endpoints, or none.
  init(_ endpoints: [ServerEndpoint]) throws(LocationServerError) {
    do throws(LocationServerError) {
      for endpoint in endpoints { try open(endpoint) }
    } catch {
      close()
      throw error
    }
  }

  /// Closes all endpoints.
  func close() {
    for listener in listeners { listener.close() }
    for sender in senders { _ = LocationPOSIX.close(sender.descriptor) }
    for terminal in terminals { terminal.remove() }
  }

  private mutating func open(_ endpoint: ServerEndpoint) throws(LocationServerError) {
    switch endpoint {
    case .gpsd(let host, let port), .tcp(let host, let port):
      let listener = try ListeningSocket(endpoint, host: host, port: port)
      listeners.append(listener)
      served.append(OpenedEndpoint(listener.endpoint))
    case .udp(let host, let port):
      guard port != 0 else {
        throw LocationServerError(
          .invalidEndpoint, subject: "\(endpoint)", detail: ServerEndpoint.noPort)
      }
      senders.append(try DatagramSender(endpoint, host: host, port: port))
      served.append(OpenedEndpoint(endpoint))
    case .unix(let path):
      let listener = try ListeningSocket(endpoint, path: path)
      listeners.append(listener)
      served.append(OpenedEndpoint(endpoint))
    case .terminal(let link):
      let terminal = try ServedTerminal(endpoint, link: link)
      terminals.append(terminal)
      served.append(OpenedEndpoint(endpoint, terminalPath: terminal.path))
    }
  }
}
