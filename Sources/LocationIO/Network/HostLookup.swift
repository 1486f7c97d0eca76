package import LocationCore
import Synchronization

/// A look-up of a host on a thread of its own, because a look-up can not be interrupted.
///
/// The caller may stop waiting at any time. The thread then ends later, and its answer is discarded.
package final class HostLookup: Sendable {
  package typealias Answer = Result<[SocketAddress], SocketAddress.LookupFailure>

  private let answer = Mutex<Answer?>(nil)
  private let isDone: WakeChannel

  /// Starts the look-up.
  package init(_ find: @escaping @Sendable () -> Answer) throws(SystemError) {
    isDone = try WakeChannel()
    try DedicatedThread.start { [self] in
      let found = find()
      answer.withLock { $0 = found }
      isDone.signal()
    }
  }

  /// Waits for the answer; returns `nil` if the deadline passes.
  package func wait(until deadline: Deadline, wake: WakeChannel) throws(UserLocationError)
    -> Answer?
  {
    guard try wake.wait(for: isDone.receiver, until: deadline) != nil else { return nil }
    return answer.withLock { $0 }
  }
}
