private import Foundation
private import Synchronization

/// A TCP server that says to everybody who is connected what a test gives it, when it gives it.
package final class TextFeed: Sendable {
  package let port: UInt16
  private let isDone = Flag()
  private let connections = Connections()

  /// - Parameters:
  ///   - port: where to listen; 0 takes a free one.
  ///   - greeting: what everybody is told first.
  package init(port: UInt16 = 0, greeting: String = "") throws {
    let socket = try LoopbackSocket(port: port)
    self.port = socket.port
    Thread.detachNewThread { [isDone, connections] in
      while !isDone.isRaised {
        guard let connection = socket.accept(within: .milliseconds(20)) else { continue }
        // Whoever connects after the feed has gone is told nothing.
        guard !isDone.isRaised else { return }
        connections.add(connection, greeting)
      }
    }
  }

  deinit { isDone.raise() }

  /// How many are connected.
  package var clientCount: Int { connections.count }

  /// Says something to everybody. Whether somebody was there to hear it.
  @discardableResult
  package func send(_ text: String) -> Bool { connections.send(text) }

  /// Ends all connections; new ones are taken.
  package func disconnect() { connections.removeAll() }

  private final class Connections: Sendable {
    private let all = Mutex<[LoopbackSocket.Connection]>([])

    var count: Int {
      all.withLock { all in
        all.removeAll(where: \.isGone)
        return all.count
      }
    }

    /// Whoever has been greeted misses nothing of what is said from then on.
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
