private import Foundation
private import Synchronization

/// A receiver: says an epoch every millisecond on a thread of its own, until it is dropped.
package final class Receiver: Sendable {
  private let isDone = Flag()

  package init(_ send: @escaping @Sendable (String) -> Void) {
    Thread.detachNewThread { [isDone] in
      var second = 0
      while !isDone.isRaised {
        second += 1
        send(epoch(second))
        // The receiver's own pace; no test waits for it.
        poll(nil, 0, 1)
      }
    }
  }

  deinit { isDone.raise() }
}

/// A TCP server that says epochs to everybody who connects, until it is dropped.
package final class ReceiverServer: Sendable {
  package let port: UInt16
  private let isDone = Flag()
  private let clients = ClientCount()

  /// - Parameters:
  ///   - port: where to listen; 0 takes a free one.
  ///   - pace: the milliseconds from one epoch to the next.
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

  deinit { isDone.raise() }

  /// How many are connected, as far as the server has noticed.
  package var clientCount: Int { clients.value }
}

/// Something that threads share and that is said once.
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

/// A sentence with its checksum and line's end.
package func sentence(_ body: String) -> String {
  let sum = body.utf8.reduce(0, ^)
  let digits = String(sum, radix: 16, uppercase: true)
  return "$\(body)*\(sum < 16 ? "0" : "")\(digits)\r\n"
}

/// What a receiver says in one second of 4 July 2024, from 12:00:00 UTC on.
package func epoch(_ second: Int) -> String {
  let time = String(
    format: "%02d%02d%02d", 12 + second / 3600 % 12, second / 60 % 60, second % 60)
  let minutes = String(format: "%07.4f", 7.0 + Double(second % 50))
  return sentence("GPRMC,\(time),A,48\(minutes),N,01131.0000,E,022.4,084.4,040724,,,A")
    + sentence("GPGGA,\(time),48\(minutes),N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,")
}
