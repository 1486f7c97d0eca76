import GPSDProtocol
import LocationIO
import LocationText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The endpoints of a server, opened. Who takes them closes them.
package struct OpenEndpoints: Sendable {
  package private(set) var listeners: [ListeningSocket] = []
  package private(set) var senders: [DatagramSender] = []
  package private(set) var terminals: [ServedTerminal] = []
  /// What the user is told of each, in the order in which they were asked for.
  package private(set) var names: [String] = []

  /// Opens all of them, or none.
  package init(_ endpoints: [ServeEndpoint]) throws(LocationServerError) {
    do throws(LocationServerError) {
      for endpoint in endpoints { try open(endpoint) }
    } catch {
      close()
      throw error
    }
  }

  /// Closes all of them.
  package func close() {
    for listener in listeners { closeDescriptor(listener.descriptor) }
    for sender in senders { closeDescriptor(sender.descriptor) }
    for terminal in terminals { terminal.remove() }
  }

  private mutating func open(_ endpoint: ServeEndpoint) throws(LocationServerError) {
    switch endpoint {
    case .gpsd(let host, let port):
      let listener = try ListeningSocket(endpoint, host: host, port: port, speaksGPSD: true)
      listeners.append(listener)
      names.append(listener.endpoint.description)
    case .tcp(let host, let port):
      let listener = try ListeningSocket(endpoint, host: host, port: port, speaksGPSD: false)
      listeners.append(listener)
      names.append(listener.endpoint.description)
    case .udp(let host, let port):
      senders.append(try DatagramSender(endpoint, host: host, port: port))
      names.append(endpoint.description)
    case .terminal(let link):
      let terminal = try ServedTerminal(endpoint, link: link)
      terminals.append(terminal)
      names.append(terminal.name)
    }
  }
}

/// Under its own name the type has a member.
private func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
