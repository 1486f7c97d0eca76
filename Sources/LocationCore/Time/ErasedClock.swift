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
    elapsed = { origin.duration(to: clock.now) }
    wait = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    waitForLimit = { try await clock.sleep(untilLimit: origin.advanced(by: $0)) }
  }

  /// The time since this value was made.
  package var now: Duration { elapsed() }

  /// The date that the clock shows.
  package var date: Date { clock.date }

  /// Returns when ``now`` reaches `deadline`; throws when the task is canceled.
  package func sleep(until deadline: Duration) async throws {
    try await wait(min(deadline, now + Self.horizon))
  }

  /// The same for a deadline that only limits how long others may take.
  package func sleep(untilLimit deadline: Duration) async throws {
    try await waitForLimit(min(deadline, now + Self.horizon))
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on the caller's thread until it first waits, so that what it does until
  /// then has happened when this method returns. Older systems of Apple start it soon instead.
  @discardableResult
  package static func startingNow(
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
