package import LocationCore

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
  /// Readable once signalled, for who waits for something else besides.
  package let receiver: Int32
  private let sender: Int32

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
    // It may not block, and the buffer is full only when there were signals enough.
    _ = withUnsafeBytes(of: UInt8(1)) { send(sender, $0.baseAddress, 1, Descriptor.sendFlags) }
  }

  /// Takes all signals that there are, so that the next one wakes anew.
  package func takeSignals() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      while recv(receiver, room.baseAddress, room.count, Int32(MSG_DONTWAIT)) == room.count {}
    }
  }

  /// Waits until one of `events` is there on `descriptor`, or the deadline passes.
  ///
  /// - Parameter descriptor: −1 waits for the time or the signal alone.
  /// - Returns: what there is (`POLLIN`, `POLLHUP` …), `nil` when the time passed.
  /// - Throws: `.cancelled` when signalled.
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

/// Until when to wait, by the clock that the system's own waiting goes by.
package struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant?

  /// `nil` is never.
  package init(after timeout: Duration?) {
    instant = timeout.map { ContinuousClock.now.advanced(by: $0) }
  }

  private init(_ instant: ContinuousClock.Instant) { self.instant = instant }

  /// What is left, never negative; `nil` is for ever.
  package var remaining: Duration? {
    instant.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
  }

  package var isPassed: Bool { instant.map { ContinuousClock.now >= $0 } ?? false }

  /// This deadline, or `duration` from now where that is earlier.
  package func orAfter(_ duration: Duration) -> Deadline {
    let other = ContinuousClock.now.advanced(by: duration)
    return Deadline(instant.map { min($0, other) } ?? other)
  }

  /// What `poll` is to be told: −1 is never, and a rest is rounded up, so that no wait ends early.
  package var milliseconds: Int32 {
    guard let (seconds, attoseconds) = remaining?.components else { return -1 }
    guard seconds < 1_000_000 else { return 1_000_000_000 }
    return Int32(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
