import LocationCore
import LocationIO

/// Serves the locations of a provider to other programs: as gpsd, as NMEA 0183 over TCP and UDP, on a
/// Unix socket, and on pseudo-terminals.
///
/// ```swift
/// let server = try LocationServer(
///   endpoints: [.gpsd(port: 0)], device: ServedDevice(path: "sim:drive", driver: "simulation"),
///   name: "my-server", version: "1.0")
/// print(server.endpoints)  // [gpsd://127.0.0.1:40123]
/// try await server.serve(provider)
/// ```
///
/// Any provider can be served. Clients of gpsd get its updates as `TPV` and `SKY`. Clients of NMEA get
/// the receiver's own bytes from a recording and from a simulated receiver; from other providers they
/// get sentences made from the updates.
///
/// If the updates name their devices (`source.device`), each device is served under its own name.
///
/// One thread serves all clients, and no client makes the provider or another client wait. Each
/// client has a queue of at most 256 KiB; the server closes the connection of a client that reads too
/// slowly. A terminal without a reader keeps the newest bytes only.
public final class LocationServer: Sendable {
  /// How long clients may take to read the rest at the end.
  private static let patience = Duration.seconds(1)

  /// The open endpoints, in the order of the initializer's, with the ports that the system chose.
  public let endpoints: [OpenedEndpoint]
  /// How many reports no client got. A report is dropped if 4096 newer ones came before the system ran the
  /// server's thread.
  public var droppedReports: Int { inbox.dropped }
  let device: ServedDevice
  private let inbox: ServerInbox
  private let ending: Promise<Void>

  /// Opens all endpoints, or none. Clients may connect from now on.
  ///
  /// - Parameters:
  ///   - endpoints: where to serve. Without any, no client can connect.
  ///   - device: the receiver, as clients of gpsd's protocol see it.
  ///   - name: the name of the serving program, for clients of gpsd's protocol.
  ///   - version: the version of that program.
  ///   - clientLimit: the largest number of simultaneous clients. A client that watches nothing or
  ///     does not keep up makes room for a new one. Otherwise the new one gets an error message (an
  ///     `ERROR` object, or the sentence `TXT`) and is disconnected. With 0 or less, every client is.
  ///   - now: the time of day, for answers to clients of gpsd's protocol.
  /// - Throws: the first endpoint that cannot be opened, and why: `.invalidEndpoint` if the host is not
  ///   an address, or if datagrams would be sent to port 0.
  public init(
    endpoints: [ServerEndpoint], device: ServedDevice, name: String, version: String,
    clientLimit: Int = 256, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(LocationServerError) {
    let opened = try ServerSockets(endpoints)
    let daemon = GPSDDaemon(device: device, name: name, version: version, now: now)
    do throws(SystemError) {
      let inbox = try ServerInbox()
      let ending = Promise<Void>()
      try DedicatedThread.start {
        ServerLoop(opened, inbox: inbox, daemon: daemon, clientLimit: clientLimit).run()
        ending.give()
      }
      self.inbox = inbox
      self.ending = ending
    } catch {
      opened.close()
      throw LocationServerError(.unavailable, detail: "cannot serve: \(error)", cause: error)
    }
    self.endpoints = opened.served
    self.device = device
  }

  deinit { inbox.end(within: .zero) }

  /// Serves a provider until its updates end, then stops the server.
  ///
  /// Asks for authorization if the provider's status is not determined. A recording without a fix is
  /// served like any other, and its end is not an error. A server serves one provider, once.
  ///
  /// - Throws: `.notAuthorized` if the provider may not be used; the error that ended the provider's
  ///   updates; `.cancelled` if the task was canceled.
  public func serve(_ provider: any LocationProvider) async throws(UserLocationError) {
    do throws(UserLocationError) {
      try await provider.authorize(device.path)
      var updates = serving(provider).startUpdatingLocation().makeAsyncIterator()
      while try await updates.next() != nil {}
    } catch {
      await stop()
      if error.code == .sourceEnded { return }
      throw error
    }
    await stop()
  }

  /// A provider with the same updates, which gives them to this server's clients too.
  ///
  /// Use it in place of ``serve(_:)`` if the program itself also needs the locations. Start one
  /// subscription: each one is served. Call ``stop()`` at the end.
  public func serving(_ provider: any LocationProvider) -> any LocationProvider {
    ServedProvider(base: provider, server: self)
  }

  /// Ends the service. Connected clients get the rest, if they read it within a second, and then the
  /// end of the receiver. Returns after everything is closed.
  public func stop() async {
    inbox.end(within: Self.patience)
    await ending.value()
  }

  /// Gives a report to all clients that want it. Never waits for them.
  func publish(_ report: ServedReport) { inbox.post(report) }
}
