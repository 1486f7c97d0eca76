import Foundation
import Synchronization

@testable import NMEALocation

/// A receiver: says an epoch every millisecond on a thread of its own, until it is dropped.
final class Receiver: Sendable {
  private let isDone = Flag()

  init(_ send: @escaping @Sendable (String) -> Void) throws {
    try DedicatedThread.start { [isDone] in
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
final class ReceiverServer: Sendable {
  let port: UInt16
  private let isDone = Flag()
  private let clients = ClientCount()

  init() throws {
    let socket = try LoopbackSocket()
    port = socket.port
    try DedicatedThread.start { [isDone, clients] in
      while !isDone.isRaised {
        guard let connection = socket.accept(within: .milliseconds(20)) else { continue }
        clients.change(by: 1)
        try? DedicatedThread.start {
          var second = 0
          repeat {
            second += 1
            poll(nil, 0, 1)
          } while !isDone.isRaised && connection.send(epoch(second))
          clients.change(by: -1)
        }
      }
    }
  }

  deinit { isDone.raise() }

  /// How many are connected, as far as the server has noticed.
  var clientCount: Int { clients.value }
}

/// Something that threads share and that is said once.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isRaised: Bool { value.withLock { $0 } }
  func raise() { value.withLock { $0 = true } }
}

private final class ClientCount: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }
  func change(by amount: Int) { count.withLock { $0 += amount } }
}
