import GPSDProtocol
import LocationCore
import LocationIO
import LocationText
import Synchronization

/// Serves a receiver to other programs: to gpsd's clients, and to whoever reads NMEA from a
/// connection, from datagrams or from a terminal.
///
/// One thread does all of it. Each client has a bounded queue of its own, and one that lets it fill
/// is let go, so that a slow or hostile one holds up nobody and costs a fixed amount of memory.
package final class LocationServer: Sendable {
  /// How long clients may take to read the rest at the end.
  private static let patience = Duration.seconds(1)

  /// What is served, each with the port or path that it got.
  package let names: [String]
  private let inbox: ServerInbox
  private let ending: Ending

  /// Opens all endpoints, or none.
  ///
  /// - Parameters:
  ///   - endpoints: where to serve.
  ///   - device: the receiver.
  ///   - name: the program that serves, as gpsd's clients read it.
  ///   - version: its version.
  ///   - clientLimit: how many clients there may be at once.
  ///   - now: the time of day.
  /// - Throws: `LocationServerError` for the first that cannot be opened.
  package init(
    _ endpoints: [ServeEndpoint], device: ServedDevice, name: String, version: String,
    clientLimit: Int = 256,
    now: @escaping @Sendable () -> Date
  ) throws(LocationServerError) {
    let opened = try OpenEndpoints(endpoints)
    let daemon = GPSDDaemon(device: device, name: name, version: version, now: now)
    do throws(SystemError) {
      let inbox = try ServerInbox()
      let ending = Ending()
      try DedicatedThread.start {
        ServerLoop(opened, inbox: inbox, daemon: daemon, clientLimit: clientLimit).run()
        ending.reach()
      }
      self.inbox = inbox
      self.ending = ending
    } catch {
      opened.close()
      throw LocationServerError(.unavailable, nil, "cannot serve: \(error)", cause: error)
    }
    names = opened.names
  }

  deinit { inbox.end(within: .zero) }

  /// Gives everybody what they want of a report. Never waits for them.
  package func publish(_ report: ServedReport) { inbox.post(report) }

  /// Ends the service: who is connected gets the rest, if they take it within a second, and the
  /// receiver's end. Returns when everything is closed.
  package func stop() async {
    inbox.end(within: Self.patience)
    await ending.reached()
  }
}

/// A moment that is waited for.
private final class Ending: Sendable {
  private struct State {
    var isReached = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func reach() {
    let waiters = state.withLock { state in
      state.isReached = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func reached() async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if !state.isReached { state.waiters.append(continuation) }
        return state.isReached
      }
      if isReached { continuation.resume() }
    }
  }
}
