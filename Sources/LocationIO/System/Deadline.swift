#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Until when to wait, by the clock that the system's own waiting goes by.
///
/// It counts nanoseconds itself: a standard clock's instant is handled through its type's description
/// wherever it is passed on, which is more work than all else about a read.
package struct Deadline: Sendable {
  private let nanoseconds: Int64?

  /// `nil` is never.
  package init(after timeout: Duration?) {
    nanoseconds = timeout.map { Self.now + Self.nanoseconds(in: $0) }
  }

  private init(at nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// What is left, never negative; `nil` is for ever.
  package var remaining: Duration? { nanoseconds.map { .nanoseconds(max(0, $0 - Self.now)) } }

  /// Whether it never passes.
  package var isNever: Bool { nanoseconds == nil }

  package var isPassed: Bool { nanoseconds.map { Self.now >= $0 } ?? false }

  /// This deadline, or `duration` from now where that is earlier.
  package func orAfter(_ duration: Duration) -> Deadline {
    let other = Self.now + Self.nanoseconds(in: duration)
    return Deadline(at: nanoseconds.map { min($0, other) } ?? other)
  }

  /// What `poll` is to be told: −1 is never, and a rest is rounded up, so that no wait ends early.
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

  /// Rounded up, and a hundred years at most.
  private static func nanoseconds(in duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    guard seconds < 3_155_760_000 else { return 3_155_760_000_000_000_000 }
    return max(0, seconds * 1_000_000_000 + (attoseconds + 999_999_999) / 1_000_000_000)
  }
}
