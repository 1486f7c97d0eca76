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

  package init<C: LocationClock>(_ clock: C) {
    self.clock = clock
    if clock is SystemClock {
      // Does the same as below, but the compiler knows the type. The clock is read for each fix.
      let clock = SystemClock()
      let origin = clock.now
      elapsed = { origin.duration(to: clock.now) }
      wait = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
      return
    }
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    wait = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
  }

  /// The time since this value was made.
  package var now: Duration { elapsed() }

  /// The date that the clock shows.
  package var date: Date { clock.date }

  /// Returns when ``now`` reaches `deadline`; throws when the task is canceled.
  package func sleep(until deadline: Duration) async throws {
    try await wait(min(deadline, now + Self.horizon))
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
