/// Any clock, reduced to what this library asks of one: how much time has passed, and waiting.
///
/// Times are counted from the moment the value was made.
package struct ErasedClock: Sendable {
  /// The system's clocks trap beyond some billions of years; nobody waits for more than a hundred.
  private static let horizon = Duration.seconds(100 * 366 * 86_400)

  private let elapsed: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  package init<C: Clock>(_ clock: C) where C.Duration == Duration {
    if clock is ContinuousClock {
      // The same as below, but known to the compiler: it is read for each fix.
      let clock = ContinuousClock()
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

  /// Returns when ``now`` has reached `deadline`; throws when the task is canceled.
  package func sleep(until deadline: Duration) async throws {
    try await wait(min(deadline, now + Self.horizon))
  }
}
