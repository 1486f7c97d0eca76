package import LocationCore
import Synchronization

/// A look-up on a thread of its own, because nothing can interrupt one. Who waits for it can leave;
/// the thread ends by itself and its answer is forgotten.
package final class HostLookup: Sendable {
  package typealias Answer = Result<[SocketAddress], SocketAddress.LookupFailure>

  private let answer = Mutex<Answer?>(nil)
  private let isDone: WakeChannel

  package init(_ find: @escaping @Sendable () -> Answer) throws(SystemError) {
    isDone = try WakeChannel()
    try DedicatedThread.start { [self] in
      let found = find()
      answer.withLock { $0 = found }
      isDone.signal()
    }
  }

  /// Waits for the answer; `nil` when the deadline passes.
  package func wait(until deadline: Deadline, wake: WakeChannel) throws(UserLocationError)
    -> Answer?
  {
    guard try wake.wait(for: isDone.receiver, until: deadline) != nil else { return nil }
    return answer.withLock { $0 }
  }
}
