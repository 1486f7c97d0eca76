import GPSDProtocol
import LocationIO
import LocationPOSIX
import LocationText

/// The work of a server's one thread: it accepts clients, reads their requests, and sends them
/// reports. It blocks only while it waits for something to do.
final class ServerLoop {
  /// How long a terminal's reader may take at the end. A reader that is awake needs less.
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
  /// The system had no descriptor for a client. Until this deadline the server accepts none.
  private var acceptPause: Deadline?

  init(
    _ endpoints: ServerSockets, inbox: ServerInbox, daemon: GPSDDaemon, clientLimit: Int
  ) {
    self.clientLimit = clientLimit
    self.inbox = inbox
    self.daemon = daemon
    listeners = endpoints.listeners
    senders = endpoints.senders
    terminals = endpoints.terminals.map(ServerTerminal.init)
  }

  /// Serves until the end.
  func run() {
    while !isDone { serveOnce() }
    for client in clients { client.end() }
    for sender in senders { _ = close(sender.descriptor) }
    // Their deinitializers close them and remove the links.
    clients = []
    terminals = []
  }

  private var isDone: Bool {
    guard let end, !end.isPassed else { return end != nil }
    let isWaiting = terminals.contains { !$0.isServed } && terminalEnd?.isPassed == false
    return clients.allSatisfy(\.isServed) && !isWaiting
  }

  /// Waits for the next events and handles them.
  private func serveOnce() {
    if acceptPause?.isPassed == true { acceptPause = nil }
    let listeners = acceptPause == nil ? listeners : []
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
    // After the clients that have gone: a new one may need the room. One for each listener, so that
    // connected clients are not kept waiting.
    for listener in callers { accept(from: listener) }
    // After accepting: a client that connected before a report gets it.
    if hasNews { takeInbox() }
  }

  /// How long to wait at most, in milliseconds.
  private var timeout: Int32 {
    // The system does not report that a terminal has been read.
    if terminalEnd?.isPassed == false { return 5 }
    return (end ?? acceptPause ?? Deadline(after: nil)).milliseconds
  }

  private func takeInbox() {
    let contents = inbox.take()
    for report in contents.reports { publish(report) }
    if let deadline = contents.end, end == nil { prepareEnd(by: deadline) }
  }

  private func publish(_ report: ServedReport) {
    if let path = daemon.newDevice(of: report) { announce(path) }
    guard daemon.keep(report) else { return }
    for client in clients where client.wants(report.kind, of: report.device) {
      client.send(report.bytes)
    }
    guard report.kind == .nmea else { return }
    for sender in senders { sender.send(report.bytes) }
    for terminal in terminals { terminal.send(report.bytes) }
  }

  /// Tells the clients that a device is active, or that it is gone.
  private func announce(_ path: String) {
    var news = ByteText()
    daemon.writeDevice(path, into: &news)
    for client in clients where client.wants(.position, of: path) { client.send(news.bytes) }
  }

  /// Accepts a waiting client.
  private func accept(from listener: ListeningSocket) {
    do throws(SystemError) {
      guard let connection = try Descriptor.accept(from: listener.descriptor) else { return }
      let client = ServerClient(
        connection, session: listener.speaksGPSD ? GPSDClientSession() : nil)
      guard makeRoom() else { return refuse(client) }
      clients.append(client)
      guard listener.speaksGPSD else { return }
      var greeting = ByteText()
      daemon.writeVersion(into: &greeting)
      client.send(greeting.bytes)
    } catch {
      acceptPause = Deadline(after: .milliseconds(100))
    }
  }

  /// Whether there is room for one more client. A client that watches nothing or does not keep up is
  /// disconnected to make room.
  private func makeRoom() -> Bool {
    if clients.count < clientLimit { return true }
    guard let index = clients.firstIndex(where: { $0.isOver || !$0.isInterested }) else {
      return false
    }
    clients.remove(at: index)
    return true
  }

  /// Tells a client that there is no room for it, and closes the connection.
  private func refuse(_ client: ServerClient) {
    let reason = "too many clients: this server takes \(max(0, clientLimit)) at a time"
    var message = ByteText()
    if client.speaksGPSD {
      daemon.writeError(reason, into: &message)
    } else {
      message.write(errorSentence: reason)
    }
    client.send(message.bytes)
    client.end()
  }

  /// Closes the listeners and tells the connected clients that the receiver has gone.
  private func prepareEnd(by deadline: Deadline) {
    for listener in listeners { listener.close() }
    listeners = []
    daemon.deactivate()
    for path in daemon.devices { announce(path) }
    terminalEnd = deadline.orAfter(Self.terminalPatience)
    end = deadline
  }
}

extension ByteText {
  /// Writes an NMEA sentence with an error message: `TXT` with u-blox's number for errors.
  fileprivate mutating func write(errorSentence message: String) {
    let body = "GPTXT,01,01,00,\(message)"
    let checksum = body.utf8.reduce(UInt8(0), ^)
    write(text: "$\(body)*\(checksum.hexadecimal)\r\n")
  }
}
