private import Foundation
private import Synchronization
@_exported public import TestValues

/// A receiver that sends an epoch every millisecond from a thread of its own, as long as it lives.
package final class Receiver: Sendable {
  private let isDone = Flag()

  /// - Parameter pace: the milliseconds between two epochs.
  package init(pace: Int32 = 1, _ send: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread { [isDone] in
      var second = 0
      while !isDone.isRaised {
        second += 1
        send(epoch(second))
        // This is the receiver's rate. No test waits for it.
        poll(nil, 0, pace)
      }
    }
  }

  deinit { stop() }

  /// Sends nothing any more.
  package func stop() { isDone.raise() }
}

/// A TCP server that sends epochs to each client, as long as it lives.
package final class ReceiverServer: Sendable {
  package let port: UInt16
  private let isDone = Flag()
  private let clients = ClientCount()

  /// - Parameters:
  ///   - port: the port; with 0 the system chooses one.
  ///   - pace: the milliseconds between two epochs.
  package init(port: UInt16 = 0, version6: Bool = false, pace: Int32 = 1) throws {
    let socket = try LoopbackSocket(version6: version6, port: port)
    self.port = socket.port
    Thread.detachNewThread { [isDone, clients] in
      while !isDone.isRaised {
        guard let connection = socket.accept(within: .milliseconds(20)) else { continue }
        clients.change(by: 1)
        Thread.detachNewThread {
          var second = 0
          repeat {
            second += 1
            poll(nil, 0, pace)
          } while !isDone.isRaised && connection.send(epoch(second))
          clients.change(by: -1)
        }
      }
    }
  }

  deinit { stop() }

  /// Ends all connections, and takes no more.
  package func stop() { isDone.raise() }

  /// The number of connected clients, as far as the server noticed.
  package var clientCount: Int { clients.value }
}

/// A flag that threads share. It is raised once.
package final class Flag: Sendable {
  private let value = Mutex(false)

  package init() {}

  package var isRaised: Bool { value.withLock { $0 } }
  package func raise() { value.withLock { $0 = true } }
}

private final class ClientCount: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }
  func change(by amount: Int) { count.withLock { $0 += amount } }
}

/// The sentences of one second, counted from 4 July 2024, 12:00:00 UTC.
package func epoch(_ second: Int) -> String {
  let time = String(
    format: "%02d%02d%02d", 12 + second / 3600 % 12, second / 60 % 60, second % 60)
  let minutes = String(format: "%07.4f", 7.0 + Double(second % 50))
  return sentence("GPRMC,\(time),A,48\(minutes),N,01131.0000,E,022.4,084.4,040724,,,A")
    + sentence("GPGGA,\(time),48\(minutes),N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,")
}
