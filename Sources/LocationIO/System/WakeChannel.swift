package import LocationCore
import LocationPOSIX
import Synchronization

/// Wakes a thread that waits for a descriptor.
///
/// The thread waits with `poll` for its descriptor and for one end of a socket pair. A signal stays
/// until ``takeSignals()`` removes it.
package final class WakeChannel: Sendable {
  private let receiving: OwnedDescriptor
  private let sending: OwnedDescriptor

  private struct State {
    var isSignaled = false
    /// The connection that a signal shuts down.
    var connection: Int32?
  }

  private let state = Mutex(State())

  package init() throws(SystemError) {
    (receiving, sending) = try OwnedDescriptor.pair()
  }

  /// A descriptor that is readable after a signal. A thread that waits for other descriptors too can
  /// poll it.
  package var receiver: Int32 { receiving.number }

  /// Wakes the thread that waits, or the next one that will. Any thread may call this repeatedly.
  package func signal() {
    state.withLock { state in
      state.isSignaled = true
      if let connection = state.connection { _ = shutdown(connection, Int32(SHUT_RDWR)) }
    }
    // A failed send does not matter: the buffer is only full if it already contains signals.
    _ = withUnsafeBytes(of: UInt8(1)) {
      send(sending.number, $0.baseAddress, 1, Descriptor.sendFlags)
    }
  }

  /// Removes all signals so far. The next signal wakes again.
  package func takeSignals() {
    state.withLock { $0.isSignaled = false }
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      while recv(receiver, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) == room.count {}
    }
  }

  /// Makes a signal also shut a connection down, immediately if the signal was already given.
  ///
  /// The reading thread can then wait in `recv` alone, which is one system call instead of two.
  package func shutsDown(_ connection: Int32) {
    state.withLock { state in
      state.connection = connection
      if state.isSignaled { _ = shutdown(connection, Int32(SHUT_RDWR)) }
    }
  }

  /// Forgets the connection. Call this before the connection closes, because another file may get its
  /// number.
  package func forgetConnection() { state.withLock { $0.connection = nil } }

  /// Waits until one of `events` happens on `descriptor`, or the deadline passes.
  ///
  /// - Parameter descriptor: −1 waits only for the deadline or a signal.
  /// - Returns: what happened (`POLLIN`, `POLLHUP` …); `nil` if the deadline passed.
  /// - Throws: `.cancelled` after a signal.
  package func wait(
    for descriptor: Int32, events: Int32 = Int32(POLLIN), until deadline: Deadline
  ) throws(UserLocationError) -> Int32? {
    while true {
      var polled = [
        pollfd(fd: receiver, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(events), revents: 0),
      ]
      if poll(&polled, 2, deadline.milliseconds) < 0 {
        let error = SystemError.last("poll")
        if error.number == EINTR { continue }
        throw UserLocationError(.inputOutput, detail: error.description, cause: error)
      }
      if polled[0].revents != 0 { throw .cancelled }
      if polled[1].revents != 0 { return Int32(polled[1].revents) }
      if deadline.isPassed { return nil }
    }
  }
}
