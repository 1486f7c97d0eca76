import GPSDProtocol
import LocationCore
import LocationIO
import LocationText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The work of a server's one thread: it waits for clients, hears them, and gives everybody what
/// they want as far as they take it. Nothing in it blocks but the wait for something to do.
package final class ServerLoop {
  /// How long a terminal's reader may take at the end: one that reads is done long before.
  private static let terminalPatience = Duration.milliseconds(250)

  private let inbox: ServerInbox
  private let clientLimit: Int
  private var listeners: [ListeningSocket]
  private let senders: [DatagramSender]
  private var terminals: [ServerTerminal]
  private var clients: [ServerClient] = []
  private var daemon: GPSDDaemon
  private var end: Deadline?
  private var terminalEnd: Deadline?
  /// The system had no descriptor for a client: until when not to ask again.
  private var respite: Deadline?

  package init(_ endpoints: OpenEndpoints, inbox: ServerInbox, daemon: GPSDDaemon, clientLimit: Int)
  {
    self.clientLimit = clientLimit
    self.inbox = inbox
    self.daemon = daemon
    listeners = endpoints.listeners
    senders = endpoints.senders
    terminals = endpoints.terminals.map(ServerTerminal.init)
  }

  /// Serves until it is told to end.
  package func run() {
    while !isDone { serveOnce() }
    for client in clients { client.end() }
    for sender in senders { _ = close(sender.descriptor) }
    // Letting go of them closes them, and removes the links.
    clients = []
    terminals = []
  }

  private var isDone: Bool {
    guard let end, !end.isPassed else { return end != nil }
    let isWaiting = terminals.contains { !$0.isServed } && terminalEnd?.isPassed == false
    return clients.allSatisfy(\.isServed) && !isWaiting
  }

  /// Waits until there is something to do, and does it.
  private func serveOnce() {
    if respite?.isPassed == true { respite = nil }
    let listeners = respite == nil ? listeners : []
    let (terminals, clients) = (terminals, clients)
    var polled = [pollfd(fd: inbox.wake.receiver, events: Int16(POLLIN), revents: 0)]
    polled += listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    polled += terminals.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    polled += clients.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    guard poll(&polled, nfds_t(polled.count), timeout) >= 0 else { return }

    var events = polled.map(\.revents)[...]
    let hasNews = events.removeFirst() != 0
    let callers = listeners.filter { _ in events.removeFirst() != 0 }
    for terminal in terminals { terminal.handle(events.removeFirst()) }
    for client in clients {
      let event = events.removeFirst()
      if event != 0 { client.handle(event, daemon: daemon) }
    }
    self.clients.removeAll { $0.isOver }
    // One at a time, and after it is known who has left: they may need the room.
    for listener in callers { accept(from: listener) }
    // Who is here gets the news, whichever was first.
    if hasNews { takeInbox() }
  }

  /// For how long to wait at most, in milliseconds.
  private var timeout: Int32 {
    // Nobody tells when a terminal has been read.
    if terminalEnd?.isPassed == false { return 5 }
    return (end ?? respite ?? Deadline(after: nil)).milliseconds
  }

  private func takeInbox() {
    let contents = inbox.take()
    for report in contents.reports { publish(report) }
    if let deadline = contents.end, end == nil { prepareEnd(by: deadline) }
  }

  private func publish(_ report: ServedReport) {
    guard daemon.keep(report) else { return }
    for client in clients where client.wants(report.kind) { client.send(report.bytes) }
    guard report.kind == .nmea else { return }
    for sender in senders { sender.send(report.bytes) }
    for terminal in terminals { terminal.send(report.bytes) }
  }

  /// Takes a client that waits there.
  private func accept(from listener: ListeningSocket) {
    do throws(SystemError) {
      guard let connection = try listener.accept() else { return }
      let client = ServerClient(
        connection, session: listener.speaksGPSD ? GPSDClientSession() : nil)
      guard makeRoom() else { return }
      clients.append(client)
      guard listener.speaksGPSD else { return }
      var greeting = ByteText()
      daemon.writeVersion(into: &greeting)
      client.send(greeting.bytes)
    } catch {
      respite = Deadline(after: .milliseconds(100))
    }
  }

  /// Whether there is room for one more client: who asks for nothing, or does not keep up, makes
  /// room for who might.
  private func makeRoom() -> Bool {
    if clients.count < clientLimit { return true }
    guard let index = clients.firstIndex(where: { $0.isOver || !$0.isInterested }) else {
      return false
    }
    clients.remove(at: index)
    return true
  }

  /// There is no receiver any more, and no client to come: those who are here are told the rest.
  private func prepareEnd(by deadline: Deadline) {
    for listener in listeners { _ = close(listener.descriptor) }
    listeners = []
    daemon.deactivate()
    var news = ByteText()
    daemon.writeDevice(into: &news)
    for client in clients where client.wants(.position) { client.send(news.bytes) }
    terminalEnd = deadline.orAfter(Self.terminalPatience)
    end = deadline
  }
}
