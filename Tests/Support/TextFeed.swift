private import Foundation
private import Synchronization

/// A TCP server, or a server at a Unix domain socket, that sends a test's text to all connected clients.
package final class TextFeed: Sendable {
  package let port: UInt16
  private let isDone = Flag()
  private let connections = Connections()

  /// - Parameters:
  ///   - port: the port; with 0 the system chooses one.
  ///   - greeting: the first text for each client.
  package convenience init(port: UInt16 = 0, greeting: String = "") throws {
    self.init(try LoopbackSocket(port: port), greeting)
  }

  /// Listens at a path of a Unix domain socket.
  package convenience init(path: String) throws { self.init(try LoopbackSocket(path: path), "") }

  private init(_ socket: LoopbackSocket, _ greeting: String) {
    self.port = socket.port
    Thread.detachNewThread { [isDone, connections] in
      while !isDone.isRaised {
        guard let connection = socket.accept(within: .milliseconds(20)) else { continue }
        // After the feed ended, new clients get nothing.
        guard !isDone.isRaised else { return }
        connections.add(connection, greeting)
      }
    }
  }

  deinit { isDone.raise() }

  /// The number of connected clients.
  package var clientCount: Int { connections.count }

  /// Sends text to all clients, and returns whether there was a client.
  @discardableResult
  package func send(_ text: String) -> Bool { connections.send(text) }

  /// Ends all connections. New clients can connect.
  package func disconnect() { connections.removeAll() }

  private final class Connections: Sendable {
    private let all = Mutex<[LoopbackSocket.Connection]>([])

    var count: Int {
      all.withLock { all in
        all.removeAll(where: \.isGone)
        return all.count
      }
    }

    /// A client gets all text after its greeting.
    func add(_ connection: LoopbackSocket.Connection, _ greeting: String) {
      all.withLock { all in
        connection.send(greeting)
        all.append(connection)
      }
    }
    func removeAll() { all.withLock { $0.removeAll() } }

    func send(_ text: String) -> Bool {
      all.withLock { all in
        all.removeAll { !$0.send(text) }
        return !all.isEmpty
      }
    }
  }
}
