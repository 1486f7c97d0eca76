package import LocationCore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A way to wake a thread that waits for a descriptor: a socket pair, one end of which is polled
/// beside it. A signal stays until somebody takes it.
package final class WakeChannel: Sendable {
  /// Readable once signaled, for who waits for something else besides.
  package let receiver: Int32
  private let sender: Int32

  private struct State {
    var isSignaled = false
    var socket: Int32?
  }

  private let state = Mutex(State())

  package init() throws(SystemError) {
    // Not a pipe: only a socket pair can be made close-on-exec in one step from Swift, and a fork
    // on another thread in between would inherit it.
    var pair: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &pair) { bytes in
      socketpair(
        AF_UNIX, Descriptor.streamSocket, 0, bytes.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard made == 0 else { throw .last("socketpair") }
    (receiver, sender) = pair
    Descriptor.secure(receiver)
    Descriptor.secure(sender)
  }

  deinit {
    _ = close(receiver)
    _ = close(sender)
  }

  /// Wakes whoever waits, now and later. Any thread, any number of times.
  package func signal() {
    state.withLock { state in
      state.isSignaled = true
      if let socket = state.socket { _ = shutdown(socket, shutdownBothWays) }
    }
    // It may not block, and the buffer is full only when there were signals enough.
    _ = withUnsafeBytes(of: UInt8(1)) { send(sender, $0.baseAddress, 1, Descriptor.sendFlags) }
  }

  /// Takes all signals that there are, so that the next one wakes anew.
  package func takeSignals() {
    state.withLock { $0.isSignaled = false }
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      while recv(receiver, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) == room.count {}
    }
  }

  /// Has the signal end a connection too, and does so at once if it was given already: a thread may
  /// then wait for nothing but bytes, in one system call.
  package func ends(_ socket: Int32) {
    state.withLock { state in
      state.socket = socket
      if state.isSignaled { _ = shutdown(socket, shutdownBothWays) }
    }
  }

  /// Lets go of the connection, which is about to be closed: its number may soon be another's.
  package func spare() { state.withLock { $0.socket = nil } }

  /// Waits until one of `events` is there on `descriptor`, or the deadline passes.
  ///
  /// - Parameter descriptor: −1 waits for the time or the signal alone.
  /// - Returns: what there is (`POLLIN`, `POLLHUP` …), `nil` when the time passed.
  /// - Throws: `.cancelled` when signaled.
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

#if canImport(Glibc)
  private let shutdownBothWays = Int32(SHUT_RDWR)
#else
  private let shutdownBothWays = SHUT_RDWR
#endif
