import LocationPOSIX
import LocationText

/// A moment until which to wait, on the system's monotonic clock.
///
/// It counts nanoseconds itself because each read compares deadlines: an instant of Swift's clocks is
/// generic, and passing it on costs more than the rest of a read.
package struct Deadline: Sendable {
  /// `nil` is never.
  private let nanoseconds: Int64?

  /// A deadline `timeout` from now; `nil` never passes. A timeout of zero or less has passed already.
  package init(after timeout: Duration?) {
    nanoseconds = timeout.map { Self.now + Self.nanoseconds(in: $0) }
  }

  private init(at nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The time that is left, at least zero; `nil` if the deadline never passes.
  package var remaining: Duration? { nanoseconds.map { .nanoseconds(max(0, $0 - Self.now)) } }

  package var isNever: Bool { nanoseconds == nil }

  package var isPassed: Bool { nanoseconds.map { Self.now >= $0 } ?? false }

  /// This deadline, or `duration` from now if that is earlier.
  package func orAfter(_ duration: Duration) -> Deadline {
    let other = Self.now + Self.nanoseconds(in: duration)
    return Deadline(at: nanoseconds.map { min($0, other) } ?? other)
  }

  /// The remaining time as `poll` expects it: in milliseconds, −1 for never. It is rounded up, so that
  /// no wait ends before the deadline.
  package var milliseconds: Int32 {
    guard let nanoseconds else { return -1 }
    let rest = max(0, nanoseconds - Self.now)
    return Int32(min(1_000_000_000, (rest + 999_999) / 1_000_000))
  }

  private static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Rounded up, at least 0 and at most a hundred years.
  private static func nanoseconds(in duration: Duration) -> Int64 {
    guard duration > .zero else { return 0 }
    let (seconds, attoseconds) = duration.components
    guard seconds < 3_155_760_000 else { return 3_155_760_000_000_000_000 }
    return seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000
  }
}

extension Duration {
  /// The duration in messages: "0.55 s", "10 s".
  package var words: String {
    let seconds = self / .seconds(1)
    return String(seconds, places: seconds < 1 ? 2 : 1) + " s"
  }
}
