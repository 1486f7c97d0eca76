/// A clock of any type, reduced to the operations that this library needs: reading the elapsed time and the
/// date, and sleeping.
///
/// Times count from the moment when the value was made.
package struct ErasedClock: Sendable {
  /// The longest sleep is a hundred years: the system's clocks trap beyond some billions of years.
  private static let horizon = Duration.seconds(100 * 366 * 86_400)

  private let clock: any LocationClock
  private let elapsed: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void
  private let waitForLimit: @Sendable (Duration) async throws -> Void

  package init<C: LocationClock>(_ clock: C) {
    self.clock = clock
    let origin = clock.now
    let wait: @Sendable (Duration) async throws -> Void = {
      try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil)
    }
    elapsed = { origin.duration(to: clock.now) }
    self.wait = wait
    waitForLimit = (clock as? any JumpingClock)?.waitingForLimits() ?? wait
  }

  /// The time since this value was made.
  package var now: Duration { elapsed() }

  /// The date that the clock shows.
  package var date: Date { clock.date }

  /// Returns when ``now`` reaches `deadline`; throws when the task is canceled.
  package func sleep(until deadline: Duration) async throws {
    try await wait(min(deadline, now + Self.horizon))
  }

  /// The same for a deadline that only limits how long others may take; see ``JumpingClock``.
  package func sleep(untilLimit deadline: Duration) async throws {
    try await waitForLimit(min(deadline, now + Self.horizon))
  }
}

/// A clock of a test that jumps to the deadline of whoever sleeps.
///
/// It does not jump to a limit: how long a request may take is decided by the source's time, and a request that
/// begins before the source sleeps would end at once.
package protocol JumpingClock: LocationClock {
  /// Sleeps until others have moved the clock to the deadline.
  func sleep(untilLimit deadline: Instant) async throws
}

extension JumpingClock {
  /// Sleeps until a limit, counted from now.
  fileprivate func waitingForLimits() -> @Sendable (Duration) async throws -> Void {
    let origin = now
    return { try await sleep(untilLimit: origin.advanced(by: $0)) }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on the caller's thread until it first waits, so that what it does until
  /// then has happened when this method returns. Older systems of Apple start it soon instead.
  @discardableResult
  static func startingNow(
    @_inheritActorContext @_implicitSelfCapture _ operation:
      sending @escaping @isolated(any) () async -> Void
  ) -> Task {
    if #available(macOS 26, iOS 26, watchOS 26, tvOS 26, visionOS 26, *) {
      Task.immediate(operation: operation)
    } else {
      Task(operation: operation)
    }
  }
}
